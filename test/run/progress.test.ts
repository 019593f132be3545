import { expect, test } from "vitest";
import { againBy, createProgress } from "./progress.ts";

test("a run tells no estimate before a fifth has ended", () => {
	let time = 0;
	const told: string[] = [];
	const progress = createProgress({ total: 10, what: "files", now: () => time, tell: (line) => told.push(line) });
	time = 20_000;
	progress.ended();
	time = 40_000;
	progress.ended();
	expect(told).toEqual(["  1 of 10 files, 0 failed", "  2 of 10 files, 0 failed, about 3 min left"]);
});

test("a run tells failures at once, and every ten seconds what has ended and an estimate of the rest", () => {
	let time = 0;
	const told: string[] = [];
	const progress = createProgress({ total: 4, what: "files", now: () => time, tell: (line) => told.push(line) });
	time = 4_000;
	progress.ended();
	expect(told).toEqual([]);
	progress.failed("a sale › is charged once", "npx vitest run a.test.ts");
	time = 12_000;
	progress.ended();
	time = 600_000;
	progress.ended();
	expect(told).toEqual([
		"  ✗ a sale › is charged once\n    again: npx vitest run a.test.ts",
		"  2 of 4 files, 1 failed, about 12 s left",
		"  3 of 4 files, 1 failed, about 4 min left",
	]);
});

test("the command that repeats a test names it as a shell and a pattern read it", () => {
	expect(againBy.vitest("a.test.ts", "a payer's $5 (CAD)")).toBe(
		`npx vitest run a.test.ts -t 'a payer'\\''s \\$5 \\(CAD\\)'`,
	);
});
