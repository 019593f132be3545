import type { BankAccount } from "@cardseal/aft";
import { lockSessionOf, type StaffSession } from "@cardseal/identity";
import type { Merchant } from "@cardseal/merchants";
import { newLookupId } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { redact } from "@cardseal/platform/log";
import type { Eft } from "../eft.ts";
import { admitPayment, fingerprintOfMerchant } from "../send-limits/admit-payment.ts";
import { giveToRail, insertEftTransaction } from "../transaction/eft-transactions.store.ts";
import { advanceEft } from "../transaction/emit-eft.ts";
import { eftMessages } from "../transaction/messages.ts";
import { creditWallet, transferFunds } from "../wallet/wallet.ts";
import { type Agreement, textOf } from "./agreement.ts";
import { anonymous, answerOpenRequest } from "./answer-request.ts";
import { insertMandate, type StoredRequest, saveAnswer } from "./requests.store.ts";

/** The client controls the header. */
const maximumUserAgentLength = 255;

export interface BankPayment {
	account: BankAccount;
	holder: string;
	agreement: Agreement;
	clientAddress: string;
	requestId: string;
	userAgent: string;
}

/**
 * Funds are uncleared until the bank has paid.
 * @throws Problem 409 when no rail takes the payment
 */
export async function payByBank(eft: Eft, request: StoredRequest, payment: BankPayment): Promise<"paid" | "closed"> {
	const { merchant, transactionId, amountCents: cents } = request;
	const { account, holder, agreement, clientAddress, userAgent } = payment;
	const merchantId = merchant.id;
	const rail = eft.rails.railFor(merchant);
	return answerOpenRequest<"paid">(eft, merchantId, transactionId, async (transaction, now) => {
		const { id, masked } = await eft.vault.storeBankAccount(transaction.withTables(), { account, merchantId });
		await insertMandate(transaction, {
			transaction_id: transactionId,
			holder_name: holder,
			masked_account: masked,
			language: agreement.language,
			agreement: textOf(agreement.paragraphs),
			agreement_hash: agreement.hash,
			agreed_at: now,
			client_address: clientAddress,
			user_agent: redact(userAgent).slice(0, maximumUserAgentLength),
		});
		await accept(eft, transaction, request, { message: eftMessages.acceptedByBank, caller: payment, now });
		const details = { rail: rail.name, partyName: holder, bankAccountId: id, maskedAccount: masked };
		await giveToRail(transaction, transactionId, details);
		await creditWallet(transaction, { merchantId, transactionId, cents, now });
		return "paid";
	});
}

export interface WalletPayment {
	payer: Merchant;
	isSteppedUp: boolean;
	caller: Caller;
	session?: Pick<StaffSession, "staff" | "sessionId">;
}

/**
 * Moves the funds, or none.
 * @throws Problem 400 when a limit is exceeded, 401 when the session has ended, 403 without step-up for a first or a
 * large payment
 */
export async function payFromWallet(
	eft: Eft,
	request: StoredRequest,
	{ payer, isSteppedUp, caller, session }: WalletPayment,
): Promise<"paid" | "closed" | "not_enough"> {
	const { merchant, transactionId, amountCents: cents } = request;
	return answerOpenRequest<"paid" | "not_enough">(eft, payer.id, transactionId, async (transaction, now) => {
		if (session !== undefined) await lockSessionOf(transaction, session);
		const transfer = { from: payer.id, to: merchant.id, transactionId, cents, now };
		// First, so that "not_enough" leaves nothing written.
		if (!(await transferFunds(transaction, transfer))) return "not_enough";
		const accepted = { message: eftMessages.acceptedFromWallet, caller, now, settledAt: now };
		await accept(eft, transaction, request, accepted);
		const paymentId = await writePayment(transaction, request, payer, now);
		const fingerprint = fingerprintOfMerchant(eft, merchant.id);
		const admitted = { merchantId: payer.id, fingerprint, payee: merchant.name, cents, now, isSteppedUp, caller };
		await admitPayment(transaction, { ...admitted, canWait: false });
		await recordEvent(transaction, eft.clocks, {
			type: "eft_request.paid",
			object: paymentId,
			details: { request: request.processorTransactionId, amount_cents: cents },
			merchantId: payer.id,
			caller,
		});
		return "paid";
	});
}

async function writePayment(transaction: Database, request: StoredRequest, payer: Merchant, now: number) {
	const { transaction_id: id } = await insertEftTransaction(transaction, {
		transaction_id: newLookupId(),
		merchant_id: payer.id,
		kind: "payment",
		email: request.sender.replyTo,
		amount_cents: request.amountCents,
		description: request.description,
		pays: request.transactionId,
		created_at: now,
	});
	const settled = { result: "APPROVED", message: eftMessages.paidFromWallet, settled_at: now } as const;
	await advanceEft(transaction, id, settled, now);
	return id;
}

interface Accepted {
	message: string;
	caller: Pick<Caller, "requestId">;
	now: number;
	settledAt?: number;
}

async function accept(
	{ clocks }: Eft,
	transaction: Database,
	{ transactionId: object, merchant }: StoredRequest,
	{ message, caller, now, settledAt }: Accepted,
): Promise<void> {
	await saveAnswer(transaction, object, { answer: "accepted", now });
	await advanceEft(transaction, object, { result: "APPROVED", message, settled_at: settledAt ?? null }, now);
	const event = { type: "eft_request.accepted", object, merchantId: merchant.id } as const;
	await recordEvent(transaction, clocks, { ...event, caller: anonymous(caller) });
}
