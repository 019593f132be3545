import {
	type Card,
	CardRefused,
	type Operation,
	type Outcome,
	type Processor,
	type RawCardFields,
	TokenRefused,
	type Vault,
} from "@cardseal/vault";
import type { Logger } from "pino";
import type { Clocks } from "../clock.ts";
import { customerDetailsOf } from "../customers/customer-details.ts";
import type { Database } from "../db/database.ts";
import { newLookupId } from "../ids.ts";
import { environmentOf, type Merchant } from "../merchants/merchant.ts";
import { fieldProblem, Problem } from "../problem.ts";
import { answerOf, type ChargeAnswer } from "./charge-answer.ts";
import { type ChargeRequestBody, cardFieldNames } from "./charge-request.ts";
import { findUsedKey, type UsedKey } from "./idempotency-keys.store.ts";
import { settlementOf } from "./settlement.ts";
import type { Channel, TransactionType } from "./transaction.ts";
import type { Transaction } from "./transaction-record.ts";
import { type ChargeWriter, findTransaction, type NewTransaction } from "./transactions.store.ts";

// Why a charge is refused before anything is written down. A refused charge never reached the processor and uses
// nothing up: neither the card token nor the Idempotency-Key.
const refusals = {
	tokenUnreadable: () => new Problem("BAD_REQUEST", "The card token cannot be read."),
	tokenUsed: () => new Problem("BAD_REQUEST", "This card token has already been used."),
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
	processorFor(merchant: Merchant): Processor;
	/** How long a processor may take to answer. */
	processorTimeoutMilliseconds: number;
	log: Logger;
}

const defaultCurrency = "CAD";

/** How long after the processor's time limit the recovery waits before it asks: its own gateway is done by then. */
const inquiryReserveMilliseconds = 1_000;

/**
 * Charges a card, or holds an amount on it. The charge is PENDING in the database before the processor hears of it and
 * settled after; whatever happens between is found out by the recovery, never by charging again.
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

	const { card, usedMark } = await readCard(payments, command);
	// Before anything is written down: a charge that no processor takes would stay PENDING for ever.
	const processor = payments.processorFor(command.charger.merchant);
	const transaction = planCharge(command, card, {
		transactionId: newLookupId(),
		now: clocks.business.now(),
	});
	const inquireAfter = clocks.real.now() + payments.processorTimeoutMilliseconds + inquiryReserveMilliseconds;
	const pending = await writer.insertPending({ transaction, inquireAfter, usedMark, idempotency: keyed });
	if (typeof pending !== "string") {
		return { answer: await submit(payments, processor, command.operation, pending, card), replayed: false };
	}
	// A repeated request may stumble over its token's mark before it does over its own key.
	const winner = keyed && (await findAnswer(payments, command, keyed));
	if (winner !== undefined) return { answer: winner, replayed: true };
	throw refusals.tokenUsed();
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
	if (earlier.inquireAfter !== undefined && now < earlier.inquireAfter) throw refusals.stillRunning();
	return answerOf(earlier.transaction);
}

async function readCard(payments: Payments, { charger, request }: ChargeCommand) {
	const merchant = { id: charger.merchant.id, environment: environmentOf(charger.merchant) };
	try {
		if ("token" in request) return await payments.vault.cardFromToken(request.token, merchant);
		return { card: payments.vault.cardFromFields(rawCardFields(request), merchant), usedMark: undefined };
	} catch (error) {
		if (error instanceof TokenRefused) {
			payments.log.warn({ merchant_id: charger.merchant.publicId, reason: error.reason }, "card token refused");
			throw refusals.tokenUnreadable();
		}
		if (error instanceof CardRefused) throw cardProblem(error);
		throw error;
	}
}

function rawCardFields(request: ChargeRequestBody): RawCardFields {
	return {
		number: request.card_number,
		month: request.card_expiry_month,
		year: request.card_expiry_year,
		securityCode: request.cvv2,
	};
}

function cardProblem({ problems }: CardRefused): Problem {
	const wireNames = Object.entries(cardFieldNames);
	const [first, ...others] = problems.map(({ field, message }) => ({
		field: wireNames.find(([, name]) => name === field)?.[0] ?? field,
		message,
	}));
	return first === undefined ? refusals.tokenUnreadable() : fieldProblem([first, ...others]);
}

/** What the charge will be, as it is written down before the processor is asked. Pure. */
export function planCharge(
	{ operation, charger, request }: ChargeCommand,
	card: Pick<Card, "brand" | "suffix" | "expiry">,
	given: { transactionId: string; now: number },
): NewTransaction {
	const currency = request.currency ?? defaultCurrency;
	if (!charger.merchant.currencies.includes(currency)) throw refusals.currencyNotEnabled(charger.merchant.currencies);
	const type: TransactionType = operation;
	return {
		transaction_id: given.transactionId,
		merchant_id: charger.merchant.id,
		type,
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

async function submit(
	payments: Payments,
	processor: Processor,
	operation: Operation,
	pending: Transaction,
	card: Card,
): Promise<ChargeAnswer> {
	const submission = processor.submit({
		reference: pending.transaction_id,
		operation,
		amountCents: pending.amount_cents,
		currency: pending.currency,
		card,
	});
	const outcome = await outcomeWithin(submission, payments, pending);
	if (outcome === undefined) return answerOf(pending);
	try {
		return await settle(payments, pending, outcome);
	} catch (error) {
		// The money may have moved: an error would say that nothing was changed, and invite to charge again.
		payments.log.error({ transaction_id: pending.transaction_id, err: error }, "could not write an outcome down");
		return answerOf(pending);
	}
}

/** The processor's word, or `undefined` when there is none in time: then nobody but the recovery may find out. */
async function outcomeWithin(
	submission: Promise<Outcome>,
	{ processorTimeoutMilliseconds, log }: Payments,
	pending: Transaction,
): Promise<Outcome | undefined> {
	const timeLimit = Promise.withResolvers<undefined>();
	const timer = setTimeout(timeLimit.resolve, processorTimeoutMilliseconds, undefined);
	try {
		return await Promise.race([submission, timeLimit.promise]);
	} catch (error) {
		log.error({ transaction_id: pending.transaction_id, err: error }, "the processor failed; its outcome is not known");
		return undefined;
	} finally {
		clearTimeout(timer);
	}
}

/** Writes an outcome down and returns the answer for it: for the caller now, and for whoever repeats the request. */
export async function settle(
	{ database, writer, clocks }: Pick<Payments, "database" | "writer" | "clocks">,
	pending: Transaction,
	outcome: Parameters<typeof settlementOf>[0],
): Promise<ChargeAnswer> {
	const settlement = settlementOf(outcome, clocks.business.now());
	const answer = answerOf({ ...pending, ...settlement });
	if (await writer.settle({ transactionId: pending.transaction_id, settlement, answer })) return answer;
	// Somebody else settled it first, so their outcome is the one.
	const settled = await findTransaction(database, pending.merchant_id, { id: pending.id });
	return answerOf(settled ?? pending);
}
