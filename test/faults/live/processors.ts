// A module for PROCESSORS_MODULE: the example processor, with short times for tests that wait for them.
import { createExampleProcessor } from "../../../packages/processor-kit/src/example.ts";

export const processors = [
	createExampleProcessor({
		url: process.env.LIVE_ACQUIRER_URL ?? "",
		timeLimitMs: 2_000,
		// Longer than the acquirer delays a request.
		maximumDelayMs: 5_000,
	}),
];
