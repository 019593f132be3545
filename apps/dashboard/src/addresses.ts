export const root = "/app";

/**
 * Every page's address, and the permission that it needs to be shown at all. A part in braces is an id. The gateway
 * answers exactly these addresses with the application's page.
 */
export const pages = {
	overview: ["/app", "transactions.read"],
	transactions: ["/app/transactions", "transactions.read"],
	transaction: ["/app/transactions/{transaction_id}", "transactions.read"],
	settlements: ["/app/settlements", "transactions.read"],
	settlement: ["/app/settlements/{settlement_id}", "transactions.read"],
	disputes: ["/app/disputes", "transactions.read"],
	dispute: ["/app/disputes/{dispute_id}", "transactions.read"],
	virtualTerminal: ["/app/virtual-terminal", "charge"],
	paymentLinks: ["/app/payment-links", "transactions.read"],
	paymentLink: ["/app/payment-links/{link_lookup_id}", "transactions.read"],
	wallet: ["/app/wallet", "wallet.read"],
	walletPayment: ["/app/wallet/payments/{transaction_id}", "wallet.read"],
	customers: ["/app/customers", "customers.read"],
	customer: ["/app/customers/{customer_lookup_id}", "customers.read"],
	subscription: ["/app/customers/{customer_lookup_id}/subscriptions/{subscription_lookup_id}", "customers.read"],
	subscriptions: ["/app/subscriptions", "customers.read"],
	plans: ["/app/plans", "plans.read"],
	plan: ["/app/plans/{plan_lookup_id}", "plans.read"],
	settings: ["/app/settings", "settings.read"],
	credentials: ["/app/settings/credentials", "settings.read"],
	keys: ["/app/settings/keys", "settings.read"],
	origins: ["/app/settings/origins", "settings.read"],
	partners: ["/app/settings/partners", "settings.read"],
	processorAccounts: ["/app/settings/processors", "account.live"],
	developers: ["/app/developers", "settings.read"],
	endpoints: ["/app/developers/endpoints", "settings.read"],
	endpoint: ["/app/developers/endpoints/{endpoint_id}", "settings.read"],
	events: ["/app/developers/events", "audit.read"],
	event: ["/app/developers/events/{event_id}", "audit.read"],
	staff: ["/app/staff", "staff.write"],
	audit: ["/app/audit", "audit.read"],
	account: ["/app/account", undefined],
} as const;

export type PageName = keyof typeof pages;
