import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ToFrame, ToHost } from "../wire/messages.ts";
import { CardFormError } from "./errors.ts";
import { createTokenCalls, type TokenCalls } from "./token-calls.ts";

const timeLimit = 8_000;
const cardholder = { name: "Ana" };

let calls: TokenCalls;
let sent: ToFrame[];

beforeEach(() => {
	vi.useFakeTimers();
	calls = createTokenCalls();
	sent = [];
});

afterEach(() => {
	vi.useRealTimers();
});

const send = (message: ToFrame) => void sent.push(message);
const tokenOf = (id: number) => `ct1-${id}`;
const answer = (id: number) => calls.answer({ type: "token", id, token: tokenOf(id), cardholder });

/** The result of a call as text: its token, or its error's code and fields. */
function outcome(call: Promise<{ token: string }>): Promise<string> {
	return call.then(
		({ token }) => token,
		({ code, fields }: CardFormError) => [code, ...fields].join(" "),
	);
}

describe("a call", () => {
	test("goes to the frame at once, and ends with its answer", async () => {
		calls.open(send);
		const call = calls.tokenize(undefined);
		expect(sent).toEqual([{ type: "tokenize", id: 1 }]);
		answer(1);
		expect(await call).toEqual({ token: tokenOf(1), cardholder });
	});

	test("waits for the frame when there is none yet", async () => {
		const call = calls.tokenize(undefined);
		expect(sent).toEqual([]);
		calls.open(send);
		answer(1);
		expect(await outcome(call)).toBe(tokenOf(1));
	});

	test("is rejected with the invalid fields", async () => {
		calls.open(send);
		const call = calls.tokenize(undefined);
		calls.answer({ type: "invalid", id: 1, fields: ["number", "expiry"] });
		expect(await outcome(call)).toBe("invalid number expiry");
	});

	test("is rejected with the cause of its failure", async () => {
		calls.open(send);
		const call = calls.tokenize(undefined);
		calls.answer({ type: "failed", id: 1, cause: "session" });
		await expect(call).rejects.toBeInstanceOf(CardFormError);
		expect(await outcome(call)).toBe("session");
	});

	test("without an answer is rejected after 8 s, and not before", async () => {
		calls.open(send);
		const settled = vi.fn();
		const call = outcome(calls.tokenize(undefined)).finally(settled);
		await vi.advanceTimersByTimeAsync(timeLimit - 1);
		expect(settled).not.toHaveBeenCalled();
		await vi.advanceTimersByTimeAsync(1);
		expect(await call).toBe("timeout");
	});

	test("goes to one frame only: another would make a second token", () => {
		calls.open(send);
		void outcome(calls.tokenize(undefined));
		calls.open();
		calls.open(send);
		expect(sent).toHaveLength(1);
	});

	test("made while there is no frame goes to the next one", () => {
		calls.open(send);
		calls.open();
		void outcome(calls.tokenize(undefined));
		expect(sent).toEqual([]);
		calls.open(send);
		expect(sent).toEqual([{ type: "tokenize", id: 1 }]);
	});
});

describe("an AbortSignal", () => {
	test("ends a running call, and its later answer is ignored", async () => {
		calls.open(send);
		const controller = new AbortController();
		const call = calls.tokenize(controller.signal);
		controller.abort();
		answer(1);
		expect(await outcome(call)).toBe("aborted");
	});

	test("that has fired already prevents the message to the frame", async () => {
		calls.open(send);
		expect(await outcome(calls.tokenize(AbortSignal.abort()))).toBe("aborted");
		expect(sent).toEqual([]);
	});

	test("prevents the message of a waiting call", async () => {
		const controller = new AbortController();
		const call = outcome(calls.tokenize(controller.signal));
		controller.abort();
		expect(await call).toBe("aborted");
		calls.open(send);
		expect(sent).toEqual([]);
	});

	test("has no listener left after its call has ended", async () => {
		calls.open(send);
		const { signal } = new AbortController();
		const add = vi.spyOn(signal, "addEventListener");
		const remove = vi.spyOn(signal, "removeEventListener");
		for (let id = 1; id <= 100; id++) {
			const call = calls.tokenize(signal);
			answer(id);
			await call;
		}
		expect(add).toHaveBeenCalledTimes(100);
		expect(remove.mock.calls).toEqual(add.mock.calls);
	});
});

