import type { Clocks } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { closeOpenNotice, type OpenNotice } from "../processor-events/processor-events.store.ts";

/**
 * Changes no transaction.
 *
 * @returns `false` when it was closed before
 */
export function closeNotice(
	{ database, clocks }: { database: Database; clocks: Clocks },
	notice: OpenNotice,
	{ reason, caller }: { reason: string; caller: Caller },
): Promise<boolean> {
	const { merchantId, processor, noticeId: object, state, problem, reference } = notice;
	return database.transaction().execute(async (transaction) => {
		if (!(await closeOpenNotice(transaction, notice, clocks.real.now()))) return false;
		const details = { processor, state, problem: problem ?? "", reference: reference ?? "", reason };
		await recordEvent(transaction, clocks, { type: "notice.closed", object, merchantId, caller, details });
		return true;
	});
}
