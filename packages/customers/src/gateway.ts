import { cardTestingCommands } from "./card-testing/card-testing.command.ts";
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
	personalColumns: { cards: ["description"], customers: [...customerDetailNames, "metadata"] },
	eventSchemas,
} as const;

export { createCardTestingTables } from "./card-testing/create-tables.store.ts";
export { cardTestingLimitsOf } from "./card-testing/limits.ts";
export { createCustomerTables } from "./create-tables.store.ts";
export type { CustomerDetails } from "./customer-details.ts";
export { customerServiceRoutes } from "./routes.ts";
