package io.pharos.app;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The rules between modules and packages. They are ordinary tests that call ArchUnit, so that they run whatever test
 * engines are found; the last test shows that a rule can fail.
 */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.pharos");

    @Test
    void everyModuleIsLookedAt() {
        for (String module : List.of("base", "protocol", "remoting", "nameserver", "client", "app")) {
            assertThat(CLASSES)
                    .as(module)
                    .anyMatch(type -> type.getPackageName().startsWith("io.pharos." + module)
                            && !type.getSimpleName().equals("package-info"));
        }
    }

    @Test
    void dependenceGoesOneWay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("base")
                .definedBy("io.pharos.base..")
                .layer("protocol")
                .definedBy("io.pharos.protocol..")
                .layer("remoting")
                .definedBy("io.pharos.remoting..")
                .layer("nameserver")
                .definedBy("io.pharos.nameserver..")
                .layer("client")
                .definedBy("io.pharos.client..")
                .layer("app")
                .definedBy("io.pharos.app..")
                .whereLayer("base")
                .mayNotAccessAnyLayer()
                .whereLayer("protocol")
                .mayOnlyAccessLayers("base")
                .whereLayer("remoting")
                .mayOnlyAccessLayers("base", "protocol")
                .whereLayer("nameserver")
                .mayOnlyAccessLayers("base", "protocol", "remoting")
                .whereLayer("client")
                .mayOnlyAccessLayers("base", "protocol", "remoting")
                .whereLayer("app")
                .mayNotBeAccessedByAnyLayer()
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.pharos.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void onlyBaseReadsTheClock() {
        noClockOutside("io.pharos.base..").check(CLASSES);
    }

    @Test
    void staticFieldsAreFinal() {
        fields().that().areStatic().should().beFinal().check(CLASSES);
    }

    @Test
    void onlyTheEntryPointEndsTheProcess() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Main.class.getName())
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class)
                .orShould()
                .callMethod(Runtime.class, "exit", int.class)
                .check(CLASSES);
    }

    @Test
    void onlyRemotingKnowsNetty() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.pharos.remoting..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(CLASSES);
    }

    @Test
    void onlyTheHttpPackageSpeaksHttpAndWritesMetrics() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.pharos.nameserver.http..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.sun.net.httpserver..", "io.prometheus.metrics.expositionformats..")
                .check(CLASSES);
    }

    @Test
    void theHttpPackageIsUsedWhereAServerIsPutTogetherAndKnowsNothingOfIt() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.pharos.nameserver", "io.pharos.nameserver.http..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.pharos.nameserver.http..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("io.pharos.nameserver.http..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.pharos.nameserver..")
                        .and(resideOutsideOfPackage("io.pharos.nameserver.http..")))
                .check(CLASSES);
    }

    @Test
    void onlyTheCommandReadsTheEnvironment() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.pharos.app..")
                .should()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .check(CLASSES);
    }

    @Test
    void aRuleThatIsBrokenFails() {
        assertThatThrownBy(() -> noClockOutside("io.pharos.nowhere..").check(CLASSES))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("SystemClock");
    }

    private static ArchRule noClockOutside(String packages) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(packages)
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now");
    }
}
