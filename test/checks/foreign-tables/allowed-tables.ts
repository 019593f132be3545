import type { AllowedTables } from "./foreign-tables.ts";

/** Statements that use tables across packages or neighbourhoods, against the arrows. A new one needs a reason. */
export const allowedTables: AllowedTables = {
	"apps/gateway/src/schema/0001-initial/restores.store.ts": {
		tables: ["installation"],
		because: "The first migration gives a new database its id; restore stands above the schema.",
	},
	"packages/customers/src/card-testing/attempts.store.ts": {
		tables: ["widget_sessions"],
		because: "An attempt counts for the network that opened the session of the card form, which imports card-testing.",
	},
	"packages/customers/src/cards/pending-cards.store.ts": {
		tables: ["transactions"],
		because:
			"A pending card is stored or deleted by its charge's status, under the customer's lock; payments imports customers.",
	},
	"packages/customers/src/customer-list.store.ts": {
		tables: ["subscriptions"],
		because: "The list filters by plan and subscription, with one scan and one order.",
	},
	"packages/events/src/endpoints/endpoints.store.ts": {
		tables: ["client_credentials", "oauth_grants", "partners", "staff"],
		because: "An endpoint ends with the credential, grant or member that made it; oauth and staff import events.",
	},
	"packages/merchants/src/staff-mails/owner-mails.store.ts": {
		tables: ["staff"],
		because: "Owners get a mail from the transaction of a feature below staff.",
	},
	"packages/merchants/src/processor-accounts/processor-accounts.store.ts": {
		tables: ["transactions"],
		because: "A removed account with transactions stays its merchant's: another one would read its settlements.",
	},
	"packages/merchants/src/request-log/request-log.store.ts": {
		tables: ["transactions"],
		because: "An id in an address is stored only if the merchant has that transaction; payments imports merchants.",
	},
	"packages/payments/src/receipts/receipts.store.ts": {
		tables: ["renewal_attempts", "subscriptions"],
		because: "A receipt of a renewal names its subscription, and is read when it is sent.",
	},
	"packages/identity/src/staff/members/orphaned.store.ts": {
		tables: ["client_credentials", "partners", "oauth_grants"],
		because: "The colleague who removes a member sees the clients whose secrets the member may know.",
	},
};
