import type { Caller, Happening } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { newLookupId } from "../../ids.ts";
import { insertMails } from "../../mail/outbox.store.ts";
import type { SigningStaff } from "../members/members.store.ts";
import type { SecurityEventType } from "./security-event-type.ts";
import { insertSecurityNotice } from "./security-notices.store.ts";

type WithoutObject<Told> = Told extends Happening ? Omit<Told, "object"> : never;

/** What became of a staff member's account, and who did it. */
export type SecurityEvent = WithoutObject<Extract<Happening, { type: SecurityEventType }>> & { caller: Caller };

/**
 * Writes down what became of a staff member's account, and has them told by mail: they may not be the one who did it.
 *
 * @param transaction the one of the change
 */
export async function recordSecurityEvent(
	{ clocks }: { clocks: Clocks },
	transaction: Database,
	{ id, merchantId }: Pick<SigningStaff, "id" | "merchantId">,
	event: SecurityEvent,
): Promise<void> {
	const { actor, clientAddress } = event.caller;
	await recordEvent(transaction, clocks, { ...event, object: String(id), merchantId });
	const noticeId = newLookupId();
	await insertSecurityNotice(transaction, {
		id: noticeId,
		staff_id: id,
		event: event.type,
		role: event.type === "staff.role_changed" ? event.details.to : null,
		changed_by: actor.kind === "staff" ? actor.userId : null,
		client_address: clientAddress,
		occurred_at: clocks.real.now(),
	});
	await insertMails(transaction, [{ kind: "account_security", reference: noticeId }]);
}
