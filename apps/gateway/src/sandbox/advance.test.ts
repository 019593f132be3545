import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { BusinessWork, WorkDone } from "../../../../packages/platform/src/jobs/business-work.ts";
import { type Advance, advanceClock } from "./advance.ts";

const nothing: WorkDone = { charged: 0, failed: 0, mails: 0 };

let now: number;
let happened: string[];

beforeEach(() => {
	now = 1_000;
	happened = [];
});

/** Creates work with an event at each of the times; each run does one. */
function workAt(name: string, times: number[], done: Partial<WorkDone> = { charged: 1 }): BusinessWork {
	const waiting = times.toSorted((one, other) => one - other);
	return {
		name,
		nextAt: async () => waiting[0],
		async run() {
			const at = waiting[0];
			if (at === undefined || at > now) return nothing;
			waiting.shift();
			happened.push(`${name} ${at} at ${now}`);
			return { ...nothing, ...done };
		},
	};
}

function advanceTo(target: number, works: BusinessWork[], others: Partial<Advance> = {}) {
	return advanceClock({
		works,
		clock: { now: () => now },
		moveTo: async (time) => {
			expect(time).toBeGreaterThan(now);
			now = time;
		},
		target,
		isExpired: () => false,
		pause: () => Promise.reject(new Error("The advance paused unexpectedly.")),
		...others,
	});
}

describe("advanceClock", () => {
	test("runs every event at its own time, in order, and ends at the target", async () => {
		const works = [workAt("billing", [5_000, 2_000, 9_001]), workAt("mail", [3_000, 5_000, 9_000], { mails: 1 })];
		expect(await advanceTo(9_000, works)).toEqual({ charged: 2, failed: 0, mails: 3, arrived: true });
		expect(happened).toEqual([
			"billing 2000 at 2000",
			"mail 3000 at 3000",
			"billing 5000 at 5000",
			"mail 5000 at 5000",
			"mail 9000 at 9000",
		]);
		expect(now).toBe(9_000);
	});

	test("runs overdue events first, and follow-up events at the same time as their cause", async () => {
		const mail = workAt("mail", []);
		const outbox: number[] = [];
		const receipts: BusinessWork = {
			...mail,
			nextAt: async () => outbox[0],
			async run() {
				happened.push(`mail at ${now}`);
				outbox.pop();
				return { ...nothing, mails: 1 };
			},
		};
		const billing = workAt("billing", [500, 4_000]);
		const writing: BusinessWork = {
			...billing,
			run: async () => {
				outbox.push(0);
				return billing.run();
			},
		};
		expect(await advanceTo(6_000, [receipts, writing])).toMatchObject({ charged: 2, mails: 2 });
		expect(happened).toEqual(["billing 500 at 1000", "mail at 1000", "billing 4000 at 4000", "mail at 4000"]);
	});

	test("X-52 stops at the time of failed work, and continues from there the next time", async () => {
		const working = workAt("billing", [2_000, 3_000, 4_000]);
		let broken = true;
		const failing: BusinessWork = {
			...working,
			run: async () => {
				if (now === 3_000 && broken) throw new Error("no connection");
				return working.run();
			},
		};
		await expect(advanceTo(9_000, [failing])).rejects.toThrow("no connection");
		expect(now).toBe(3_000);
		broken = false;
		expect(await advanceTo(9_000, [failing])).toMatchObject({ charged: 2, arrived: true });
		expect(happened).toEqual(["billing 2000 at 2000", "billing 3000 at 3000", "billing 4000 at 4000"]);
	});

	test("waits for work that another worker has claimed, before the clock moves on", async () => {
		const billing = workAt("billing", [2_000, 3_000]);
		let pauses = 0;
		const held: BusinessWork = { ...billing, run: async () => (pauses < 3 ? nothing : billing.run()) };
		const pause = async () => {
			expect(now).toBe(2_000);
			pauses++;
		};
		expect(await advanceTo(9_000, [held], { pause })).toMatchObject({ charged: 2, arrived: true });
		expect(pauses).toBe(3);
	});

	test("gives up between two steps when its time limit is reached", async () => {
		const billing = workAt("billing", [2_000, 3_000, 4_000]);
		const isExpired = () => happened.length === 2;
		expect(await advanceTo(9_000, [billing], { isExpired })).toMatchObject({ charged: 2, arrived: false });
		expect(now).toBe(3_000);
	});

	test("loses and repeats no event, in any order of due times", async () => {
		const times = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 30 });
		await fc.assert(
			fc.asyncProperty(times, times, fc.integer({ min: 10, max: 60 }), async (some, others, target) => {
				now = 10;
				happened = [];
				const advanced = await advanceTo(target, [workAt("a", some), workAt("b", others)]);
				const expected = [...some.map((at) => ["a", at] as const), ...others.map((at) => ["b", at] as const)]
					.filter(([, at]) => at <= target)
					.map(([name, at]) => `${name} ${at} at ${Math.max(10, at)}`);
				expect(happened.toSorted()).toEqual(expected.toSorted());
				expect(advanced.charged).toBe(expected.length);
				expect(now).toBe(target);
			}),
		);
	});
});
