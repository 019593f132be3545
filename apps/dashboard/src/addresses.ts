export const root = "/app";

/** Every page's address. A part in braces is an id. The gateway answers exactly these with the application's page. */
export const addresses = {
	overview: "/app",
	transactions: "/app/transactions",
	transaction: "/app/transactions/{transaction_id}",
	settlements: "/app/settlements",
	settlement: "/app/settlements/{settlement_id}",
	disputes: "/app/disputes",
	dispute: "/app/disputes/{dispute_id}",
	virtualTerminal: "/app/virtual-terminal",
	paymentLinks: "/app/payment-links",
	paymentLink: "/app/payment-links/{link_lookup_id}",
	wallet: "/app/wallet",
	walletPayment: "/app/wallet/payments/{transaction_id}",
	customers: "/app/customers",
	customer: "/app/customers/{customer_lookup_id}",
	subscription: "/app/customers/{customer_lookup_id}/subscriptions/{subscription_lookup_id}",
	subscriptions: "/app/subscriptions",
	plans: "/app/plans",
	plan: "/app/plans/{plan_lookup_id}",
	settings: "/app/settings",
	credentials: "/app/settings/credentials",
	keys: "/app/settings/keys",
	origins: "/app/settings/origins",
	partners: "/app/settings/partners",
	processorAccounts: "/app/settings/processors",
	developers: "/app/developers",
	endpoints: "/app/developers/endpoints",
	endpoint: "/app/developers/endpoints/{endpoint_id}",
	events: "/app/developers/events",
	event: "/app/developers/events/{event_id}",
	staff: "/app/staff",
	audit: "/app/audit",
	account: "/app/account",
} as const;

export type PageName = keyof typeof addresses;
