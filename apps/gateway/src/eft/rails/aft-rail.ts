import type { Clock } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { insertAftPayments } from "./aft-payments.store.ts";
import { acknowledgeOutcomes, findDueOutcomes, findNextOutcome } from "./outcomes.store.ts";
import type { Rail } from "./rail.ts";

const table = "aft.outcomes";

/**
 * The rail of bank files: payments wait for `npm run eft -- batch`, which writes them, and come back by `npm run eft --
 * import`. A bank confirms nothing: what has not come back some business days after its value date counts as settled,
 * and may come back all the same.
 */
export function createAftRail({ database, clock }: { database: Database; clock: Clock }): Rail {
	return {
		name: "aft",
		submit: (payments) => insertAftPayments(database, payments, clock.now()),
		nextOutcomeAt: () => findNextOutcome(database, table),
		listOutcomes: (limit) => findDueOutcomes(database, table, { now: clock.now(), limit }),
		acknowledge: (outcomes) => acknowledgeOutcomes(database, table, outcomes),
	};
}
