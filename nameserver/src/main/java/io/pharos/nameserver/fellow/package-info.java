/**
 * What a name server learns from its fellows: the decisions of their operators, and which brokers they see. News alone:
 * no answer waits for a fellow.
 */
@NullMarked
package io.pharos.nameserver.fellow;

import org.jspecify.annotations.NullMarked;
