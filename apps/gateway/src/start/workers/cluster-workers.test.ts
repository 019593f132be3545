import cluster from "node:cluster";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type ClusterWorker, forkWorker } from "./cluster-workers.ts";

const { execPath } = process;

afterEach(() => {
	process.execPath = execPath;
	vi.restoreAllMocks();
});

describe("a worker whose process cannot be started", () => {
	const fork = () => forkWorker(undefined);

	async function expectEnded(worker: ClusterWorker, code: string): Promise<void> {
		expect(await worker.ready).toBe(false);
		expect(await worker.ended).toEqual({ code: null, signal: null, error: expect.objectContaining({ code }) });
		expect(worker.pid).toBeUndefined();
		worker.stop();
		worker.kill();
	}

	test("has ended, where its program is missing", async () => {
		process.execPath = "/nowhere/node";
		await expectEnded(fork(), "ENOENT");
	});

	test("has ended, where the system refuses a process at once", async () => {
		const refused = Object.assign(new Error("spawn ENOMEM"), { code: "ENOMEM" });
		vi.spyOn(cluster, "fork").mockImplementation(() => {
			throw refused;
		});
		await expectEnded(fork(), "ENOMEM");
	});
});
