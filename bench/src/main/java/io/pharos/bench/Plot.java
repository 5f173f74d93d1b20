package io.pharos.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Draws server CPU per request over the number of topics, both axes logarithmic, as SVG. */
final class Plot {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 560;
    private static final int LEFT = 80;
    private static final int RIGHT = 270;
    private static final int TOP = 40;
    private static final int BOTTOM = 60;
    private static final int DECADES_FROM = 0;
    private static final int DECADES_TO = 5;

    private static final List<Line> LINES = List.of(
            new Line("route-8x32", "#1b6ca8"),
            new Line("route-64x1", "#5aa9e6"),
            new Line("register-same-topics", "#b5651d"),
            new Line("register-deflated", "#e0a458"),
            new Line("register-one-changed", "#a4243b"),
            new Line("heartbeat", "#4c956c"));

    private final Results results;

    private record Line(String work, String colour) {}

    private record Point(double x, double y) {}

    Plot(Results results) {
        this.results = results;
    }

    String svg() {
        StringBuilder svg = new StringBuilder();
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                .formatted(WIDTH, HEIGHT));
        svg.append(" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        text(svg, LEFT, 24, "Server CPU per request in microseconds, over topics per broker (both axes logarithmic)");
        axes(svg);
        int legend = TOP + 10;
        for (Line line : LINES) {
            for (Server.Kind server : List.of(Server.Kind.ORIGINAL, Server.Kind.PHAROS)) {
                List<Point> points = points(line.work, server);
                if (!points.isEmpty()) {
                    boolean dashed = server == Server.Kind.ORIGINAL;
                    draw(svg, points, line.colour, dashed);
                    int x = WIDTH - RIGHT + 20;
                    draw(svg, List.of(new Point(x, legend), new Point(x + 30, legend)), line.colour, dashed);
                    text(svg, x + 38, legend + 4, server.name().toLowerCase(Locale.ROOT) + " " + line.work);
                    legend += 22;
                }
            }
        }
        return svg.append("</svg>\n").toString();
    }

    private static void axes(StringBuilder svg) {
        for (int decade = DECADES_FROM; decade <= DECADES_TO; decade++) {
            double y = y(Math.pow(10, decade));
            svg.append(rule(LEFT, y, WIDTH - RIGHT, y));
            text(svg, 20, y + 4, String.format(Locale.ROOT, "%,d", (long) Math.pow(10, decade)));
        }
        for (int topics : new int[] {100, 1000, 2000, 10_000}) {
            svg.append(rule(x(topics), TOP, x(topics), HEIGHT - BOTTOM));
            text(svg, x(topics) - 16, HEIGHT - BOTTOM + 20, String.format(Locale.ROOT, "%,d", topics));
        }
    }

    private List<Point> points(String work, Server.Kind server) {
        List<Point> points = new ArrayList<>();
        for (String size : results.sizes(work)) {
            OptionalDouble cpu = results.median(work, size, server, Measured.CPU);
            if (cpu.isPresent()) {
                points.add(new Point(x(Results.topics(size)), y(cpu.getAsDouble())));
            }
        }
        return points;
    }

    private static double x(double topics) {
        return LEFT + 20 + (Math.log10(topics) - 2) / 2 * (WIDTH - LEFT - RIGHT - 40);
    }

    private static double y(double micros) {
        double share = (Math.log10(micros) - DECADES_FROM) / (DECADES_TO - DECADES_FROM);
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
    }

    private static String rule(double fromX, double fromY, double toX, double toY) {
        return String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>%n",
                fromX,
                fromY,
                toX,
                toY);
    }

    private static void text(StringBuilder svg, double x, double y, String text) {
        svg.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\">%s</text>%n", x, y, text));
    }

    private static void draw(StringBuilder svg, List<Point> points, String colour, boolean dashed) {
        svg.append("<polyline fill=\"none\" stroke-width=\"2.5\" stroke=\"")
                .append(colour)
                .append('"');
        svg.append(dashed ? " stroke-dasharray=\"7 5\"" : "").append(" points=\"");
        for (Point point : points) {
            svg.append(String.format(Locale.ROOT, "%.1f,%.1f ", point.x, point.y));
        }
        svg.append("\"/>\n");
    }
}
