// A module for PROCESSORS_MODULE: Bambora at a simulator, with short times.
import { createBambora } from "../src/adapter.ts";

export const processors = [
	createBambora({
		// Read at each request: the tests of one worker share this module.
		get url() {
			return process.env.LIVE_ACQUIRER_URL ?? "";
		},
		timeLimitMs: 5_000,
		maximumDelayMs: 5_000,
	}),
];
