import type { Job } from "@cardseal/platform/jobs";
import type { Payments } from "../payments.ts";
import { reverseDue } from "./reverse.ts";

export function reversalsJob(payments: Payments): Job {
	return { name: "reversals", everyMs: 1_000, run: () => reverseDue(payments) };
}
