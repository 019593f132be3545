import type { Merchant } from "@cardseal/merchants";
import { type Clocks, newLookupId, Problem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { queueMail } from "@cardseal/platform/mail";
import { getTransaction } from "../transaction/transactions.store.ts";
import { againReference, hasReceipts } from "./receipt.ts";
import { sendsReceipts } from "./receipts.store.ts";

const refusals = {
	nothing: () =>
		new Problem(
			"no_receipt",
			"This transaction has no receipt: only approved sales, authorizations, captures and refunds have one.",
		),
	voided: () =>
		new Problem(
			"receipt_of_voided_transaction",
			"This transaction was voided: no money moved, so a receipt would be wrong.",
		),
	captured: () =>
		new Problem(
			"receipt_of_captured_authorization",
			"This authorization was captured, so it is not held any more. Send the capture's receipt.",
		),
	nobody: () => new Problem("no_receipt_address", "The payment has no email address to send the receipt to."),
	off: () => new Problem("receipts_off", "Receipts are turned off in the settings. Turn them on, then send this one."),
};

/**
 * @returns the recipient's address
 * @throws Problem 404, 409
 */
export async function sendReceiptAgain(
	{ database, clocks }: { database: Database; clocks: Clocks },
	merchant: Pick<Merchant, "id">,
	id: string,
	caller: Caller,
): Promise<string> {
	const paid = await getTransaction(database, merchant.id, id);
	if (!hasReceipts(paid.type) || paid.status !== "APPROVED") throw refusals.nothing();
	if (paid.voided_by !== null) throw refusals.voided();
	if (paid.captured_by !== null) throw refusals.captured();
	if (paid.email === null) throw refusals.nobody();
	if (!(await sendsReceipts(database, merchant.id))) throw refusals.off();
	const object = paid.transaction_id;
	await database.transaction().execute(async (transaction) => {
		await queueMail(transaction, [{ kind: "receipt_again", reference: againReference(object, newLookupId()) }]);
		await recordEvent(transaction, clocks, { type: "receipt.sent_again", object, merchantId: merchant.id, caller });
	});
	return paid.email;
}
