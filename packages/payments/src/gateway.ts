import { cardTestingCommands } from "./card-testing/card-testing.command.ts";
import { transactionCommands } from "./unresolved/attention/transaction.command.ts";

/** The manifest of the service: what the gateway joins with that of others. */
export const payments = {
	name: "payments",
	commands: [cardTestingCommands, transactionCommands],
};
