package io.pharos.protocol.frame;

import java.util.Arrays;

/** A growing array of bytes for headers. Not thread-safe. */
final class ByteSink {
    private static final int MAX_DIGITS = 11;

    private byte[] bytes;
    private int size;

    ByteSink(int capacity) {
        bytes = new byte[capacity];
    }

    int size() {
        return size;
    }

    void skip(int count) {
        room(count);
        size += count;
    }

    void put(byte value) {
        room(1);
        bytes[size++] = value;
    }

    void put(byte[] values) {
        room(values.length);
        System.arraycopy(values, 0, bytes, size, values.length);
        size += values.length;
    }

    /** A text whose characters are all below 128. */
    void putAscii(String text) {
        int length = text.length();
        room(length);
        for (int i = 0; i < length; i++) {
            bytes[size + i] = (byte) text.charAt(i);
        }
        size += length;
    }

    void putShort(int value) {
        put((byte) (value >>> 8));
        put((byte) value);
    }

    void putInt(int value) {
        room(Integer.BYTES);
        setInt(size, value);
        size += Integer.BYTES;
    }

    void setInt(int index, int value) {
        bytes[index] = (byte) (value >>> 24);
        bytes[index + 1] = (byte) (value >>> 16);
        bytes[index + 2] = (byte) (value >>> 8);
        bytes[index + 3] = (byte) value;
    }

    /** Decimal text. */
    void putDecimal(int value) {
        room(MAX_DIGITS);
        long rest = Math.abs((long) value);
        if (value < 0) {
            bytes[size++] = '-';
        }
        int digits = 1;
        for (long power = 10; power <= rest; power *= 10) {
            digits++;
        }
        for (int i = size + digits - 1; i >= size; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += digits;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    private void room(int count) {
        if (bytes.length - size < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + count));
        }
    }
}
