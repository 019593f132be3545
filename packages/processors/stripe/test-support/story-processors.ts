// A module for PROCESSORS_MODULE: Stripe at a simulator, with short times.
import { createStripe } from "../src/adapter.ts";

export const processors = [
	createStripe({
		// Read at each request: the tests of one worker share this module.
		get url() {
			return process.env.LIVE_ACQUIRER_URL ?? "";
		},
		timeLimitMs: 2_000,
		maximumDelayMs: 5_000,
	}),
];
