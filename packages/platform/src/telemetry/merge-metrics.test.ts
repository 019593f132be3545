import { expect, test } from "vitest";
import { mergeMetrics, totalsOf } from "./merge-metrics.ts";
import { createMetrics } from "./metrics.ts";

const lineOf = (body: string, series: string) => body.split("\n").find((line) => line.startsWith(`${series} `));

/** The figures of two workers. */
async function figuresOfTwo() {
	const [one, other] = [createMetrics(), createMetrics()];
	one.count("outcomes", { kind: "charge", result: "approved" });
	for (const worker of [one, other]) worker.count("outcomes", { kind: "charge", result: "declined" });
	one.observe("batches", { statement: "pending" }, 1, "a".repeat(32));
	other.observe("batches", { statement: "pending" }, 3);
	one.set("memory", [{ value: 100 }]);
	other.set("memory", [{ value: 50 }]);
	one.set("jobAge", [{ name: "mail", value: 4 }]);
	other.set("jobAge", [{ name: "mail", value: 70 }]);
	one.set("backlogsRead", [{ value: 1 }]);
	return [await one.snapshot(), await other.snapshot()];
}

test("sums workers, and shows the longest time since a job's success", async () => {
	const { body, contentType } = await mergeMetrics(await figuresOfTwo(), "prometheus");
	expect(contentType).toContain("text/plain");
	const approved = 'cardseal_transaction_outcomes_total{kind="charge",result="approved"}';
	expect(lineOf(body, approved)).toBe(`${approved} 1`);
	const declined = 'cardseal_transaction_outcomes_total{kind="charge",result="declined"}';
	expect(lineOf(body, declined)).toBe(`${declined} 2`);
	expect(lineOf(body, 'cardseal_batch_size_bucket{le="2",statement="pending"}')).toMatch(/ 1$/);
	expect(lineOf(body, 'cardseal_batch_size_bucket{le="4",statement="pending"}')).toMatch(/ 2$/);
	expect(lineOf(body, 'cardseal_batch_size_sum{statement="pending"}')).toMatch(/ 4$/);
	expect(lineOf(body, "cardseal_memory_bytes")).toMatch(/ 150$/);
	expect(lineOf(body, 'cardseal_job_last_success_age_seconds{name="mail"}')).toMatch(/ 70$/);
	expect(lineOf(body, "cardseal_backlogs_read")).toMatch(/ 1$/);
});

test("as OpenMetrics, keeps exemplars and the names of counters", async () => {
	const { body, contentType } = await mergeMetrics(await figuresOfTwo(), "openmetrics");
	expect(contentType).toContain("application/openmetrics-text");
	const bucket = body.split("\n").find((line) => line.startsWith('cardseal_batch_size_bucket{le="1",'));
	expect(bucket).toMatch(new RegExp(` 1 # \\{trace_id="${"a".repeat(32)}"\\} 1 `));
	expect(body).toMatch(/^cardseal_transaction_outcomes_total\{kind="charge",result="declined"\} 2$/m);
	expect(body).toMatch(/^# TYPE cardseal_transaction_outcomes counter$/m);
});

test("keeps what an ended worker has counted, but not its gauges", async () => {
	const [ended = [], other = []] = await figuresOfTwo();
	const totals = await totalsOf([[], ended]);
	const { body } = await mergeMetrics([other, totals], "prometheus");
	expect(body).toMatch(/^cardseal_transaction_outcomes_total\{kind="charge",result="declined"\} 2$/m);
	expect(lineOf(body, 'cardseal_batch_size_count{statement="pending"}')).toMatch(/ 2$/);
	expect(lineOf(body, "cardseal_memory_bytes")).toMatch(/ 50$/);
});
