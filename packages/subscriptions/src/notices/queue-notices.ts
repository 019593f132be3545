import type { Database } from "@cardseal/platform/db";
import { queueMail } from "@cardseal/platform/mail";
import { type AttemptKey, attemptReference } from "./reference.ts";

export interface QueuedNotice extends AttemptKey {
	kind: "payment_failed" | "subscription_suspended";
}

/** Queues in the transaction of the change. Notices outdated at sending are dropped. */
export async function queueNotices(transaction: Database, notices: QueuedNotice[]): Promise<void> {
	await queueMail(
		transaction,
		notices.map((notice) => ({ kind: notice.kind, reference: attemptReference(notice) })),
	);
}
