/** Fakes for tests: time moved by hand, and what else tests of several modules share. */
@NullMarked
package io.pharos.testkit;

import org.jspecify.annotations.NullMarked;
