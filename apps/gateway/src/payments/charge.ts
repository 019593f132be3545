import type { Card, Inquiry, Operation, Outcome, Processor, Vault } from "@cardseal/vault";
import type { Logger } from "pino";
import { readCard, tokenUsed } from "../cards/read-card.ts";
import type { Clocks } from "../clock.ts";
import { customerDetailsOf } from "../customers/customer-details.ts";
import type { Database } from "../db/database.ts";
import type { Transaction } from "../db/schema.ts";
import { newLookupId } from "../ids.ts";
import type { Channel } from "../merchants/channel.ts";
import type { Merchant } from "../merchants/merchant.ts";
import { fieldProblem, Problem } from "../problem.ts";
import { withinTime } from "../time-limit.ts";
import { answerOf, type ChargeAnswer } from "./charge-answer.ts";
import type { ChargeRequestBody } from "./charge-request.ts";
import { findUsedKey, type UsedKey } from "./idempotency-keys.store.ts";
import { outcomeOf } from "./outcome.ts";
import type { TransactionType } from "./transaction.ts";
import { type ChargeWriter, findTransaction, type NewTransaction } from "./transactions.store.ts";

// Why a charge is refused before anything is written down. A refused charge never reached the processor and uses
// nothing up: neither the card token nor the Idempotency-Key.
const refusals = {
	currencyNotEnabled: (enabled: string[]) =>
		fieldProblem([{ field: "currency", message: `Use a currency that is enabled for you: ${enabled.join(", ")}.` }]),
	keyOfOtherRequest: () =>
		new Problem("IDEMPOTENCY_MISMATCH", "This Idempotency-Key was used for a different request. Use a new key."),
	stillRunning: () =>
		new Problem("CONFLICT", "The first request with this Idempotency-Key is still running. Ask again in a second.", {
			headers: { "Retry-After": "1" },
		}),
};

/** Who charges: the part of a request's access that a charge is written down with. */
export interface Charger {
	merchant: Merchant;
	channel: Channel;
	userId: number | null;
}

export interface ChargeCommand {
	operation: Operation;
	charger: Charger;
	request: ChargeRequestBody;
	idempotency: { route: string; key: string } | undefined;
}

export interface Payments {
	database: Database;
	writer: ChargeWriter;
	vault: Vault;
	clocks: Clocks;
	/** @throws Problem when no processor takes this merchant's charges */
	processorFor(merchant: Merchant): Processor;
	/** The processor that a transaction was given to, whoever the merchant's is by now. */
	processorNamed(name: string): Processor;
	/** How long a processor may take to answer. */
	processorTimeoutMilliseconds: number;
	log: Logger;
}

const defaultCurrency = "CAD";

/**
 * How long after a charge's own gateway has given up waiting the recovery begins to ask, so that the two do not meet. The
 * clocks of gateways that share a database should not differ by more.
 */
const inquiryReserveMilliseconds = 1_000;

/**
 * Charges a card, or holds an amount on it. The charge is PENDING in the database before the processor hears of it, and
 * its outcome is written down after; what happens between is found out by the recovery, never by charging again.
 *
 * @throws Problem when the request is refused; nothing was written down then
 */
export async function charge(
	payments: Payments,
	command: ChargeCommand,
): Promise<{ answer: ChargeAnswer; replayed: boolean }> {
	const { clocks, writer } = payments;
	const keyed = keyedRequest(payments, command);
	const earlier = keyed && (await findAnswer(payments, command, keyed));
	if (earlier !== undefined) return { answer: earlier, replayed: true };

	const { card, usedMark } = await readCard(payments, command.charger.merchant, command.request);
	// Before anything is written down: a charge that no processor takes would stay PENDING for ever.
	const processor = payments.processorFor(command.charger.merchant);
	const transaction = planCharge(command, card, {
		transactionId: newLookupId(),
		processor: processor.name,
		now: clocks.business.now(),
	});
	const givesUpAt = clocks.real.now() + payments.processorTimeoutMilliseconds;
	const waitsUntil = givesUpAt + inquiryReserveMilliseconds;
	const pending = await writer.insertPending({ transaction, waitsUntil, usedMark, idempotency: keyed });
	if (typeof pending !== "string") {
		const submission = { processor, operation: command.operation, card, givesUpAt, isKeyed: keyed !== undefined };
		return { answer: await submit(payments, pending, submission), replayed: false };
	}
	// A repeated request may stumble over its token's mark before it does over its own key.
	const winner = keyed && (await findAnswer(payments, command, keyed));
	if (winner !== undefined) return { answer: winner, replayed: true };
	throw tokenUsed();
}

type KeyedRequest = NonNullable<Parameters<ChargeWriter["insertPending"]>[0]["idempotency"]>;

