/*
 * The wiring puts ports around the writer, processors and card-testing protection, which count and begin spans. A
 * scrape reads `backlogs/` at most once in 5 s.
 */
import { Counter, Gauge, Histogram, type OpenMetricsContentType, Registry } from "@prometheus-io/client";
import type { Snapshot } from "./merge-metrics.ts";
import { type Series, type SeriesId, series } from "./series.ts";

type IdOf<Kind extends string> = {
	[Id in SeriesId]: (typeof series)[Id]["kind"] extends Kind ? Id : never;
}[SeriesId];

type LabelsOf<Id extends SeriesId> = Record<(typeof series)[Id]["labels"][number], string>;

export type ValuesOf<Id extends SeriesId> = readonly (LabelsOf<Id> & { value: number })[];

export type Metrics = ReturnType<typeof createMetrics>;

/** The library's own type has no exemplars. */
interface ExemplarHistogram {
	observe(measured: { labels: Record<string, string>; value: number; exemplarLabels?: { trace_id: string } }): void;
}

const addedAtOnce = 256;

/** A change touches memory alone. */
export function createMetrics() {
	const prometheus = new Registry();
	const openMetrics = new Registry<OpenMetricsContentType>();
	openMetrics.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
	const counters = new Map<string, Counter<string>>();
	const gauges = new Map<string, Gauge<string>>();
	const histograms = new Map<string, Histogram<string>>();
	for (const [id, one] of Object.entries<Series>(series)) {
		const options = { name: one.name, help: one.help, labelNames: [...one.labels], registers: [openMetrics] };
		if (one.kind === "counter") counters.set(id, new Counter(options));
		else if (one.kind === "gauge") gauges.set(id, new Gauge({ ...options, aggregator: one.aggregator }));
		else histograms.set(id, new Histogram({ ...options, buckets: one.buckets, enableExemplars: true }));
	}
	for (const [id, metric] of [...counters, ...gauges, ...histograms]) {
		// The library renames a counter when it writes OpenMetrics.
		prometheus.registerMetric(Object.create(metric, { name: { value: series[id as SeriesId].name } }));
	}
	// The library begins with 0.
	for (const gauge of gauges.values()) gauge.remove({});
	/** Adding each in its request costs a sale 8 µs, many together a tenth of that. */
	const waiting: (() => void)[] = [];
	const addWaiting = () => {
		for (const add of waiting.splice(0)) add();
	};
	return {
		count<Id extends IdOf<"counter">>(id: Id, labels: LabelsOf<Id>): void {
			counters.get(id)?.inc(labels);
		},
		/** Durations are in ms. A sampled trace is an exemplar. */
		observe<Id extends IdOf<"histogram">>(id: Id, labels: LabelsOf<Id>, value: number, traceId?: string): void {
			const histogram = histograms.get(id) as unknown as ExemplarHistogram | undefined;
			const measured = { labels, value: series[id].name.endsWith("_seconds") ? value / 1_000 : value };
			if (traceId !== undefined) histogram?.observe({ ...measured, exemplarLabels: { trace_id: traceId } });
			else if (waiting.push(() => histogram?.observe(measured)) >= addedAtOnce) addWaiting();
		},
		set<Id extends IdOf<"gauge">>(id: Id, values: ValuesOf<Id>): void {
			const gauge = gauges.get(id);
			gauge?.reset();
			if (values.length === 0) gauge?.remove({});
			for (const { value, ...labels } of values) gauge?.set(labels as Record<string, string>, value);
		},
		/** Another part of the process counts it. */
		setTotal(id: IdOf<"counter">, value: number): void {
			const counter = counters.get(id);
			counter?.reset();
			counter?.inc(value);
		},
		snapshot(): Promise<Snapshot> {
			addWaiting();
			return prometheus.getMetricsAsJSON() as Promise<Snapshot>;
		},
		async text(form: "prometheus" | "openmetrics"): Promise<{ contentType: string; body: string }> {
			addWaiting();
			const registry = form === "openmetrics" ? openMetrics : prometheus;
			return { contentType: registry.contentType, body: await registry.metrics() };
		},
	};
}
