import type { Merchant } from "@cardseal/merchants";
import { charge, type PaymentResponse, type Payments, type Transaction } from "@cardseal/payments";
import { capture, chargeRequestSchema, getTransaction, refund, voidOriginal } from "@cardseal/payments/gateway";
import { formatDollars, Problem } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { ProcessorAdapter } from "@cardseal/vault";

export interface Tried {
	asked: string;
	/** The result, or the reason for which nothing was sent. */
	answer: string;
	message: string | null;
	processorTransactionId: string | null;
}

interface Rehearsal {
	merchant: Merchant;
	currency: string;
	adapter: Pick<ProcessorAdapter, "testCard">;
	caller: Caller;
	now: number;
}

/**
 * Makes payments at an account of a test system, as a demo merchant's server would: a sale, which is looked up by our
 * reference and refunded in part, an authorization that is captured in part, and one that is voided.
 */
export async function tryAccount(payments: Payments, rehearsal: Rehearsal): Promise<Tried[]> {
	const sale = await tryCharge(payments, rehearsal, "sale", 11_00);
	const lookUp = await tryLookUp(payments, sale.transaction);
	const refunded = await tryChange(payments, rehearsal, "refund", sale.transaction, 5_00);
	const hold = await tryCharge(payments, rehearsal, "authorization", 21_00);
	const captured = await tryChange(payments, rehearsal, "capture", hold.transaction, 15_00);
	const other = await tryCharge(payments, rehearsal, "authorization", 31_00);
	const voided = await tryChange(payments, rehearsal, "void", other.transaction, 31_00);
	return [sale.tried, lookUp, refunded, hold.tried, captured, other.tried, voided];
}

async function tryCharge(
	payments: Payments,
	{ merchant, currency, adapter, caller, now }: Rehearsal,
	operation: "sale" | "authorization",
	amountCents: number,
): Promise<TriedPayment> {
	const asked = `${operation} of ${formatDollars(amountCents)} ${currency}`;
	const { number, month, year, securityCode } = adapter.testCard ?? defaultCard(now);
	const request = chargeRequestSchema.parse({
		amount: amountCents / 100,
		currency,
		card_number: number,
		card_expiry_month: Number(month),
		card_expiry_year: Number(`20${year}`),
		cvv2: securityCode,
		first_name: "Ada",
		last_name: "Okafor",
		email: "ada@example.com",
		address1: "1 King Street",
		city: "Toronto",
		province: "ON",
		country: "CA",
		postal_code: "M5H 1A1",
		sending_receipt: false,
	});
	const initiator = { merchant, channel: "E_COMMERCE", userId: null } as const;
	const command = { operation, initiator, caller, wanted: { kind: "given" }, request, keyed: undefined } as const;
	return tryPayment(payments, merchant, asked, charge(payments, command));
}

async function tryChange(
	payments: Payments,
	{ merchant, currency, caller }: Rehearsal,
	operation: "capture" | "refund" | "void",
	found: Transaction | undefined,
	amountCents: number,
): Promise<Tried> {
	const asked = `${operation} of ${formatDollars(amountCents)} ${currency}`;
	if (found?.status !== "APPROVED") return notAsked(asked);
	const initiator = { merchant, channel: "E_COMMERCE", userId: null } as const;
	const command = { initiator, found, keyed: undefined, caller };
	const changing = {
		capture: () => capture(payments, { ...command, amountCents }),
		refund: () => refund(payments, { ...command, amountCents }),
		void: () => voidOriginal(payments, command),
	};
	return (await tryPayment(payments, merchant, asked, changing[operation]())).tried;
}

/** As after a lost answer: without the processor's id. */
async function tryLookUp(payments: Payments, sale: Transaction | undefined): Promise<Tried> {
	const asked = "look-up of the sale by our reference";
	if (sale === undefined) return notAsked(asked);
	const { transaction_id: reference, type: operation, amount_cents: amountCents, currency } = sale;
	const inquiry = await payments.processorOf(sale).inquire({
		reference,
		operation,
		amountCents,
		currency,
		requestedAt: sale.created_at,
		processorTransactionId: null,
		original: null,
	});
	return {
		asked,
		answer: inquiry.result,
		message: inquiry.result === "unknown" ? inquiry.reason : null,
		processorTransactionId: ("processorTransactionId" in inquiry && inquiry.processorTransactionId) || null,
	};
}

interface TriedPayment {
	tried: Tried;
	transaction?: Transaction;
}

async function tryPayment(
	{ database }: Payments,
	merchant: Merchant,
	asked: string,
	paying: Promise<PaymentResponse>,
): Promise<TriedPayment> {
	try {
		const { body } = await paying;
		const transaction = await getTransaction(database, merchant.id, body.transaction_id);
		const { status, decline_code: code, message, processor_transaction_id: processorTransactionId } = transaction;
		const answer = code === null ? status : `${status} ${code}`;
		return { tried: { asked, answer, message, processorTransactionId }, transaction };
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		const { reason, message } = error;
		return { tried: { asked, answer: `refused ${reason}`, message, processorTransactionId: null } };
	}
}

function notAsked(asked: string): Tried {
	return { asked, answer: "not asked", message: "Its original was not approved.", processorTransactionId: null };
}

function defaultCard(now: number) {
	const year = String((new Date(now).getUTCFullYear() + 2) % 100);
	return { number: "4242424242424242", month: "12", year, securityCode: "123" };
}
