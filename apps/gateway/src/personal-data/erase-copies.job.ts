import type { Job } from "@cardseal/platform/jobs";
import { type ErasureContext, eraseDueCopies } from "./erase-customer.ts";

export function eraseCopiesJob(context: Pick<ErasureContext, "database" | "clocks">): Job {
	return { name: "erasure", everyMs: 10_000, run: (limit) => eraseDueCopies(context, limit) };
}
