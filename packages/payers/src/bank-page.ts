import { findByReference, nextActionOf } from "@cardseal/payments";
import type { LinkPayers } from "./payers.ts";

/** Returns the bank's page, while the payer may authenticate. */
export async function bankPageOf({ payments }: LinkPayers, transactionId: string): Promise<string | undefined> {
	const payment = await findByReference(payments.database, transactionId);
	return payment && (await nextActionOf(payments, payment))?.url;
}
