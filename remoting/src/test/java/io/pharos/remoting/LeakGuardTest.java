package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.Test;

/** That the guard of all the other tests would tell. */
class LeakGuardTest {

    @Test
    void aBufferThatIsDroppedIsReportedOnceAndAReleasedOneIsNot() throws Exception {
        assertThat(LeakGuard.leaks()).isEmpty();
        use(PooledByteBufAllocator.DEFAULT.directBuffer(64)).release();
        assertThat(LeakGuard.leaks()).isEmpty();
        use(PooledByteBufAllocator.DEFAULT.directBuffer(64));
        assertThat(LeakGuard.leaks()).singleElement().asString().contains("LeakGuardTest");
        assertThat(LeakGuard.leaks()).isEmpty();
    }

    private static ByteBuf use(ByteBuf buffer) {
        return buffer.writeInt(1);
    }
}
