import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestGateway, type TestGateway } from "../../fixtures/gateway.ts";
import { fuzz } from "./fuzz.ts";

const requests = Number(process.env.FUZZ_REQUESTS ?? 5_000);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const requestTimeoutMs = 20;

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 1_500, environment: { TRUST_PROXY: "127.0.0.1" } });
});

afterAll(() => gateway.stop());

test(
	`X-23 ${requests} random requests, with tokens, a session and raw connections, get no 5xx, one shape of error, and hold no loop`,
	async () => {
		console.log(`Repeat with: npm run lab -- soak fuzz --requests ${requests} --seed ${seed}`);
		const started = performance.now();
		const { faults, ...counts } = await fuzz(gateway, { requests, seed });
		console.log(JSON.stringify(counts), `${Math.round(performance.now() - started)} ms`);
		expect(faults).toEqual([]);
		// Many routes must be reached with success, or the run proves little.
		expect(counts.reached).toBeGreaterThan(counts.routes / 3);
	},
	300_000 + requests * requestTimeoutMs,
);
