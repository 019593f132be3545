import {
	AggregatorRegistry,
	type MetricObjectWithValues,
	type MetricValue,
	type OpenMetricsContentType,
	type PrometheusContentType,
	Registry,
} from "@prometheus-io/client";

export type Snapshot = MetricObjectWithValues<MetricValue<string>>[];

interface Exemplar {
	timestamp: number;
}

/** The library's types leave its exemplar out. */
interface Measured {
	metricName?: string;
	labels: object;
	exemplar?: Exemplar | null;
}

export async function mergeMetrics(
	snapshots: Snapshot[],
	form: "prometheus" | "openmetrics",
): Promise<{ contentType: string; body: string }> {
	const isOpenMetrics = form === "openmetrics";
	// The library adds `_total` to counters of OpenMetrics.
	const named = isOpenMetrics ? snapshots.map((snapshot) => snapshot.map(withoutTotal)) : snapshots;
	const registry = AggregatorRegistry.aggregate(named) as Registry<OpenMetricsContentType | PrometheusContentType>;
	registry.setContentType(isOpenMetrics ? Registry.OPENMETRICS_CONTENT_TYPE : Registry.PROMETHEUS_CONTENT_TYPE);
	const newest = newestExemplars(snapshots);
	for (const { values } of registry.getMetricsAsArray() as unknown as { values: Measured[] }[]) {
		for (const value of values) value.exemplar = newest.get(keyOf(value)) ?? null;
	}
	return { contentType: registry.contentType, body: await registry.metrics() };
}

/** Sums counters and histograms, which only grow. */
export function totalsOf(snapshots: Snapshot[]): Promise<Snapshot> {
	// The library's types say an enumeration; its values are texts.
	const isCounted = ({ type }: Snapshot[number]) => ["counter", "histogram"].includes(String(type));
	const counted = snapshots.map((snapshot) => snapshot.filter(isCounted));
	return AggregatorRegistry.aggregate(counted).getMetricsAsJSON() as Promise<Snapshot>;
}

function withoutTotal(metric: Snapshot[number]): Snapshot[number] {
	return { ...metric, name: metric.name.replace(/_total$/, "") };
}

function newestExemplars(snapshots: Snapshot[]): Map<string, Exemplar> {
	const newest = new Map<string, Exemplar>();
	for (const value of snapshots.flat().flatMap(({ values }) => values as Measured[])) {
		const known = newest.get(keyOf(value));
		if (value.exemplar && (known?.timestamp ?? 0) < value.exemplar.timestamp) newest.set(keyOf(value), value.exemplar);
	}
	return newest;
}

function keyOf({ metricName = "", labels }: Measured): string {
	return JSON.stringify([metricName, Object.entries(labels).toSorted()]);
}
