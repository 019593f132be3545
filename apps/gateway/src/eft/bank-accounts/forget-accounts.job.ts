import type { Job } from "../../jobs/repeat.ts";
import { type Forgetting, forgetSettledAccounts } from "./forget-accounts.ts";

/** Keeps no bank account longer than its payments may come back. */
export function bankAccountsJob(forgetting: Forgetting): Job {
	return { name: "bank accounts", everyMs: 3_600_000, run: () => forgetSettledAccounts(forgetting) };
}
