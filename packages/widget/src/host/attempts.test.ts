import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FailureCause } from "../wire/messages.ts";
import { type Progress, startAttempts } from "./attempts.ts";

/** The payer sees a failure within this time, in ms. */
const limit = 30_000;

interface Frame {
	report: (progress: Progress) => void;
	isThere: boolean;
}

let frames: Frame[];
let isOnline: boolean;
let onReady: ReturnType<typeof vi.fn<() => void>>;
let onFailed: ReturnType<typeof vi.fn<(cause: FailureCause) => void>>;

beforeEach(() => {
	vi.useFakeTimers();
	frames = [];
	isOnline = true;
	vi.stubGlobal("navigator", {
		get onLine() {
			return isOnline;
		},
	});
	onReady = vi.fn();
	onFailed = vi.fn();
});

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

function start(act: (frame: Frame, attempt: number) => void = () => {}): () => void {
	const load = (report: Frame["report"]) => {
		const frame = { report, isThere: true };
		frames.push(frame);
		act(frame, frames.length);
		return () => {
			frame.isThere = false;
		};
	};
	return startAttempts(load, onReady, onFailed);
}

const later = (frame: Frame, progress: Progress, milliseconds = 10) =>
	setTimeout(() => frame.report(progress), milliseconds);
const fails = (cause: FailureCause) => (frame: Frame) => later(frame, cause);

/** Number of frames left after all possible events. */
function framesLeft(): number {
	vi.advanceTimersByTime(10 * limit);
	return frames.filter(({ isThere }) => isThere).length;
}

test("a frame that gets ready stays, and no failure is reported", () => {
	start((frame) => {
		later(frame, "loaded", 300);
		later(frame, "connected", 400);
		later(frame, "ready", 700);
	});
	expect(framesLeft()).toBe(1);
	expect(onReady).toHaveBeenCalledTimes(1);
	expect(onFailed).not.toHaveBeenCalled();
	expect(vi.getTimerCount()).toBe(0);
});

test.each<FailureCause>(["blocked", "timeout", "session", "offline"])(
	"a transient failure (%s) is tried three times before the page gets an error",
	(cause) => {
		start(fails(cause));
		expect(framesLeft()).toBe(0);
		expect(frames).toHaveLength(3);
		expect(onFailed.mock.calls.map(([cause]) => cause)).toEqual([cause]);
	},
);

test.each<FailureCause>(["csp", "origin", "key", "version"])(
	"a permanent failure (%s) is reported at once, online or not",
	(cause) => {
		isOnline = false;
		start(fails(cause));
		expect(framesLeft()).toBe(0);
		expect(frames).toHaveLength(1);
		expect(onFailed.mock.calls.map(([cause]) => cause)).toEqual([cause]);
	},
);

test("a frame that is still loading on a slow network is not loaded again", () => {
	start((frame) => {
		later(frame, "connected", 14_000);
		later(frame, "ready", 29_000);
	});
	expect(framesLeft()).toBe(1);
	expect(frames).toHaveLength(1);
	expect(onReady).toHaveBeenCalledTimes(1);
});

test("the third frame may still get ready, and the failures of the first two are not reported", () => {
	start((frame, attempt) => {
		if (attempt < 3) later(frame, "session");
		else later(frame, "ready");
	});
	expect(framesLeft()).toBe(1);
	expect(onReady).toHaveBeenCalledTimes(1);
	expect(onFailed).not.toHaveBeenCalled();
});

describe("the cause is", () => {
	test.each<[FailureCause, string, Progress[]]>([
		["timeout", "nothing ever comes of the frame", []],
		["blocked", "a document comes that says nothing", ["loaded"]],
		["session", "the frame connects and does not get ready, since the gateway gives it no session", ["connected"]],
		["session", "the frame connects after it was loaded, and does not get ready", ["loaded", "connected"]],
	])("%s when %s", (cause, _, progress) => {
		start((frame) => {
			for (const [index, step] of progress.entries()) later(frame, step, 100 * (index + 1));
		});
		expect(framesLeft()).toBe(0);
		expect(onFailed.mock.calls.map(([cause]) => cause)).toEqual([cause]);
	});

	test("session when an earlier frame got none, and the last one is silent until the time limit", () => {
		start((frame, attempt) => {
			if (attempt === 1) later(frame, "connected", 100);
			if (attempt === 1) later(frame, "session", 20_000);
		});
		expect(framesLeft()).toBe(0);
		expect(onFailed.mock.calls.map(([cause]) => cause)).toEqual(["session"]);
	});

	test("offline when the browser reports no network", () => {
		isOnline = false;
		start();
		expect(framesLeft()).toBe(0);
		expect(onFailed.mock.calls.map(([cause]) => cause)).toEqual(["offline"]);
	});
});

test("a form that the payer has seen is not reloaded, which would delete the input", () => {
	start((frame) => {
		later(frame, "ready");
		later(frame, "session", 20_000);
	});
	expect(framesLeft()).toBe(0);
	expect(frames).toHaveLength(1);
	expect(onFailed.mock.calls.map(([cause]) => cause)).toEqual(["session"]);
});

test("X-27 reports of a removed frame change nothing", () => {
	const stop = start();
	const [gone] = frames;
	vi.advanceTimersByTime(16_000);
	expect(gone?.isThere).toBe(false);
	gone?.report("ready");
	gone?.report("key");
	expect(onReady).not.toHaveBeenCalled();
	expect(onFailed).not.toHaveBeenCalled();
	stop();
	for (const { report } of frames) report("ready");
	expect(onReady).not.toHaveBeenCalled();
});

test("1,000 starts and stops, each at another moment, leave no frame and no timer", () => {
	for (let index = 0; index < 1_000; index++) {
		const stop = start(index % 2 === 0 ? fails("session") : undefined);
		vi.advanceTimersByTime(index % 50);
		stop();
	}
	expect(frames.every(({ isThere }) => !isThere)).toBe(true);
	expect(vi.getTimerCount()).toBe(0);
});

const causes: FailureCause[] = ["blocked", "csp", "timeout", "origin", "key", "session", "version"];
const step = fc.record({
	progress: fc.oneof(
		fc.constantFrom<Progress>("loaded", "connected", "ready"),
		fc.constantFrom(...causes).map((cause): Progress => cause),
	),
	after: fc.nat(40_000),
});

test("the page gets one event within 30 s, ready or the reason for the failure, whatever happens in between", () => {
	fc.assert(
		fc.property(fc.array(fc.array(step, { maxLength: 5 }), { minLength: 3, maxLength: 3 }), (scripts) => {
			frames = [];
			onReady = vi.fn();
			onFailed = vi.fn();
			const stop = start((frame, attempt) => {
				for (const { progress, after } of scripts[attempt - 1] ?? []) later(frame, progress, after);
			});
			vi.advanceTimersByTime(limit);
			expect(onReady.mock.calls.length + onFailed.mock.calls.length).toBeGreaterThanOrEqual(1);
			expect(onFailed.mock.calls.length).toBeLessThanOrEqual(1);
			expect(frames.filter(({ isThere }) => isThere)).toHaveLength(1 - onFailed.mock.calls.length);
			stop();
			vi.advanceTimersByTime(2 * limit);
			expect(frames.filter(({ isThere }) => isThere)).toEqual([]);
			expect(vi.getTimerCount()).toBe(0);
		}),
		{ numRuns: 1_000 },
	);
});