function keyedRequest({ vault, clocks }: Payments, { idempotency, request }: ChargeCommand): KeyedRequest | undefined {
	return idempotency && { ...idempotency, fingerprint: vault.fingerprintRequest(request), now: clocks.real.now() };
}

/** The answer that a request with this key got before. */
async function findAnswer(payments: Payments, { charger }: ChargeCommand, keyed: KeyedRequest) {
	const earlier = await findUsedKey(payments.database, { merchantId: charger.merchant.id, ...keyed });
	return earlier && answerAgain(earlier, keyed);
}

function answerAgain(earlier: UsedKey, { fingerprint, now }: KeyedRequest): ChargeAnswer {
	if (!earlier.fingerprint.equals(fingerprint)) throw refusals.keyOfOtherRequest();
	if (earlier.response !== undefined) {
		return { status: earlier.response.status, body: JSON.parse(earlier.response.body) } as ChargeAnswer;
	}
	// Once nobody waits for the processor any more, "not known yet" is all there is to say, and says more than 409.
	if (earlier.waitsUntil !== undefined && now < earlier.waitsUntil) throw refusals.stillRunning();
	return answerOf(earlier.transaction);
}

/** What the charge will be, as it is written down before the processor is asked. Pure. */
export function planCharge(
	{ operation, charger, request }: ChargeCommand,
	card: Pick<Card, "brand" | "suffix" | "expiry">,
	given: { transactionId: string; processor: string; now: number },
): NewTransaction {
	const currency = request.currency ?? defaultCurrency;
	if (!charger.merchant.currencies.includes(currency)) throw refusals.currencyNotEnabled(charger.merchant.currencies);
	const type: TransactionType = operation;
	return {
		transaction_id: given.transactionId,
		merchant_id: charger.merchant.id,
		type,
		processor: given.processor,
		amount_cents: request.amount,
		currency,
		captured: type === "sale",
		card_type: card.brand,
		card_suffix: card.suffix,
		card_expiry: card.expiry,
		channel: charger.channel,
		user_id: charger.userId,
		...customerDetailsOf(request),
		invoice_id: request.invoice_id ?? null,
		sending_receipt: request.sending_receipt,
		test_mode: charger.merchant.mode === "demo",
		created_at: given.now,
	};
}

interface Submission {
	processor: Processor;
	operation: Operation;
	card: Card;
	/** Real time, ms since 1970. */
	givesUpAt: number;
	/** Whether the request may come again with the same key and wants its answer kept. */
	isKeyed: boolean;
}

async function submit(payments: Payments, pending: Transaction, submission: Submission): Promise<ChargeAnswer> {
	const { log } = payments;
	const about = { transaction_id: pending.transaction_id };
	let outcome: Outcome | undefined;
	try {
		outcome = await askProcessor(payments, pending, submission);
	} catch (error) {
		log.error({ ...about, err: error }, "the processor failed; its outcome is not known");
	}
	if (outcome === undefined) return answerOf(pending);
	try {
		return await recordOutcome(payments, pending, outcome, submission);
	} catch (error) {
		// The money may have moved: an error would say that nothing was changed, and invite to charge again.
		log.error({ ...about, err: error }, "could not write an outcome down");
		return answerOf(pending);
	}
}

/** The processor's word, or `undefined` when there is none in time: then nobody but the recovery may find out. */
async function askProcessor(
	{ clocks }: Payments,
	pending: Transaction,
	{ processor, operation, card, givesUpAt }: Submission,
): Promise<Outcome | undefined> {
	// Writing the charge down may have taken long. What is asked too late might cross with the recovery's own asking.
	const milliseconds = givesUpAt - clocks.real.now();
	if (milliseconds <= 0) return undefined;
	const { transaction_id: reference, amount_cents: amountCents, currency } = pending;
	return withinTime(milliseconds, processor.submit({ reference, operation, amountCents, currency, card }));
}

/** Writes an outcome down and returns the answer for it: for the caller now, and for whoever repeats the request. */
export async function recordOutcome(
	{ database, writer, clocks }: Pick<Payments, "database" | "writer" | "clocks">,
	pending: Transaction,
	inquiry: Inquiry,
	{ isKeyed }: { isKeyed: boolean },
): Promise<ChargeAnswer> {
	const outcome = outcomeOf(inquiry, clocks.business.now());
	const answer = answerOf({ ...pending, ...outcome });
	const isFirst = await writer.recordOutcome({
		transactionId: pending.transaction_id,
		outcome,
		answer: isKeyed ? answer : undefined,
	});
	if (isFirst) return answer;
	// Somebody else found out first, so what they wrote down is the outcome.
	const decided = await findTransaction(database, pending.merchant_id, { id: pending.id });
	return answerOf(decided ?? pending);
}
