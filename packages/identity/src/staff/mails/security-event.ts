import type { SecurityEventType } from "@cardseal/merchants";
import type { Clocks } from "@cardseal/platform";
import { type AuditEventFacts, type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { SigningStaff } from "../members/members.store.ts";
import { notifyStaff } from "./notify-staff.ts";

type WithoutObject<Told> = Told extends AuditEventFacts ? Omit<Told, "object"> : never;

export type SecurityEvent = WithoutObject<Extract<AuditEventFacts, { type: SecurityEventType }>> & { caller: Caller };

/**
 * Notifies the member, since another person may have made the change.
 *
 * @param transaction makes the change as well
 * @param about the name that the member gave to the changed object
 */
export async function recordSecurityEvent(
	{ clocks }: { clocks: Clocks },
	transaction: Database,
	{ id, merchantId }: Pick<SigningStaff, "id" | "merchantId">,
	event: SecurityEvent,
	about?: string,
): Promise<void> {
	await recordEvent(transaction, clocks, { ...event, object: String(id), merchantId });
	await notifyStaff(transaction, {
		kind: "account_security",
		staffIds: [id],
		event: event.type,
		details: {
			...(event.type === "staff.role_changed" && { role: event.details.to }),
			...(about !== undefined && { about }),
		},
		caller: event.caller,
		now: clocks.real.now(),
	});
}
