package io.pharos.interop.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.namesrv.AddWritePermission;
import io.pharos.protocol.namesrv.GetKvConfig;
import io.pharos.protocol.namesrv.QueryDataVersion;
import io.pharos.protocol.namesrv.RegisterBroker;
import io.pharos.protocol.namesrv.WipeWritePermission;
import java.util.function.Function;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.rocketmq.remoting.CommandCustomHeader;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.remoting.protocol.header.namesrv.AddWritePermOfBrokerResponseHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.GetKVConfigResponseHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.QueryDataVersionResponseHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.RegisterBrokerResponseHeader;
import org.apache.rocketmq.remoting.protocol.header.namesrv.WipeWritePermOfBrokerResponseHeader;
import org.jspecify.annotations.Nullable;

/** The fields of answers, each record beside the original's header class. */
class AnswerFieldProperties {

    @Property(tries = 100)
    void getKvConfig(@ForAll("texts") String value, @ForAll SerializeType type) throws Exception {
        GetKVConfigResponseHeader theirs = new GetKVConfigResponseHeader();
        theirs.setValue(value);
        GetKvConfig.Answer ours = new GetKvConfig.Answer(value);

        bothSaySame(ours, ours.toExt(), GetKvConfig.Answer::from, theirs, type);
    }

    @Property(tries = 20)
    void queryDataVersion(@ForAll boolean changed, @ForAll SerializeType type) throws Exception {
        QueryDataVersionResponseHeader theirs = new QueryDataVersionResponseHeader();
        theirs.setChanged(changed);
        QueryDataVersion.Answer ours = new QueryDataVersion.Answer(changed);

        bothSaySame(ours, ours.toExt(), QueryDataVersion.Answer::from, theirs, type);
    }

    @Property(tries = 100)
    void registerBroker(
            @ForAll("optionalTexts") @Nullable String haServerAddr,
            @ForAll("optionalTexts") @Nullable String masterAddr,
            @ForAll SerializeType type)
            throws Exception {
        RegisterBrokerResponseHeader theirs = new RegisterBrokerResponseHeader();
        theirs.setHaServerAddr(haServerAddr);
        theirs.setMasterAddr(masterAddr);
        RegisterBroker.Answer ours = new RegisterBroker.Answer(haServerAddr, masterAddr);

        bothSaySame(ours, ours.toExt(), RegisterBroker.Answer::from, theirs, type);
    }

    @Property(tries = 100)
    void wipeAndAddWritePermission(@ForAll @IntRange(max = Integer.MAX_VALUE) int count, @ForAll SerializeType type)
            throws Exception {
        WipeWritePermOfBrokerResponseHeader theirWipe = new WipeWritePermOfBrokerResponseHeader();
        theirWipe.setWipeTopicCount(count);
        WipeWritePermission.Answer wipe = new WipeWritePermission.Answer(count);
        AddWritePermOfBrokerResponseHeader theirAdd = new AddWritePermOfBrokerResponseHeader();
        theirAdd.setAddTopicCount(count);
        AddWritePermission.Answer add = new AddWritePermission.Answer(count);

        bothSaySame(wipe, wipe.toExt(), WipeWritePermission.Answer::from, theirWipe, type);
        bothSaySame(add, add.toExt(), AddWritePermission.Answer::from, theirAdd, type);
    }

    @Provide
    Arbitrary<String> texts() {
        return Texts.filled();
    }

    @Provide
    Arbitrary<String> optionalTexts() {
        return Texts.filled().injectNull(0.3);
    }

    private static <A> void bothSaySame(
            A ours, ExtFields sent, Function<ExtFields, A> reader, CommandCustomHeader theirs, SerializeType type)
            throws Exception {
        CommandCustomHeader readByThem = Headers.readByThem(sent, theirs.getClass(), type);

        assertThat(Headers.fields(readByThem)).isEqualTo(Headers.fields(theirs));
        assertThat(reader.apply(Headers.readByUs(theirs, type).ext())).isEqualTo(ours);
    }
}
