import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLog } from "../log/log.ts";
import { type Job, repeatJobs } from "./repeat.ts";

const everyMs = 1_000;

let lines: string[];

beforeEach(() => {
	vi.useFakeTimers();
	lines = [];
});

afterEach(() => {
	vi.useRealTimers();
});

function start(...jobs: Pick<Job, "name" | "run">[]) {
	const log = createLog({ level: "info", destination: { write: (line) => void lines.push(line) } });
	return repeatJobs(
		jobs.map((job) => ({ ...job, everyMs })),
		log,
	);
}

describe("repeatJobs", () => {
	test("runs a job at once and then at its interval", async () => {
		const run = vi.fn(async () => {});
		const jobs = start({ name: "job", run });
		expect(run).toHaveBeenCalledTimes(1);
		await vi.advanceTimersByTimeAsync(everyMs - 1);
		expect(run).toHaveBeenCalledTimes(1);
		await vi.advanceTimersByTimeAsync(1);
		expect(run).toHaveBeenCalledTimes(2);
		await vi.advanceTimersByTimeAsync(3 * everyMs);
		expect(run).toHaveBeenCalledTimes(5);
		await jobs.stop();
	});

	test("never overlaps runs of a job: the interval starts when a run ends", async () => {
		const end = Promise.withResolvers<void>();
		const run = vi.fn(() => end.promise);
		const jobs = start({ name: "slow", run });
		await vi.advanceTimersByTimeAsync(10 * everyMs);
		expect(run).toHaveBeenCalledTimes(1);
		end.resolve();
		await vi.advanceTimersByTimeAsync(everyMs);
		expect(run).toHaveBeenCalledTimes(2);
		await jobs.stop();
	});

	test("X-52 logs a failed run, continues, and delays no other job", async () => {
		const failing = vi.fn(async () => {
			throw new Error("no connection");
		});
		const other = vi.fn(async () => {});
		const jobs = start({ name: "failing", run: failing }, { name: "other", run: other });
		await vi.advanceTimersByTimeAsync(2 * everyMs);
		expect(failing).toHaveBeenCalledTimes(3);
		expect(other).toHaveBeenCalledTimes(3);
		expect(lines).toHaveLength(3);
		expect(lines[0]).toContain('"job":"failing"');
		expect(lines[0]).toContain("no connection");
		await jobs.stop();
	});

	test("waits for active runs on stop and starts no more", async () => {
		const end = Promise.withResolvers<void>();
		const run = vi.fn(() => end.promise);
		const stopped = vi.fn();
		const stopping = start({ name: "job", run }).stop().then(stopped);
		await vi.advanceTimersByTimeAsync(10 * everyMs);
		expect(stopped).not.toHaveBeenCalled();
		end.resolve();
		await stopping;
		await vi.advanceTimersByTimeAsync(10 * everyMs);
		expect(run).toHaveBeenCalledTimes(1);
		expect(vi.getTimerCount()).toBe(0);
	});

	test("a run that reaches its time limit is told to end, and delays no other job", async () => {
		const run = vi.fn((limit?: AbortSignal) => new Promise((resolve) => limit?.addEventListener("abort", resolve)));
		const other = vi.fn(async () => {});
		const jobs = start({ name: "slow", run }, { name: "other", run: other });
		await vi.advanceTimersByTimeAsync(119 * everyMs);
		expect(other).toHaveBeenCalledTimes(120);
		expect(lines).toEqual([]);
		await vi.advanceTimersByTimeAsync(2 * everyMs);
		expect(run).toHaveBeenCalledTimes(2);
		expect(lines).toEqual([expect.stringContaining('"job":"slow","ms":120000')]);
		const stopping = jobs.stop();
		await vi.advanceTimersByTimeAsync(120 * everyMs);
		await stopping;
	});

	test("stops at once between two runs", async () => {
		const run = vi.fn(async () => {});
		const jobs = start({ name: "job", run });
		await vi.advanceTimersByTimeAsync(1);
		await jobs.stop();
		expect(vi.getTimerCount()).toBe(0);
	});

	test("logs no failure caused by the stop", async () => {
		const end = Promise.withResolvers<void>();
		const stopping = start({ name: "job", run: () => end.promise }).stop();
		end.reject(new Error("the database is closed"));
		await stopping;
		expect(lines).toEqual([]);
	});
});
