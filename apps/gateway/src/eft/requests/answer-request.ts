import type { BankAccount } from "@cardseal/aft";
import { type Caller, nobody } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import type { Database } from "../../db/database.ts";
import { newLookupId } from "../../ids.ts";
import type { Merchant } from "../../merchants/merchant.ts";
import { redact } from "../../redact.ts";
import type { Eft } from "../eft.ts";
import { beginEftTransaction } from "../transfers/begin-eft-transaction.ts";
import { giveToRail, updateEftTransaction } from "../transfers/eft-transactions.store.ts";
import { creditWallet, transferFunds, withWalletLock } from "../wallet/wallet.ts";
import { type Agreement, textOf } from "./agreement.ts";
import { insertMandate } from "./mandates.store.ts";
import { isOpen } from "./request.ts";
import { type AskedRequest, answerRequest, lockRequest } from "./requests.store.ts";

/** A browser's own words about itself; whoever sends more has written something else there. */
const maximumUserAgentLength = 255;

// Whoever answers a request holds its lock, so that of two answers at once the second finds it answered. `over` is what that
// one is told: what became of the request is shown to both.

const messages = {
	bank: "Accepted. The payer's bank account is being debited.",
	wallet: "Accepted, and paid from a wallet.",
	declined: "The payer declined the request.",
	/** For the merchant that pays. */
	paid: "Paid from the wallet.",
} as const;

/** What a payer gives to pay a request from a bank account. */
export interface BankPayment {
	account: BankAccount;
	/** The name on the account. */
	holder: string;
	/** What they were shown and agreed to. */
	agreement: Agreement;
	/** By the link, so that nobody is known by name. */
	clientAddress: string;
	requestId: string;
	userAgent: string;
}

/**
 * Takes a payer's agreement: the wallet is credited at once, with funds that are not available before the bank has paid.
 *
 * @throws Problem 409 when no rail takes the merchant's payments any more
 */
export async function payByBank(eft: Eft, request: AskedRequest, payment: BankPayment): Promise<"paid" | "over"> {
	const { merchant, transactionId, amountCents: cents } = request;
	const rail = eft.rails.railFor(merchant);
	return inAnswersTurn<"paid">(eft, merchant.id, transactionId, async (transaction, now) => {
		const account = { account: payment.account, merchantId: merchant.id };
		const { id, masked } = await eft.vault.storeBankAccount(transaction.withTables(), account);
		await insertMandate(transaction, mandateOf(transactionId, masked, payment, now));
		await accept(transaction, transactionId, { message: messages.bank, now });
		const details = { rail: rail.name, partyName: payment.holder, bankAccountId: id, maskedAccount: masked };
		await giveToRail(transaction, transactionId, details);
		await creditWallet(transaction, { merchantId: merchant.id, transactionId, cents, now });
		const { id: merchantId } = merchant;
		const answered = { type: "eft_request.accepted", merchantId, caller: nobody(payment) } as const;
		await recordAnswer(eft, transaction, request, answered);
		return "paid";
	});
}

function mandateOf(
	transactionId: string,
	masked: string,
	{ holder, agreement, clientAddress, userAgent }: BankPayment,
	now: number,
) {
	return {
		transaction_id: transactionId,
		holder_name: holder,
		masked_account: masked,
		language: agreement.language,
		agreement: textOf(agreement.paragraphs),
		agreement_hash: agreement.hash,
		agreed_at: now,
		client_address: clientAddress,
		user_agent: redact(userAgent).slice(0, maximumUserAgentLength),
	};
}

