package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.pharos.protocol.frame.MalformedFrame;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What frames that have not arrived in full take from the budget of all connections. */
class FrameAssemblerTest {
    private static final int BODY = 1 << 20;
    private static final int BUDGET = 256 * 1024;

    private final ByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
    private final ByteBudget budget = new ByteBudget(BUDGET);
    private final List<Integer> frames = new ArrayList<>();
    private final List<FrameAssembler> open = new ArrayList<>();

    @AfterEach
    void nothingIsLeftReserved() {
        open.forEach(FrameAssembler::release);
        assertThat(budget.used()).isZero();
    }

    private FrameAssembler assembler() {
        FrameAssembler assembler = new FrameAssembler(allocator, 16 << 20, budget);
        open.add(assembler);
        return assembler;
    }

    private boolean take(ByteBuf owner, ByteBuffer frame) {
        assertThat(owner.refCnt()).isPositive();
        frames.add(frame.remaining());
        return true;
    }

    private ByteBuf start() {
        return allocator.buffer(4).writeInt(BODY);
    }

    private ByteBuf part(int size) {
        return allocator.buffer(size).writeZero(size);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 511, 2048, 15_000, 65_536})
    void theSizeOfItsPartsIsNoWayAroundTheBudget(int size) throws Exception {
        FrameAssembler assembler = assembler();
        assembler.add(start(), this::take);
        assertThatThrownBy(() -> {
                    for (int sent = 0; sent + size < BODY; sent += size) {
                        assembler.add(part(size), this::take);
                        assertThat(budget.used()).isGreaterThanOrEqualTo(sent + size - 16 * 1024);
                    }
                })
                .isInstanceOf(MalformedFrame.class)
                .hasMessageContaining("used up");
        assertThat(budget.used()).isLessThanOrEqualTo(BUDGET);
    }

    @Test
    void manyPeersShareTheBudgetAndGiveTheirShareBack() throws Exception {
        List<FrameAssembler> peers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            FrameAssembler peer = assembler();
            peers.add(peer);
            peer.add(start(), this::take);
            peer.add(part(60_000), this::take);
        }
        FrameAssembler late = assembler();
        late.add(start(), this::take);
        assertThatThrownBy(() -> late.add(part(60_000), this::take)).isInstanceOf(MalformedFrame.class);
        peers.get(0).release();
        FrameAssembler later = assembler();
        later.add(start(), this::take);
        later.add(part(60_000), this::take);
        assertThat(frames).isEmpty();
    }

    @Test
    void aFrameThatIsWholeGivesItsShareBack() throws Exception {
        FrameAssembler assembler = assembler();
        for (int i = 0; i < 3; i++) {
            ByteBuf head = allocator.buffer(4).writeInt(200_000);
            assembler.add(head, this::take);
            for (int sent = 0; sent < 200_000; sent += 50_000) {
                assembler.add(part(50_000), this::take);
            }
            assertThat(budget.used()).isZero();
        }
        assertThat(frames).containsExactly(200_000, 200_000, 200_000);
    }

    @Test
    void aFewBytesOfAFrameAreNotCounted() throws Exception {
        FrameAssembler assembler = assembler();
        assembler.add(start(), this::take);
        assembler.add(part(10_000), this::take);
        assertThat(budget.used()).isZero();
    }
}
