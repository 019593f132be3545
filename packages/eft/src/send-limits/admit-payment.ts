import type { BankAccount } from "@cardseal/aft";
import { requireSteppedUp } from "@cardseal/identity";
import { notifyOwners } from "@cardseal/merchants";
import { formatAmount, Problem } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Eft } from "../eft.ts";
import type { EftKind } from "../transaction/eft-transaction.ts";
import { addToPayee, type PaidPayee, readPayee, sumPaidSince } from "./send-limits.store.ts";
import { readSendLimits, type SendLimits } from "./send-limits.ts";

const dayMs = 24 * 3_600_000;

const raise = "or raise the limit on the Wallet page.";

const refusals = {
	perPayment: (limit: string, advice: string) =>
		new Problem("payment_limit_exceeded", `One payment is at most ${limit}. ${advice}, ${raise}`),
	perDay: (limit: string, advice: string) =>
		new Problem("daily_limit_exceeded", `Payments within 24 hours are at most ${limit} together. ${advice}, ${raise}`),
	perNewPayee: (limit: string, advice: string) =>
		new Problem(
			"new_payee_limit_exceeded",
			`A new account gets at most ${limit} in its first 24 hours. ${advice}, ${raise}`,
		),
	approval: (limit: string) =>
		new Problem(
			"approval_required",
			`Payments above ${limit} need a second person, and requests cannot wait for one. Ask for another way to pay.`,
		),
};

type Advice = Record<"perPayment" | "perDay" | "perNewPayee", string>;

const adviceToSender: Advice = {
	perPayment: "Send less",
	perDay: "Send the rest later",
	perNewPayee: "Send the rest later",
};

const adviceToWithdrawer: Advice = { ...adviceToSender, perDay: "Withdraw the rest later" };

const adviceToApprover: Advice = {
	perPayment: "Reject this one",
	perDay: "Approve this one later",
	perNewPayee: "Approve this one later",
};

interface LimitedPayment {
	merchantId: number;
	/** A keyed hash of the payee. */
	fingerprint: Buffer;
	cents: number;
	/** Business time. */
	now: number;
}

export interface PaymentToAdmit extends LimitedPayment {
	/** The payee in the owners' email. */
	payee: string;
	isSteppedUp: boolean;
	/** False for an immediate payment. */
	canWait: boolean;
	caller: Caller;
}

export function fingerprintOfAccount({ vault }: Pick<Eft, "vault">, account: BankAccount): Buffer {
	const { institutionNumber, transitNumber, accountNumber } = account;
	return vault.mac("payee_fingerprint", ["account", institutionNumber, transitNumber, accountNumber].join("|"));
}

/** @param id the vault's */
export function fingerprintOfLinkedAccount({ vault }: Pick<Eft, "vault">, id: string): Buffer {
	return vault.mac("payee_fingerprint", `linked|${id}`);
}

export function fingerprintOfMerchant({ vault }: Pick<Eft, "vault">, merchantId: number): Buffer {
	return vault.mac("payee_fingerprint", `merchant|${merchantId}`);
}

/**
 * Requires step-up for a new payee or a large amount, and emails the owners unless the payment waits.
 * @param transaction has written the payment and locked the wallet, so that parallel payments count each other
 * @returns whether the payment waits for a second person
 * @throws Problem 400, 403
 */
export async function admitPayment(transaction: Database, payment: PaymentToAdmit): Promise<boolean> {
	const { merchantId, payee: about, cents, now, caller } = payment;
	const payee = await addToPayee(transaction, payment);
	const limits = await requireWithinLimits(transaction, { ...payment, kind: "send", payee }, adviceToSender);
	const waits = cents > limits.approve_above.cents;
	if (waits && !payment.canWait) throw refusals.approval(formatAmount(limits.approve_above.cents, "CAD"));
	const needsStepUp = payee.isNew || cents > limits.confirm_above.cents;
	if (needsStepUp) requireSteppedUp(payment);
	if (waits || !needsStepUp) return waits;
	const event = payee.isNew ? "send.first_payment" : "send.above_limit";
	const details = { about, amount_cents: cents };
	await notifyOwners(transaction, { kind: "owner_notice", event, merchantId, details, caller, now });
	return false;
}

/**
 * Checks the daily limit.
 * @param transaction as for `admitPayment`
 * @returns whether the withdrawal waits for a second person
 * @throws Problem 400
 */
export async function admitDeposit(transaction: Database, deposit: LimitedPayment): Promise<boolean> {
	const payee = await addToPayee(transaction, deposit);
	const limits = await requireWithinLimits(transaction, { ...deposit, kind: "deposit", payee }, adviceToWithdrawer);
	return deposit.cents > limits.approve_above.cents;
}

/**
 * @param transaction has recorded the approval and locked the wallet
 * @throws Problem 400
 */
export async function admitApproved(transaction: Database, payment: LimitedPayment & { kind: EftKind }): Promise<void> {
	const payee = await readPayee(transaction, payment);
	await requireWithinLimits(transaction, { ...payment, payee }, adviceToApprover);
}

/**
 * Withdrawals have the daily limit alone.
 * @throws Problem 400
 */
async function requireWithinLimits(
	transaction: Database,
	payment: Omit<LimitedPayment, "fingerprint"> & { kind: EftKind; payee: Omit<PaidPayee, "isNew"> },
	advice: Advice,
): Promise<SendLimits> {
	const { merchantId, kind, cents, now, payee } = payment;
	const limits = await readSendLimits(transaction, merchantId, now);
	const paidTodayCents = await sumPaidSince(transaction, merchantId, now - dayMs);
	const { per_payment, per_day, per_new_payee } = limits;
	const text = (limit: { cents: number }) => formatAmount(limit.cents, "CAD");
	if (kind !== "deposit") {
		if (cents > per_payment.cents) throw refusals.perPayment(text(per_payment), advice.perPayment);
		const isNewPayee = now < payee.firstPaidAt + dayMs;
		if (isNewPayee && payee.paidCents > per_new_payee.cents)
			throw refusals.perNewPayee(text(per_new_payee), advice.perNewPayee);
	}
	if (paidTodayCents > per_day.cents) throw refusals.perDay(text(per_day), advice.perDay);
	return limits;
}
