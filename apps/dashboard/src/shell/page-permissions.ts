import type { PageName } from "../addresses.ts";
import type { Permission } from "./permission.ts";

/** The permission that a page needs to be shown at all. */
export const pagePermissions: Record<PageName, Permission | undefined> = {
	overview: "transactions.read",
	transactions: "transactions.read",
	transaction: "transactions.read",
	settlements: "transactions.read",
	settlement: "transactions.read",
	disputes: "transactions.read",
	dispute: "transactions.read",
	virtualTerminal: "charge",
	wallet: "wallet.read",
	customers: "customers.read",
	customer: "customers.read",
	subscription: "customers.read",
	subscriptions: "customers.read",
	plans: "plans.read",
	settings: "settings.read",
	credentials: "settings.read",
	keys: "settings.read",
	origins: "settings.read",
	partners: "settings.read",
	processorAccounts: "account.live",
	developers: "settings.read",
	endpoints: "settings.read",
	endpoint: "settings.read",
	events: "audit.read",
	event: "audit.read",
	staff: "staff.write",
	audit: "audit.read",
	account: undefined,
};
