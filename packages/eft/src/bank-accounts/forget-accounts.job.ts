import type { Job } from "../../jobs/repeat.ts";
import { type ForgetAccountsOptions, forgetSettledAccounts } from "./forget-accounts.ts";

export function forgetAccountsJob(options: ForgetAccountsOptions): Job {
	return { name: "bank accounts", everyMs: 3_600_000, run: () => forgetSettledAccounts(options) };
}
