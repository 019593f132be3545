import { afterEach, expect, test } from "vitest";
import { forkWorker } from "./cluster-workers.ts";

const { execPath } = process;

afterEach(() => {
	process.execPath = execPath;
});

test("a worker whose process cannot be started has ended without an exit code, and was not ready", async () => {
	process.execPath = "/nowhere/node";
	const worker = forkWorker({ gatewayId: "gateway", publicUrl: undefined, leave: () => true });
	expect(await worker.ready).toBe(false);
	expect(await worker.ended).toEqual({
		code: null,
		signal: null,
		error: expect.objectContaining({ code: "ENOENT" }),
	});
	worker.stop();
	worker.kill();
});
