// A module for PROCESSORS_MODULE: the example processor, with short times for tests that wait for them.
import { createExampleProcessor } from "../../../packages/processor-kit/src/example.ts";

export const processors = [
	createExampleProcessor({
		// Read at each request: the tests of one worker share this module, and each has an acquirer.
		get url() {
			return process.env.LIVE_ACQUIRER_URL ?? "";
		},
		timeLimitMs: 2_000,
		// Longer than the acquirer delays a request.
		maximumDelayMs: 5_000,
	}),
];
