import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";
import { series } from "./series.ts";

const text = async (metrics = createMetrics(), form: "prometheus" | "openmetrics" = "prometheus") =>
	(await metrics.text(form)).body;

test("every series is in the scrape with its kind, from the start", async () => {
	const body = await text();
	for (const { name, kind } of Object.values(series)) expect(body).toContain(`\n# TYPE ${name} ${kind}\n`.slice(1));
});

test("names follow Prometheus' rules: counters end in _total, durations in _seconds, and no label names a merchant", () => {
	for (const { name, kind, labels } of Object.values(series)) {
		expect(name).toMatch(/^cardseal_[a-z_]+$/);
		expect(name.endsWith("_total")).toBe(kind === "counter");
		for (const label of labels) {
			expect(
				["method", "route", "class", "kind", "result", "processor", "operation", "reason"].concat([
					"statement",
					"name",
					"check",
					"state",
					"slot",
					"quantile",
					"purpose",
				]),
			).toContain(label);
		}
	}
});

test("counts and measures in seconds", async () => {
	const metrics = createMetrics();
	metrics.count("jobRuns", { name: "audit", result: "success" });
	metrics.count("jobRuns", { name: "audit", result: "success" });
	metrics.observe("statements", { statement: "other" }, 20);
	metrics.observe("batches", { statement: "pending" }, 3);
	const body = await text(metrics);
	expect(body).toContain('cardseal_job_runs_total{name="audit",result="success"} 2\n');
	expect(body).toContain('cardseal_statement_duration_seconds_bucket{le="0.025",statement="other"} 1\n');
	expect(body).toContain('cardseal_statement_duration_seconds_sum{statement="other"} 0.02\n');
	expect(body).toContain('cardseal_batch_size_bucket{le="4",statement="pending"} 1\n');
});

test("counts every measurement, those before a scrape and those after it", async () => {
	const metrics = createMetrics();
	for (let i = 0; i < 1_000; i++) metrics.observe("statements", { statement: "other" }, 20);
	expect(await text(metrics)).toContain('cardseal_statement_duration_seconds_count{statement="other"} 1000\n');
	metrics.observe("statements", { statement: "other" }, 20);
	expect(await text(metrics)).toContain('cardseal_statement_duration_seconds_count{statement="other"} 1001\n');
	expect(JSON.stringify(await metrics.snapshot())).toContain("1001");
});

test("a gauge has its last values alone, and none before the first", async () => {
	const metrics = createMetrics();
	expect(await text(metrics)).not.toMatch(/^cardseal_(?:renewals_due|mail) /m);
	metrics.set("mail", [{ state: "failed", value: 2 }]);
	metrics.set("renewalsDue", [{ value: 7 }]);
	metrics.set("mail", [{ state: "waiting", value: 1 }]);
	const body = await text(metrics);
	expect(body).toContain('cardseal_mail{state="waiting"} 1\n');
	expect(body).not.toContain('failed"');
	expect(body).toContain("cardseal_renewals_due 7\n");
	metrics.set("renewalsDue", []);
	expect(await text(metrics)).not.toMatch(/^cardseal_renewals_due /m);
});

test("OpenMetrics has the trace of a measurement, and changes nothing in the other form", async () => {
	const metrics = createMetrics();
	const labels = { method: "POST", route: "/transaction-service/sale", class: "2xx" };
	metrics.observe("requests", labels, 30, "0af7651916cd43dd8448eb211c80319c");
	metrics.count("cardTestingDeclines", { reason: "session" });
	const before = await text(metrics);
	const open = await metrics.text("openmetrics");
	expect(open.contentType).toContain("application/openmetrics-text");
	expect(open.body).toMatch(
		/_bucket\{le="0\.05",[^}]*\} 1 # \{trace_id="0af7651916cd43dd8448eb211c80319c"\} 0\.03 [\d.]+\n/,
	);
	expect(open.body).toContain('cardseal_card_testing_declines_total{reason="session"} 1\n');
	expect(open.body).toContain("# TYPE cardseal_card_testing_declines counter\n");
	expect(open.body.endsWith("# EOF\n")).toBe(true);
	expect(await text(metrics)).toBe(before);
	expect(before).toContain('cardseal_card_testing_declines_total{reason="session"} 1\n');
});
