/**
 * Small mains around the original's client and tools. They run in child processes on the class path of the original's
 * release, and take orders as lines on standard input; nothing of Pharos is on their class path but this package.
 */
@NullMarked
package io.pharos.interop.agent;

import org.jspecify.annotations.NullMarked;
