import { expect, test } from "vitest";
import { evaluate } from "./promql.ts";

const series = [
	{ name: "calls_count", labels: { processor: "far", result: "failed" }, values: [undefined, 6, 12] },
	{ name: "calls_count", labels: { processor: "far", result: "approved" }, values: [0, 6, 12] },
	{ name: "calls_count", labels: { processor: "demo", result: "approved" }, values: [1, 1, 1] },
];
const far = { processor: "far" };

test.each([
	['calls_count{processor="demo"}', [{ labels: { processor: "demo", result: "approved" }, value: 1 }]],
	['sum by (processor) (calls_count{result=~"fail.*"})', [{ labels: far, value: 12 }]],
	['max(calls_count{processor!~"far"}) or max(calls_count)', [{ labels: {}, value: 1 }]],
	['min(calls_count{processor="none"}) or max(calls_count)', [{ labels: {}, value: 12 }]],
	["sum by (processor) (rate(calls_count[5m])) > 0.1", [{ labels: far, value: 0.2 }]],
	[
		'sum by (processor) (rate(calls_count{result="failed"}[5m])) / sum by (processor) (rate(calls_count[5m]))',
		[{ labels: far, value: 0.5 }],
	],
	["min(calls_count) == 1", [{ labels: {}, value: 1 }]],
	["min(calls_count) < 1", []],
	["max(calls_count) > 2 * 6", []],
])("%s", (expression, samples) => {
	expect(evaluate(expression, series, 2)).toEqual(samples);
});

test.each([
	"avg(calls_count)",
	"calls_count offset 5m",
	"rate(calls_count[30s])",
	"calls_count and calls_count",
	"1 +",
	"2",
])("%s is refused", (expression) => {
	expect(() => evaluate(expression, series, 2)).toThrow();
});
