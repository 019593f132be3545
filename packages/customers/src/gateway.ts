import { cardTestingCommands } from "./card-testing/card-testing.command.ts";
import { createCardTestingTables } from "./card-testing/create-tables.store.ts";
import { createCustomerTables } from "./create-tables.store.ts";
import { customerDetailNames } from "./customer-details.ts";
import { eventSchemas } from "./event-schemas.ts";
import { namedCustomers } from "./names.store.ts";
import { deleteOldRows } from "./old-rows.ts";

/** The manifest of the service: what the gateway joins with that of others. */
export const customers = {
	commands: [cardTestingCommands],
	deleteOldRows,
	namedObjects: [namedCustomers],
	requiredPersonalColumns: { customers: ["email"] },
	createTables: { customers: createCustomerTables, cardTesting: createCardTestingTables },
	personalColumns: { cards: ["description"], customers: [...customerDetailNames, "metadata"] },
	eventSchemas,
} as const;

export { cardTestingLimitsOf } from "./card-testing/limits.ts";
export type { CustomerDetails } from "./customer-details.ts";
export { customerServiceRoutes } from "./routes.ts";
