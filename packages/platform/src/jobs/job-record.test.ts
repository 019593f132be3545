import { expect, test } from "vitest";
import { createJobRecord } from "./job-record.ts";

const job = { name: "audit", everyMs: 1_000 };

function recordAt() {
	let now = 5_000_000;
	const record = createJobRecord([job], () => now);
	return {
		record,
		pass: (milliseconds: number) => {
			now += milliseconds;
		},
	};
}

test("a job that has not run yet counts from the start", () => {
	const { record, pass } = recordAt();
	pass(2_000);
	expect(record.list()).toEqual([{ name: "audit", secondsSinceSuccess: 2, hasSucceeded: false, isStopped: false }]);
});

test("a job is stopped once its interval, the time limit of a run and 30 s have passed without a success", () => {
	const { record, pass } = recordAt();
	record.note({ name: "audit", isSuccess: true });
	pass(151_000);
	record.note({ name: "audit", isSuccess: false });
	expect(record.list()).toMatchObject([{ hasSucceeded: true, isStopped: false }]);
	pass(1);
	expect(record.list()).toMatchObject([{ secondsSinceSuccess: 151, isStopped: true }]);
	record.note({ name: "audit", isSuccess: true });
	expect(record.list()).toMatchObject([{ secondsSinceSuccess: 0, isStopped: false }]);
});
