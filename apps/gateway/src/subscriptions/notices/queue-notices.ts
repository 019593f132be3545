import type { Database } from "../../db/database.ts";
import { insertMails } from "../../mail/outbox.store.ts";
import { type AttemptKey, attemptReference } from "./reference.ts";

/** What a customer is to be told of a subscription. */
export interface QueuedNotice extends AttemptKey {
	/** `payment_failed` where the period is tried again, `subscription_suspended` where it is not. */
	kind: "payment_failed" | "subscription_suspended";
}

/**
 * Has customers told what became of their subscriptions, in one statement, which belongs into the transaction of the change:
 * neither stands without the other. What each mail says is read when it is sent; one that is not true any more by then is
 * not sent at all.
 */
export async function queueNotices(transaction: Database, notices: QueuedNotice[]): Promise<void> {
	await insertMails(
		transaction,
		notices.map((notice) => ({ kind: notice.kind, reference: attemptReference(notice) })),
	);
}
