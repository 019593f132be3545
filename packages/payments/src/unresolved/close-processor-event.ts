import type { Clocks } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { closeOpenProcessorEvent, type OpenProcessorEvent } from "../processor-events/processor-events.store.ts";

/**
 * Changes no transaction.
 *
 * @returns `false` when it was closed before
 */
export function closeProcessorEvent(
	{ database, clocks }: { database: Database; clocks: Clocks },
	processorEvent: OpenProcessorEvent,
	{ reason, caller }: { reason: string; caller: Caller },
): Promise<boolean> {
	const { merchantId, processor, eventId: object, state, problem, reference } = processorEvent;
	return database.transaction().execute(async (transaction) => {
		if (!(await closeOpenProcessorEvent(transaction, processorEvent, clocks.real.now()))) return false;
		const details = { processor, state, problem: problem ?? "", reference: reference ?? "", reason };
		await recordEvent(transaction, clocks, { type: "notice.closed", object, merchantId, caller, details });
		return true;
	});
}
