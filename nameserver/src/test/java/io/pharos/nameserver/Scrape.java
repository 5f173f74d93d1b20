package io.pharos.nameserver;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an endpoint shows, read from Prometheus' text form.
 *
 * @param families names of all metrics, as in their TYPE lines
 * @param samples all values
 */
record Scrape(SortedSet<String> families, List<Sample> samples) {
    private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) \\S+");
    private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");

    static Scrape of(String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/metrics"))
                .timeout(Duration.ofSeconds(20))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
        return parse(answer.body());
    }

    private static Scrape parse(String text) {
        SortedSet<String> families = new TreeSet<>();
        List<Sample> samples = new ArrayList<>();
        text.lines().forEach(line -> {
            Matcher type = TYPE.matcher(line);
            Matcher sample = SAMPLE.matcher(line);
            if (type.matches()) {
                families.add(type.group(1));
            } else if (sample.matches()) {
                Map<String, String> labels = new HashMap<>();
                if (sample.group(2) != null) {
                    LABEL.matcher(sample.group(2))
                            .results()
                            .forEach(label -> labels.put(label.group(1), label.group(2)));
                }
                String value = sample.group(3);
                samples.add(new Sample(
                        sample.group(1), labels, value.equals("+Inf") ? Double.MAX_VALUE : Double.parseDouble(value)));
            } else if (!line.startsWith("# HELP ")) {
                throw new AssertionError("not understood: " + line);
            }
        });
        return new Scrape(families, samples);
    }

    /** The sum of the values of this name that have all of these labels, name before value; -1 when there is none. */
    double sum(String name, String... labels) {
        List<Sample> found = all(name, labels);
        return found.isEmpty() ? -1 : found.stream().mapToDouble(Sample::value).sum();
    }

    /** The values of this name that have all of these labels. */
    List<Sample> all(String name, String... labels) {
        return samples.stream()
                .filter(sample -> sample.name().equals(name) && sample.has(labels))
                .toList();
    }

    /** One value. */
    record Sample(String name, Map<String, String> labels, double value) {
        private boolean has(String... wanted) {
            for (int i = 0; i < wanted.length; i += 2) {
                if (!wanted[i + 1].equals(labels.get(wanted[i]))) {
                    return false;
                }
            }
            return true;
        }
    }
}
