import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createTracing } from "./tracing.ts";

/** Returns the address of a collector that is away. */
async function closedEndpoint(): Promise<string> {
	const server = createServer();
	await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
	const { port } = server.address() as AddressInfo;
	await new Promise((closed) => server.close(closed));
	return `http://127.0.0.1:${port}`;
}

test("a collector that is away is logged, and does not fail the end of the process", async () => {
	const warnings: string[] = [];
	const log = { warn: (_about: object, message: string) => warnings.push(message) } as never;
	const endpoint = await closedEndpoint();
	const tracing = await createTracing({ endpoint, serviceName: "cardseal", perSecond: 10, elapsedMs: () => 0, log });
	tracing.tracer.startSpan("POST").end();
	await expect(tracing.stop()).resolves.toBeUndefined();
	expect(warnings).toEqual(["the collector takes no traces; they are lost"]);
});
