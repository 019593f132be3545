import { readCard } from "@cardseal/customers";
import { findMerchant } from "@cardseal/merchants";
import { charge, findByReference, newTransactionId, type PaymentResponse } from "@cardseal/payments";
import { Problem } from "@cardseal/platform";
import type { KeyedRequest } from "@cardseal/platform/idempotency";
import { nameOfLink } from "../own-pages.ts";
import type { LinkPayers, PayerCaller } from "../payers.ts";
import type { PaymentLink } from "../tables.ts";
import { beingPaid, claimLink, linkEnded } from "./claim-link.ts";
import { endPaidLink } from "./end-link.ts";
import { releaseAttempt } from "./links.store.ts";

export interface LinkPayment {
	/** The card form made it. */
	token: string;
	email: string | null;
	/** The payer lets the merchant keep the card. */
	keepsCard: boolean;
	/** The bank is to authenticate the payer, where the processor can ask it to. */
	isChallenged: boolean;
	caller: PayerCaller;
}

/**
 * Charges the payer of an open link. Attempts have numbers, and each number is one key: whatever payers, tabs and
 * gateways do, one approval is all.
 *
 * @throws Problem 400 for the card, 409 when the link ended or is being paid
 */
export async function payLink(payers: LinkPayers, link: PaymentLink, payment: LinkPayment): Promise<PaymentResponse> {
	const { payments } = payers;
	const merchant = await findMerchant(payments.database, { id: link.merchant_id });
	if (merchant === undefined || link.status !== "OPEN") throw linkEnded();
	// Runs first: an unreadable card takes no attempt, and leaves the payer of the bank's page alone.
	const { caller } = payment;
	await readCard(payments, merchant, { token: payment.token }, caller);
	const { keyed, attempts } = await nextAttempt(payers, link);
	const { processor } = await payments.processorFor(merchant, link.currency);
	const isAuthenticated = payment.isChallenged && processor.authentication !== undefined;
	const transactionId = newTransactionId(payments, keyed);
	await claimLink(payers, link, { attempts, transactionId });
	const claimed = { ...link, attempts };
	const { customer_lookup_id: customerLookupId } = link;
	const isKept = payment.keepsCard && link.store_card === "ask" && customerLookupId !== null;
	try {
		const response = await charge(payments, {
			operation: link.operation,
			initiator: { merchant, channel: "INVOICE", userId: link.user_id },
			caller,
			wanted: isKept ? { kind: "new", customerLookupId } : { kind: "given" },
			request: {
				token: payment.token,
				amount: link.amount_cents,
				currency: link.currency,
				email: payment.email ?? link.email,
				amount_tax: link.amount_tax_cents,
				amount_tip: link.amount_tip_cents,
				invoice_id: link.invoice_id,
				metadata: link.metadata ?? undefined,
				sending_receipt: true,
				ip_address: caller.clientAddress,
				...(isAuthenticated && { three_d_secure: "always" }),
			},
			keyed,
			ownPage: nameOfLink(link),
		});
		await releaseAttempt(payments.database, claimed);
		await endPaidLink(payers, link.id);
		return response;
	} catch (error) {
		// A refused card wrote nothing. After any other error the number stays taken, as the charge may be there.
		if (error instanceof Problem) await releaseAttempt(payments.database, claimed);
		throw error;
	}
}

/** An attempt that wrote no transaction keeps its number, and so its key. */
async function nextAttempt(
	{ payments: { database } }: LinkPayers,
	link: PaymentLink,
): Promise<{ keyed: KeyedRequest; attempts: number }> {
	const { transaction_id: transactionId } = link;
	const last = transactionId === null ? undefined : await findByReference(database, transactionId);
	if (last !== undefined && last.status !== "DECLINED") throw beingPaid();
	const isUnwritten = transactionId !== null && last === undefined;
	const attempts = isUnwritten ? link.attempts : link.attempts + 1;
	return {
		attempts,
		keyed: {
			merchantId: link.merchant_id,
			route: "/pay/link",
			key: `${link.lookup_id} ${attempts}`,
			fingerprint: Buffer.from(link.lookup_id),
			// Number and link alone make the transaction's id, also after a restore.
			now: link.created_at,
		},
	};
}
