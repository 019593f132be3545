import type { Database } from "../../db/database.ts";
import { queueMail } from "../../mail/outbox.store.ts";
import { type AttemptKey, attemptReference } from "./reference.ts";

export interface QueuedNotice extends AttemptKey {
	/** `payment_failed` when the period is tried again, otherwise `subscription_suspended`. */
	kind: "payment_failed" | "subscription_suspended";
}

/** Queues in the transaction of the change. A notice is read when it is sent, and dropped if outdated. */
export async function queueNotices(transaction: Database, notices: QueuedNotice[]): Promise<void> {
	await queueMail(
		transaction,
		notices.map((notice) => ({ kind: notice.kind, reference: attemptReference(notice) })),
	);
}