/** Pays a request out of another merchant's wallet: the money moves at once, or not at all. */
export async function payFromWallet(
	eft: Eft,
	request: AskedRequest,
	{ payer, caller }: { payer: Merchant; caller: Caller },
): Promise<"paid" | "over" | "not_enough"> {
	const { merchant, transactionId, amountCents: cents } = request;
	return inAnswersTurn<"paid" | "not_enough">(eft, payer.id, transactionId, async (transaction, now) => {
		const transfer = { from: payer.id, to: merchant.id, transactionId, cents, now };
		// First of all: what it leaves undone, nothing else may have done.
		if (!(await transferFunds(transaction, transfer))) return "not_enough";
		await accept(transaction, transactionId, { message: messages.wallet, now, settledAt: now });
		const payment = await writePayment(transaction, request, payer, now);
		const answered = { type: "eft_request.accepted", merchantId: merchant.id, caller: anonymous(caller) } as const;
		await recordAnswer(eft, transaction, request, answered);
		await recordEvent(transaction, eft.clocks, {
			type: "eft_request.paid",
			object: payment.transaction_id,
			details: { request: request.processorTransactionId, amount_cents: cents },
			merchantId: payer.id,
			caller,
		});
		return "paid";
	});
}

/** The payer's own side of a payment from its wallet, for its report. */
async function writePayment(transaction: Database, request: AskedRequest, payer: Merchant, now: number) {
	const payment = await beginEftTransaction(transaction, {
		transaction_id: newLookupId(),
		merchant_id: payer.id,
		kind: "payment",
		email: request.replyTo,
		amount_cents: request.amountCents,
		description: request.description,
		pays: request.transactionId,
		created_at: now,
	});
	const settled = { result: "APPROVED", message: messages.paid, settled_at: now } as const;
	return updateEftTransaction(transaction, payment.transaction_id, settled);
}

/** Declines a request, for good. Whoever has the link may, and staff of the merchant that it came to. */
export async function declineRequest(eft: Eft, request: AskedRequest, caller: Caller): Promise<"declined" | "over"> {
	const { merchant, transactionId, payerMerchantId } = request;
	return inAnswersTurn<"declined">(eft, merchant.id, transactionId, async (transaction, now) => {
		await answerRequest(transaction, transactionId, { answer: "declined", now });
		await updateEftTransaction(transaction, transactionId, { result: "DECLINED", message: messages.declined });
		const type = "eft_request.declined";
		await recordAnswer(eft, transaction, request, { type, merchantId: merchant.id, caller: anonymous(caller) });
		// What their own staff did belongs into their log.
		if (caller.actor.kind === "staff" && payerMerchantId !== null) {
			await recordAnswer(eft, transaction, request, { type, merchantId: payerMerchantId, caller });
		}
		return "declined";
	});
}

/** Does the work of an answer under the request's lock, or nothing when it is over. */
function inAnswersTurn<Result>(
	{ database, clocks }: Eft,
	merchantId: number,
	transactionId: string,
	work: (transaction: Database, now: number) => Promise<Result>,
): Promise<Result | "over"> {
	return withWalletLock(database, merchantId, async (transaction) => {
		const now = clocks.business.now();
		const locked = await lockRequest(transaction, transactionId);
		if (locked === undefined || !isOpen(locked, now)) return "over";
		return work(transaction, now);
	});
}

async function accept(
	transaction: Database,
	transactionId: string,
	{ message, now, settledAt = null }: { message: string; now: number; settledAt?: number | null },
): Promise<void> {
	await answerRequest(transaction, transactionId, { answer: "accepted", now });
	await updateEftTransaction(transaction, transactionId, { result: "APPROVED", message, settled_at: settledAt });
}

/** Whoever answers, as the merchant sees them that asked: its log names no staff of another. */
function anonymous(caller: Caller): Caller {
	return { ...caller, actor: { kind: "nobody" } };
}

async function recordAnswer(
	{ clocks }: Eft,
	transaction: Database,
	{ transactionId }: AskedRequest,
	/** In whose log, by whom. */
	answered: { type: "eft_request.accepted" | "eft_request.declined"; merchantId: number; caller: Caller },
): Promise<void> {
	await recordEvent(transaction, clocks, { ...answered, object: transactionId });
}
