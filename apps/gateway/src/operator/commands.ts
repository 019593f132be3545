import { inviteOwner, personFields } from "@cardseal/identity/gateway";
import { merchantCommands } from "@cardseal/merchants/gateway";
import type { CommandGroup } from "@cardseal/platform/operator";
import { partsOf } from "../services.ts";
import { customerCommands } from "./commands/customers/customer.command.ts";
import { migrateCommands } from "./commands/database/migrate.command.ts";
import { restoreCommands } from "./commands/database/restore.command.ts";
import { keyCommands } from "./commands/keys/keys.command.ts";
import { processorTryCommands } from "./commands/payments/processor-try.command.ts";
import { reconcileCommands } from "./commands/payments/reconcile.command.ts";
import type { GatewayContext } from "./context.ts";

type GatewayCommands = CommandGroup<GatewayContext>;

const all: readonly GatewayCommands[] = [
	...partsOf("commands").flat(),
	processorTryCommands,
	merchantCommands({ personFields, inviteOwner }),
	customerCommands,
	reconcileCommands,
	keyCommands,
	migrateCommands,
	restoreCommands,
];

/** The help lists commands as an installation needs them: its merchants first, rare ones last, then any others. */
const order =
	"merchant staff credential partner origin hosted-form-only card-testing processor customer transaction settlement reconcile dunning-mails bank-account wallet eft keys audit migrate restore";

const names = new Set([...order.split(" "), ...all.map(({ name }) => name)]);

/** All commands may run beside a gateway. Groups of one name, of several services, are one group. */
export const commandGroups: readonly GatewayCommands[] = [...names].map((name) => {
	const groups = all.filter((group) => group.name === name);
	const [first] = groups;
	if (first === undefined) throw new Error(`There is no command ${name}.`);
	const terms = Object.fromEntries(groups.flatMap((group) => Object.entries(group.terms)));
	return { ...first, terms, commands: groups.flatMap(({ commands }) => commands) };
});
