import type { Database } from "@cardseal/platform/db";
import type { Modification } from "@cardseal/vault";
import type { Transaction } from "../tables.ts";

/** The columns that modifications of a transaction change. */
export const unmodified = { refunded_cents: 0, refunding_cents: 0, captured_by: null, voided_by: null } as const;

interface Reservation {
	type: Modification;
	amountCents: number;
	transactionId: string;
}

/** Reserves on a locked original what the outcome confirms or releases. */
export async function reserveOnOriginal(
	transaction: Database,
	{ id, refunding_cents: refundingCents }: Pick<Transaction, "id" | "refunding_cents">,
	{ type, amountCents, transactionId }: Reservation,
): Promise<void> {
	const columns = {
		capture: { captured_by: transactionId },
		refund: { refunding_cents: refundingCents + amountCents },
		void: { voided_by: transactionId },
	};
	await transaction.updateTable("transactions").set(columns[type]).where("id", "=", id).execute();
}

/** Confirms or releases the reservation of the modification `decided` on its `original`, in an update. */
export const confirmOrRelease = `
			refunding_cents = original.refunding_cents - case when decided.type = 'refund' then decided.amount_cents else 0 end,
			refunded_cents = original.refunded_cents
				+ case when decided.type = 'refund' and decided.status = 'APPROVED' then decided.amount_cents else 0 end,
			captured = original.captured or (decided.type = 'capture' and decided.status = 'APPROVED'),
			captured_by = case when decided.type = 'capture' and decided.status = 'DECLINED' then null
				else original.captured_by end,
			voided_by = case when decided.type = 'void' and decided.status = 'DECLINED' then null
				else original.voided_by end`;
