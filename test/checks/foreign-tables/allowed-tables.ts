import type { AllowedTables } from "./foreign-tables.ts";

/** Statements that use tables across neighbourhoods, against the arrows. A new one needs a reason. */
export const allowedTables: AllowedTables = {
	"audit-list/audit-list.store.ts": {
		tables: [
			"transactions",
			"customers",
			"cards",
			"plans",
			"subscriptions",
			"staff_invitations",
			"staff",
			"passkeys",
			"client_credentials",
			"partners",
		],
		because: "The list of audit events shows the names of what they are about, for one page in one statement.",
	},
	"card-testing/attempts.store.ts": {
		tables: ["widget_sessions"],
		because: "An attempt counts for the network that opened the session of the card form, which imports card-testing.",
	},
	"customers/cards/pending-cards.store.ts": {
		tables: ["transactions"],
		because: "A pending card follows its first charge, also when the gateway died in between.",
	},
	"customers/customer-list.store.ts": {
		tables: ["subscriptions"],
		because: "The list filters by plan and subscription, with one scan and one order.",
	},
	"eft/approvals/approvals.store.ts": {
		tables: ["client_credentials", "oauth_grants", "partners"],
		because: "An approval needs, in its transaction, that the client that asked still has access.",
	},
	"events/endpoints/endpoints.store.ts": {
		tables: ["client_credentials", "oauth_grants", "partners", "staff"],
		because: "An endpoint ends with the credential, grant or member that made it; oauth and staff import events.",
	},
	"going-live/currencies.store.ts": {
		tables: ["plans", "subscriptions"],
		because: "A merchant needs accounts for the currencies of its plans.",
	},
	"merchants/staff-notices/owner-notices.store.ts": {
		tables: ["staff"],
		because: "Owners get a notice from the transaction of a feature below staff.",
	},
	"merchants/processor-accounts/processor-accounts.store.ts": {
		tables: ["transactions"],
		because: "A removed account with transactions stays its merchant's: another one would read its settlements.",
	},
	"payments/receipts/receipts.store.ts": {
		tables: ["renewal_attempts", "subscriptions"],
		because: "A receipt of a renewal names its subscription, and is read when it is sent.",
	},
	"request-log/request-log.store.ts": {
		tables: ["transactions", "client_credentials", "partners"],
		because: "The list shows names of clients, and finds requests about a transaction and its refunds.",
	},
	"staff/members/orphaned.store.ts": {
		tables: ["client_credentials", "partners", "oauth_grants"],
		because: "The colleague who removes a member sees the clients whose secrets the member may know.",
	},
};
