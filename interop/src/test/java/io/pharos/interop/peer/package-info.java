/**
 * The laboratory: child processes of the original and of Pharos, their ports, folders and logs. Everything that is
 * started here is destroyed when its lab closes, and in any case when this process ends.
 */
@NullMarked
package io.pharos.interop.peer;

import org.jspecify.annotations.NullMarked;
