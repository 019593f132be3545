export const root = "/app";

/**
 * Every page's address, and the permission that it needs to be shown at all. A part in braces is an id. The gateway
 * answers exactly these addresses with the application's page.
 */
export const pages = {
	overview: { address: "/app", permission: "transactions.read" },
	transactions: { address: "/app/transactions", permission: "transactions.read" },
	transaction: { address: "/app/transactions/{transaction_id}", permission: "transactions.read" },
	settlements: { address: "/app/settlements", permission: "transactions.read" },
	settlement: { address: "/app/settlements/{settlement_id}", permission: "transactions.read" },
	disputes: { address: "/app/disputes", permission: "transactions.read" },
	dispute: { address: "/app/disputes/{dispute_id}", permission: "transactions.read" },
	virtualTerminal: { address: "/app/virtual-terminal", permission: "charge" },
	paymentLinks: { address: "/app/payment-links", permission: "transactions.read" },
	paymentLink: { address: "/app/payment-links/{link_lookup_id}", permission: "transactions.read" },
	wallet: { address: "/app/wallet", permission: "wallet.read" },
	walletPayment: { address: "/app/wallet/payments/{transaction_id}", permission: "wallet.read" },
	customers: { address: "/app/customers", permission: "customers.read" },
	customer: { address: "/app/customers/{customer_lookup_id}", permission: "customers.read" },
	subscription: {
		address: "/app/customers/{customer_lookup_id}/subscriptions/{subscription_lookup_id}",
		permission: "customers.read",
	},
	subscriptions: { address: "/app/subscriptions", permission: "customers.read" },
	plans: { address: "/app/plans", permission: "plans.read" },
	plan: { address: "/app/plans/{plan_lookup_id}", permission: "plans.read" },
	settings: { address: "/app/settings", permission: "settings.read" },
	credentials: { address: "/app/settings/credentials", permission: "settings.read" },
	keys: { address: "/app/settings/keys", permission: "settings.read" },
	origins: { address: "/app/settings/origins", permission: "settings.read" },
	partners: { address: "/app/settings/partners", permission: "settings.read" },
	processorAccounts: { address: "/app/settings/processors", permission: "account.live" },
	developers: { address: "/app/developers", permission: "settings.read" },
	endpoints: { address: "/app/developers/endpoints", permission: "settings.read" },
	endpoint: { address: "/app/developers/endpoints/{endpoint_id}", permission: "settings.read" },
	events: { address: "/app/developers/events", permission: "audit.read" },
	event: { address: "/app/developers/events/{event_id}", permission: "audit.read" },
	staff: { address: "/app/staff", permission: "staff.write" },
	audit: { address: "/app/audit", permission: "audit.read" },
	account: { address: "/app/account", permission: undefined },
} as const;

export type PageName = keyof typeof pages;
