import type { Clock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { insertAftPayments } from "./aft-payments.store.ts";
import type { Rail } from "./rail.ts";
import { acknowledgeOutcomes, findDueOutcomes, findNextOutcome } from "./rail-outcomes.store.ts";

const table = "aft.outcomes";

/** A bank confirms nothing: a payment counts as settled some business days after its value date. */
export function createAftRail({ database, clock }: { database: Database; clock: Clock }): Rail {
	return {
		name: "aft",
		submit: (payments) => insertAftPayments(database, payments, clock.now()),
		nextOutcomeAt: () => findNextOutcome(database, table),
		listOutcomes: (limit) => findDueOutcomes(database, table, { now: clock.now(), limit }),
		acknowledge: (outcomes) => acknowledgeOutcomes(database, table, outcomes),
	};
}
