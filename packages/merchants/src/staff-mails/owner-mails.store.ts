import { newLookupId } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { queueMail } from "@cardseal/platform/mail";
import type { GatewayTables } from "@cardseal/platform/tables";
import { type Insertable, sql } from "kysely";
import type { BankAccountEventType, OwnerMailDetails, OwnerReminder, OwnerWarning } from "./owner-mail.ts";

type NewStaffMail = Insertable<GatewayTables["staff_notices"]>;

/** Joins the transaction of the change. */
export async function queueStaffMails(transaction: Database, mails: NewStaffMail[]): Promise<void> {
	if (mails.length === 0) return;
	await transaction.insertInto("staff_notices").values(mails).execute();
	await queueMail(
		transaction,
		mails.map(({ kind, id }) => ({ kind, reference: id })),
	);
}

export type OwnerMail = {
	merchantId: number;
	details: OwnerMailDetails;
	caller: Caller;
	/** Business time, ms since 1970. */
	now: number;
	/** Every owner by default. */
	onlyTo?: number;
} & ({ kind: "owner_notice"; event: OwnerWarning } | { kind: "bank_account_changed"; event: BankAccountEventType });

/**
 * Warns owners, since a stranger may have made the change.
 * @param transaction makes the change as well
 */
export async function notifyOwners(transaction: Database, mail: OwnerMail): Promise<void> {
	const { actor } = mail.caller;
	// The gateway itself is no stranger.
	if (actor.kind === "system") return;
	await queueForOwners(transaction, mail);
}

const gatewayItself: Caller = { actor: { kind: "system", part: "gateway" }, clientAddress: null, requestId: null };

export function remindOwners(
	transaction: Database,
	reminder: Pick<OwnerMail, "merchantId" | "details" | "now"> & { event: OwnerReminder },
): Promise<void> {
	return queueForOwners(transaction, { ...reminder, kind: "owner_notice", caller: gatewayItself });
}

type QueuedOwnerMail = Omit<OwnerMail, "kind" | "event"> & Pick<NewStaffMail, "kind" | "event">;

async function queueForOwners(transaction: Database, mail: QueuedOwnerMail): Promise<void> {
	const { merchantId, kind, event, caller, now, onlyTo } = mail;
	const { actor, clientAddress } = caller;
	const { rows: owners } = await sql<{ id: number }>`
		select id from staff
		where merchant_id = staff_merchant_of(${merchantId}) and role = 'owner' and removed_at is null
			and id = coalesce(${onlyTo ?? null}, id)
		order by id`.execute(transaction);
	const details = { ...mail.details, ...(actor.kind === "client" && { client_id: actor.clientId }) };
	const mails = owners.map(
		({ id }): NewStaffMail => ({
			id: newLookupId(),
			kind,
			staff_id: id,
			// A demo twin has the same staff.
			merchant_id: event.startsWith("staff.") ? null : merchantId,
			event,
			details,
			changed_by: actor.kind === "staff" ? actor.userId : null,
			client_address: clientAddress,
			occurred_at: now,
		}),
	);
	await queueStaffMails(transaction, mails);
}
