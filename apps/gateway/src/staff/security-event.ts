import type { Caller } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { newLookupId } from "../ids.ts";
import { insertMails } from "../mail/outbox.store.ts";
import type { SecurityEventType } from "./security-event-type.ts";
import { insertSecurityNotice } from "./security-notices.store.ts";
import type { SigningStaff } from "./staff.store.ts";

/**
 * Writes down that what a staff member signs in with was changed, or used up, and has them told by mail: they may not be
 * the one who did it.
 */
export async function recordSecurityEvent(
	{ clocks }: { clocks: Clocks },
	transaction: Database,
	{ id, merchantId }: Pick<SigningStaff, "id" | "merchantId">,
	{ type, caller }: { type: SecurityEventType; caller: Caller },
): Promise<void> {
	await recordEvent(transaction, clocks, { type, object: String(id), merchantId, caller });
	const noticeId = newLookupId();
	await insertSecurityNotice(transaction, {
		id: noticeId,
		staff_id: id,
		event: type,
		client_address: caller.clientAddress,
		occurred_at: clocks.real.now(),
	});
	await insertMails(transaction, [{ kind: "account_security", reference: noticeId }]);
}
