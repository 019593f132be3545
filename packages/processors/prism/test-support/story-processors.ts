// A module for PROCESSORS_MODULE: Bambora at a simulator.
import { createAdapter } from "../src/adapter.ts";
import { createBridge } from "../src/bridge.ts";
import { bambora } from "../src/connectors/bambora.ts";

// Its process ends with the tests.
const bridge = createBridge({ node: process.env.PRISM_NODE });
await bridge.start();

export const processors = [
	createAdapter(bambora, {
		bridge,
		webhookBridge: bridge,
		baseUrl: `${process.env.LIVE_ACQUIRER_URL}/v1`,
		timeoutMs: 5_000,
	}),
];
