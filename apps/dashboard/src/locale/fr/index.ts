import type { Words } from "../words.ts";
import { account } from "./account.ts";
import { audit } from "./audit.ts";
import { customers } from "./customers.ts";
import { developers } from "./developers.ts";
import { disputes } from "./disputes.ts";
import { overview } from "./overview.ts";
import { paymentLinks } from "./payment-links.ts";
import { plans } from "./plans.ts";
import { problems } from "./problems.ts";
import { settings } from "./settings.ts";
import { settlements } from "./settlements.ts";
import { shared } from "./shared.ts";
import { shell } from "./shell.ts";
import { staff } from "./staff.ts";
import { subscriptions } from "./subscriptions.ts";
import { terminal } from "./terminal.ts";
import { transactions } from "./transactions.ts";
import { wallet } from "./wallet.ts";

export const fr: Words = {
	shared,
	shell,
	problems,
	overview,
	transactions,
	settlements,
	disputes,
	wallet,
	terminal,
	paymentLinks,
	customers,
	plans,
	subscriptions,
	settings,
	developers,
	staff,
	audit,
	account,
};
