// A module for PROCESSORS_MODULE: Bambora at a simulator.
import { createBambora } from "../src/adapter.ts";

export const processors = [
	createBambora({ url: process.env.LIVE_ACQUIRER_URL ?? "", timeLimitMs: 5_000, maximumDelayMs: 5_000 }),
];
