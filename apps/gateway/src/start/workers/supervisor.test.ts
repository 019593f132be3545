import { beforeEach, describe, expect, test } from "vitest";
import { createLog } from "../../../../../packages/platform/src/log/log.ts";
import type { Ending } from "./cluster-workers.ts";
import { createSupervisor, pauseBefore, type Supervisor, type WorkerProcess } from "./supervisor.ts";

interface FakeWorker extends WorkerProcess {
	orders: string[];
	becomeReady(): Promise<void>;
	end(ending?: Partial<Ending>): Promise<void>;
}

let workers: FakeWorker[];
let pauses: number[];
let now: number;
/** Ends the pauses that are waited for. */
let endPauses: () => Promise<void>;
let supervisor: Supervisor;

/** Lets all reactions to the last event run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

function fakeWorker(): FakeWorker {
	const ready = Promise.withResolvers<boolean>();
	const ended = Promise.withResolvers<Ending>();
	const orders: string[] = [];
	const worker: FakeWorker = {
		pid: workers.length + 1,
		orders,
		ready: ready.promise,
		ended: ended.promise,
		retire: () => void orders.push("retire"),
		stop: () => void orders.push("stop"),
		kill: () => void orders.push("kill"),
		async becomeReady() {
			ready.resolve(true);
			await settled();
		},
		async end(ending) {
			ready.resolve(false);
			ended.resolve({ code: 1, signal: null, ...ending });
			await settled();
		},
	};
	workers.push(worker);
	return worker;
}

function worker(number: number): FakeWorker {
	const found = workers[number - 1];
	if (found === undefined) throw new Error(`There is no worker ${number}.`);
	return found;
}

beforeEach(() => {
	workers = [];
	pauses = [];
	now = 0;
	let waiting: (() => void)[] = [];
	endPauses = async () => {
		for (const end of waiting.splice(0)) end();
		await settled();
	};
	waiting = [];
	supervisor = createSupervisor({
		count: 2,
		fork: fakeWorker,
		elapsedMs: () => now,
		pause(ms, signal) {
			pauses.push(ms);
			return new Promise((resolve) => {
				waiting.push(resolve);
				signal.addEventListener("abort", () => resolve());
			});
		},
		log: createLog({ level: "silent" }),
	});
});

async function startBoth(): Promise<void> {
	const started = supervisor.start();
	await worker(1).becomeReady();
	await worker(2).becomeReady();
	expect(await started).toBe(true);
}

describe("the supervisor", () => {
	test("starts the first worker alone, and the others once it is ready", async () => {
		const started = supervisor.start();
		await settled();
		expect(workers).toHaveLength(1);
		await worker(1).becomeReady();
		await worker(2).becomeReady();
		expect(await started).toBe(true);
		expect(workers).toHaveLength(2);
	});

	test("does not start when the first worker does not", async () => {
		const started = supervisor.start();
		await worker(1).end();
		expect(await started).toBe(false);
		expect(workers).toHaveLength(1);
	});

	test("starts a worker again that ends, with longer pauses while it keeps ending", async () => {
		await startBoth();
		for (let last = 2; last < 9; last++) {
			await worker(last).end({ signal: "SIGKILL", code: null });
			await endPauses();
		}
		expect(pauses).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]);
		expect(workers).toHaveLength(9);
		expect(worker(1).orders).toEqual([]);
	});

	test("forgets short lives after a worker has served for a minute", async () => {
		await startBoth();
		for (const last of [2, 3]) {
			await worker(last).end();
			await endPauses();
		}
		await worker(4).becomeReady();
		now += 60_000;
		await worker(4).end();
		expect(pauses).toEqual([0, 1_000, 0]);
	});

	test("replaces workers one after another, each when its successor serves", async () => {
		await startBoth();
		const reloaded = supervisor.reload();
		await settled();
		expect([workers.length, worker(1).orders]).toEqual([3, []]);
		await worker(3).becomeReady();
		expect(worker(1).orders).toEqual(["retire"]);
		expect(workers).toHaveLength(3);
		await worker(1).end({ code: 0 });
		await worker(4).becomeReady();
		expect(worker(2).orders).toEqual(["retire"]);
		await worker(2).end({ code: 0 });
		await reloaded;
		expect(workers).toHaveLength(4);
	});

	test("does not wait for idle connections of a replaced worker longer than 10 s", async () => {
		await startBoth();
		const reloaded = supervisor.reload();
		await worker(3).becomeReady();
		expect([workers.length, pauses]).toEqual([3, [10_000]]);
		await endPauses();
		await worker(4).becomeReady();
		await endPauses();
		await reloaded;
		expect([worker(1).orders, worker(2).orders]).toEqual([["retire"], ["retire"]]);
		const stopped = supervisor.stop();
		expect(worker(1).orders).toEqual(["retire", "stop"]);
		for (const number of [1, 2, 3, 4]) await worker(number).end({ code: 0 });
		await stopped;
		expect(workers).toHaveLength(4);
	});

	test("keeps the present workers when a new one does not start", async () => {
		await startBoth();
		const reloaded = supervisor.reload();
		await worker(3).end();
		await reloaded;
		expect([worker(1).orders, worker(2).orders, workers.length]).toEqual([[], [], 3]);
		await worker(1).end();
		await endPauses();
		expect(workers).toHaveLength(4);
	});

	test("starts a worker again that ends while its successor fails to start", async () => {
		await startBoth();
		const reloaded = supervisor.reload();
		await worker(1).end();
		await worker(3).end();
		await reloaded;
		expect(workers).toHaveLength(4);
	});

	test("a replacement that ends is started again", async () => {
		await startBoth();
		void supervisor.reload();
		await worker(3).becomeReady();
		await worker(1).end({ code: 0 });
		await worker(3).end();
		await endPauses();
		// The fourth is the successor of the second.
		expect(workers).toHaveLength(5);
	});

	test("a reload during a reload replaces all workers once more", async () => {
		await startBoth();
		const reloaded = supervisor.reload();
		void supervisor.reload();
		void supervisor.reload();
		for (const [successor, former] of [
			[3, 1],
			[4, 2],
			[5, 3],
			[6, 4],
		] as const) {
			await worker(successor).becomeReady();
			await worker(former).end({ code: 0 });
		}
		await reloaded;
		expect(workers).toHaveLength(6);
	});

	test("stops all workers, and starts none again", async () => {
		await startBoth();
		await worker(2).end();
		const stopped = supervisor.stop();
		expect(worker(1).orders).toEqual(["stop"]);
		await worker(1).end({ code: 0 });
		await stopped;
		expect(workers).toHaveLength(2);
		expect(worker(1).orders).toEqual(["stop"]);
	});

	test("kills a worker that does not stop in time", async () => {
		await startBoth();
		const stopped = supervisor.stop();
		await worker(1).end({ code: 0 });
		await endPauses();
		expect(worker(2).orders).toEqual(["stop", "kill"]);
		await worker(2).end({ code: null, signal: "SIGKILL" });
		await stopped;
		expect(pauses).toEqual([26_000]);
	});
});

test("the pause before a restart has a limit", () => {
	expect([0, 1, 2, 3, 6, 7, 1_000].map(pauseBefore)).toEqual([0, 0, 1_000, 2_000, 16_000, 30_000, 30_000]);
});
