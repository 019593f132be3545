import { type Forgetting, forgetSettledAccounts } from "../eft/forget-accounts.ts";
import type { Job } from "./repeat.ts";

/** Keeps no bank account longer than its payments may come back. */
export function bankAccountsJob(forgetting: Forgetting): Job {
	return { name: "bank accounts", everyMilliseconds: 3_600_000, run: () => forgetSettledAccounts(forgetting) };
}
