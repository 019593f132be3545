import type { Job } from "@cardseal/platform/jobs";
import { type ForgetAccountsOptions, forgetSettledAccounts } from "./forget-accounts.ts";

export function forgetAccountsJob(options: ForgetAccountsOptions): Job {
	return { name: "bank accounts", everyMs: 3_600_000, run: () => forgetSettledAccounts(options) };
}
