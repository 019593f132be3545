import type { Database } from "../../db/database.ts";
import { queueMail } from "../../mail/outbox.store.ts";
import { type AttemptKey, attemptReference } from "./reference.ts";

export interface QueuedNotice extends AttemptKey {
	/** `payment_failed` when the period is tried again, otherwise `subscription_suspended`. */
	kind: "payment_failed" | "subscription_suspended";
}

/**
 * Queues notices in the transaction of the change that they are about. The text of a mail is read when it is sent; a notice
 * that is no longer true by then is not sent.
 */
export async function queueNotices(transaction: Database, notices: QueuedNotice[]): Promise<void> {
	await queueMail(
		transaction,
		notices.map((notice) => ({ kind: notice.kind, reference: attemptReference(notice) })),
	);
}
