import type { Clock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { insertAftPayments } from "./aft-payments.store.ts";
import type { Rail } from "./rail.ts";
import { storedOutcomes } from "./rail-outcomes.store.ts";

/** A bank confirms nothing: a payment counts as settled some business days after its value date. */
export function createAftRail({ database, clock }: { database: Database; clock: Clock }): Rail {
	return {
		...storedOutcomes(database, "aft.outcomes", clock),
		name: "aft",
		submit: (payments) => insertAftPayments(database, payments, clock.now()),
	};
}
