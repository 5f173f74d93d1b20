/**
 * Measures a Pharos name server beside the original one: starts both as processes of their own with the same heap, drives
 * them in turns with one load generator and reads what they cost from the operating system. The generator speaks the wire
 * protocol itself over plain sockets with prepared frames, so that it costs little and shares no code with either server.
 */
@NullMarked
package io.pharos.bench;

import org.jspecify.annotations.NullMarked;
