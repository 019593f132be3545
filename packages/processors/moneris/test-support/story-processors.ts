// A module for PROCESSORS_MODULE: Moneris at a simulator, with short times.
import { createMoneris } from "../src/adapter.ts";

export const processors = [
	createMoneris({
		// Read at each request: the tests of one worker share this module.
		get url() {
			return process.env.LIVE_ACQUIRER_URL ?? "";
		},
		sandboxUrl: "",
		timeLimitMs: 2_000,
		maximumDelayMs: 5_000,
	}),
];