describe("X-27 an answer", () => {
	test.each<[string, number | undefined]>([
		["to a call that was never made", 2],
		["to no call", undefined],
		["with a number below all", -1],
		["with a number that is none", Number.NaN],
	])("%s changes nothing", async (_, id) => {
		calls.open(send);
		const call = calls.tokenize(undefined);
		calls.answer({ type: "failed", id, cause: "key" });
		answer(1);
		expect(await outcome(call)).toBe(tokenOf(1));
	});

	test("that repeats or contradicts an earlier one changes nothing", async () => {
		calls.open(send);
		const call = calls.tokenize(undefined);
		answer(1);
		calls.answer({ type: "failed", id: 1, cause: "key" });
		answer(1);
		expect(await outcome(call)).toBe(tokenOf(1));
	});

	test("to a call that the frame never received is forged, and changes nothing", async () => {
		const call = calls.tokenize(undefined);
		answer(1);
		calls.open(send);
		calls.answer({ type: "invalid", id: 1, fields: ["number"] });
		expect(await outcome(call)).toBe("invalid number");
	});

	test("to one call does not end another", async () => {
		calls.open(send);
		const [first, second] = [calls.tokenize(undefined), calls.tokenize(undefined)];
		answer(2);
		answer(1);
		expect([await outcome(first), await outcome(second)]).toEqual([tokenOf(1), tokenOf(2)]);
	});
});

test("a removed form rejects every call, sent or not, and leaves no timer", async () => {
	calls.open(send);
	const running = calls.tokenize(undefined);
	calls.open();
	const waiting = calls.tokenize(undefined);
	calls.rejectAll(new CardFormError("destroyed"));
	expect([await outcome(running), await outcome(waiting)]).toEqual(["destroyed", "destroyed"]);
	expect(vi.getTimerCount()).toBe(0);
});

/** The effect of a bad connection on one call: how often each answer arrives, and how late. */
const fate = fc.record({
	waitsBefore: fc.nat(500),
	answers: fc.array(
		fc.record({
			type: fc.constantFrom<"token" | "invalid" | "failed">("token", "invalid", "failed"),
			/** Occasionally another call's number. */
			shift: fc.constantFrom(0, 0, 0, 1, -1, 1_000),
			after: fc.nat(12_000),
		}),
		{ maxLength: 4 },
	),
});

function makeAnswer(type: "token" | "invalid" | "failed", id: number): Extract<ToHost, { type: typeof type }> {
	if (type === "token") return { type, id, token: tokenOf(id), cardholder };
	return type === "invalid" ? { type, id, fields: ["number"] } : { type, id, cause: "session" };
}

test("every call ends once and in time, with its own token if any, even when answers are lost, delayed, repeated or reordered", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: 8 }), fc.nat(2_000), async (fates, opensAfter) => {
			calls = createTokenCalls();
			setTimeout(() => calls.open(send), opensAfter);
			const outcomes: string[][] = fates.map(() => []);
			for (const [index, { waitsBefore, answers }] of fates.entries()) {
				await vi.advanceTimersByTimeAsync(waitsBefore);
				void outcome(calls.tokenize(undefined)).then((result) => outcomes[index]?.push(result));
				for (const { type, shift, after } of answers) {
					setTimeout(() => calls.answer(makeAnswer(type, index + 1 + shift)), after);
				}
			}
			await vi.advanceTimersByTimeAsync(timeLimit);
			for (const [index, results] of outcomes.entries()) {
				expect(results).toHaveLength(1);
				expect([tokenOf(index + 1), "invalid number", "session", "timeout"]).toContain(results[0]);
			}
			await vi.advanceTimersByTimeAsync(12_000);
			expect(outcomes.flat()).toHaveLength(fates.length);
			expect(vi.getTimerCount()).toBe(0);
		}),
		{ numRuns: 300 },
	);
});
