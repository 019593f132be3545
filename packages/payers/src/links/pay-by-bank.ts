import { getCustomer } from "@cardseal/customers";
import { payerLink, readRequestState, writeRequest } from "@cardseal/eft";
import { findMerchant } from "@cardseal/merchants";
import type { Language } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { BankPayers } from "../payers.ts";
import type { PaymentLink } from "../tables.ts";
import { beingPaid, linkEnded, withdrawFromBank } from "./claim-link.ts";
import { lockForBank, setBankRequest } from "./links.store.ts";

/**
 * Returns the address on which the payer pays an open link from a bank account. Payers of one link share one request.
 * Until it is accepted, a card may pay instead, which withdraws it.
 *
 * @throws Problem 409 when the link ended or is being paid, or no rail takes the payment
 */
export async function payByBank(
	{ payments, transfers }: BankPayers,
	{ id, merchant_id: merchantId }: PaymentLink,
	{ language, caller }: { language: Language; caller: Caller },
): Promise<string> {
	const { database, clocks } = payments;
	const merchant = await findMerchant(database, { id: merchantId });
	if (merchant === undefined) throw linkEnded();
	const requestId = await database.transaction().execute(async (transaction) => {
		const now = clocks.business.now();
		const link = await lockForBank(transaction, id, { now, realNow: clocks.real.now() });
		if (link === undefined) throw beingPaid();
		const { eft_transaction_id: known, customer_lookup_id: customer } = link;
		if (known !== null && (await readRequestState(transaction, known, now)) === "open") return known;
		// It may have been accepted since the link was read.
		if (!(await withdrawFromBank(clocks, transaction, link))) throw beingPaid();
		const { transaction_id: written } = await writeRequest(transfers, transaction, {
			merchant,
			customer: customer === null ? undefined : await getCustomer(transaction, merchant, customer),
			cents: link.amount_cents,
			description: link.description,
			metadata: link.metadata,
			expiresAt: link.expires_at,
			caller,
		});
		await setBankRequest(transaction, link, written);
		return written;
	});
	return payerLink(payments, requestId, language);
}
