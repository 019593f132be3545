import { emitEvent } from "@cardseal/events";
import { giveUp } from "@cardseal/payments";
import { notFound, Problem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { LinkPayers } from "../payers.ts";
import type { PaymentLink } from "../tables.ts";
import { withdrawFromBank } from "./claim-link.ts";
import { linkEventOf } from "./link-record.ts";
import { endAsCanceled, endAsPaid, findLink } from "./links.store.ts";

/** Ends a link whose payment is approved, once, with its event. */
export async function endPaidLink(payers: LinkPayers, id: number): Promise<void> {
	const { database, clocks } = payers.payments;
	await database.transaction().execute(async (transaction) => {
		const paid = await endAsPaid(transaction, id, clocks.business.now());
		if (paid !== undefined) await emitLink(transaction, "payment_link.paid", paid);
	});
}

/**
 * @throws Problem 404; 409 when it is paid, being paid or expired
 */
export async function cancelLink(
	payers: LinkPayers,
	{ merchantId, lookupId, caller }: { merchantId: number; lookupId: string; caller: Caller },
): Promise<PaymentLink> {
	const { database, clocks } = payers.payments;
	const link = await findLink(database, lookupId, { merchantId });
	if (link === undefined) throw notFound("payment_link");
	if (link.status === "CANCELED") return link;
	// A payer who stays away from the bank would hold the link.
	const { transaction_id: transactionId } = link;
	if (transactionId !== null) await giveUp(payers.payments, transactionId);
	return database.transaction().execute(async (transaction) => {
		const times = { now: clocks.business.now(), realNow: clocks.real.now() };
		const canceled = await endAsCanceled(transaction, link.id, times);
		const isEnded = canceled !== undefined && (await withdrawFromBank(clocks, transaction, canceled));
		if (!isEnded) throw notOpen(canceled === undefined ? ((await findLink(transaction, lookupId)) ?? link) : link);
		const about = { object: lookupId, merchantId, caller };
		await recordEvent(transaction, clocks, { ...about, type: "payment_link.canceled" });
		return canceled;
	});
}

function notOpen({ status, eft_transaction_id: bankRequest }: PaymentLink): Problem {
	const reasons = {
		PAID: "The link is paid. Refund the payment instead.",
		EXPIRED: "The link has expired: nobody can pay it any more.",
		CANCELED: "The link was cancelled.",
		OPEN:
			bankRequest === null
				? "A payer is paying now. Read the link in a minute."
				: "A payer pays from a bank account. The link ends when the money comes, or is open again when it does not.",
	};
	return new Problem("link_not_open", reasons[status]);
}

export function emitLink(
	transaction: Database,
	type: "payment_link.paid" | "payment_link.expired",
	link: PaymentLink,
): Promise<void> {
	const { merchant_id: merchantId, ended_at: endedAt } = link;
	return emitEvent(transaction, { type, merchantId, created: endedAt ?? 0, data: linkEventOf(link) });
}
