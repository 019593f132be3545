// A module for PROCESSORS_MODULE: Adyen at a simulator, with short times.
import { createAdyen } from "../src/adapter.ts";

export const processors = [
	createAdyen({
		// Read at each request: the tests of one worker share this module.
		get url() {
			return process.env.LIVE_ACQUIRER_URL ?? "";
		},
		timeLimitMs: 2_000,
		// The simulator's day ends when the test says so.
		reportsAfterMs: 0,
	}),
];
