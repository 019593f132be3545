import type { BusinessWork } from "@cardseal/platform/jobs";
import type { Eft } from "../eft.ts";
import type { Rail } from "../rails/rail.ts";
import { findFirstToSubmit } from "../transaction/eft-transactions.store.ts";
import { recordRailOutcome } from "./record-rail-outcome.ts";
import { errorOf, submitQueued } from "./submit-queued.ts";

const batchSize = 100;

/** A process may die at any step: repeated submissions and outcomes change nothing. */
export function railWork(eft: Omit<Eft, "vault">): BusinessWork {
	const { database, rails } = eft;
	return {
		name: "bank payments",
		async nextAt() {
			const times = [findFirstToSubmit(database), ...rails.all.map((rail) => rail.nextOutcomeAt())];
			const known = (await Promise.all(times)).filter((time) => time !== undefined);
			return known.length === 0 ? undefined : Math.min(...known);
		},
		async run(limit) {
			const failures: unknown[] = [];
			for (const rail of rails.all) {
				failures.push(...(await submitQueued(eft, rail, limit)), ...(await recordOutcomes(eft, rail, limit)));
			}
			if (failures.length > 0) throw new AggregateError(failures, "Some bank payments failed.");
			return {};
		},
	};
}

/** Returns the errors; the rail lists failed outcomes again. */
async function recordOutcomes(
	eft: Pick<Eft, "database" | "clocks">,
	rail: Rail,
	limit: AbortSignal | undefined,
): Promise<unknown[]> {
	for (;;) {
		const outcomes = await rail.listOutcomes(batchSize);
		const recorded = [];
		const failures = [];
		for (const outcome of outcomes) {
			const failure = await errorOf(recordRailOutcome(eft, outcome));
			if (failure === undefined) recorded.push(outcome);
			else failures.push(failure);
		}
		if (recorded.length > 0) await rail.acknowledge(recorded);
		if (failures.length > 0 || outcomes.length < batchSize || limit?.aborted) return failures;
	}
}
