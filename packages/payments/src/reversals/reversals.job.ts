import type { Job } from "@cardseal/platform/jobs";
import type { Payments } from "../payments.ts";
import { reverseDue } from "./reverse.ts";

/** Reverses approved charges that a rule of their merchant declined, at start and every second. */
export function reversalsJob(payments: Payments): Job {
	return { name: "reversals", everyMs: 1_000, run: () => reverseDue(payments) };
}
