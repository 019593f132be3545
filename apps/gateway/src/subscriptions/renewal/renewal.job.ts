import type { BusinessWork } from "../../jobs/business-work.ts";
import type { RenewalRun } from "./renewal-run.ts";

/** Renews due subscriptions. */
export function renewalWork({ nextAt, run }: RenewalRun): BusinessWork {
	return { name: "renewals", nextAt, run };
}
