import type { Card, Operation } from "@cardseal/vault";
import type { Caller } from "../../audit/event.ts";
import { auditRow } from "../../audit/record.ts";
import { isGuarded } from "../../card-testing/limits.ts";
import type { PayerAddress } from "../../card-testing/payer-address.ts";
import type { Attempt } from "../../card-testing/protection.ts";
import { partCardSource } from "../../customers/cards/card-source.ts";
import { addPendingCard, completePendingCard } from "../../customers/cards/pending-cards.ts";
import { tokenUsed } from "../../customers/cards/read-card.ts";
import { type IdempotencyKey, type KeyedRequest, keyRequest } from "../../idempotency/idempotency-key.ts";
import type { PaymentAnswer } from "../../idempotency/payment-answer.ts";
import { type Answered, payOnce } from "../../idempotency/payment-once.ts";
import { keyTaken } from "../../idempotency/stored-response.ts";
import { newLookupId } from "../../ids.ts";
import { defaultCurrency, requireCurrency } from "../../merchants/currency.ts";
import type { NewTransaction } from "../new-transaction.ts";
import type { Initiator, Payments } from "../payments.ts";
import { submit, waitingTimes } from "../submit.ts";
import { type ChargeRequestBody, chargedDetails } from "./charge-request.ts";
import { type ChargedCard, getChargedCard, type WantedCard } from "./charged-card.ts";

export interface ChargeCommand {
	operation: Operation;
	initiator: Initiator;
	caller: Caller;
	/** Which card: the one in the request, or a stored one. */
	wanted: WantedCard;
	request: ChargeRequestBody;
	idempotency: IdempotencyKey | undefined;
}

/**
 * Charges a card, or holds an amount on it. The charge is PENDING in the database before the processor hears of it, and
 * its outcome is written down after; what happens between is found out by the recovery, never by charging again.
 *
 * @throws Problem when the request is refused; nothing was written down then, and neither the card token nor the
 * Idempotency-Key is used up
 */
export function charge(payments: Payments, command: ChargeCommand): Promise<Answered> {
	const { rest, ...brought } = partCardSource(command.request);
	const keyed = keyRequest(payments, command.idempotency, { ...rest, wanted: command.wanted }, brought);
	return payOnce(payments, command.initiator, keyed, () => chargeNow(payments, command, keyed));
}

async function chargeNow(
	payments: Payments,
	command: ChargeCommand,
	keyed: KeyedRequest | undefined,
): Promise<PaymentAnswer> {
	const { initiator, wanted, request } = command;
	const charged = await getChargedCard(payments, initiator.merchant, wanted, request);
	// Before anything is written down: a charge that no processor takes would stay PENDING for ever.
	const processor = payments.processorFor(initiator.merchant);
	const transactionId = newLookupId();
	const transaction = planCharge(command, charged, {
		transactionId,
		processor: processor.name,
		now: payments.clocks.business.now(),
	});
	const { card, customer, usedMark } = charged;
	const isToBeStored = wanted.kind === "new" && customer !== undefined;
	if (isToBeStored) await addPendingCard(payments, { transactionId, customer, card });
	const { givesUpAt, waitsUntil } = waitingTimes(payments);
	const pending = await payments.writer.insertPending({
		transaction,
		waitsUntil,
		usedMark,
		keyed,
		auditEvent: cardReadOf(payments, command, transaction),
	});
	if (typeof pending === "string") {
		if (isToBeStored) await completePendingCard(payments, { transactionId, customerLookupId: customer.lookup_id });
		throw pending === "token_used" ? tokenUsed() : keyTaken();
	}
	return submit(payments, pending, {
		processor,
		request: { operation: command.operation, initiatedBy: "cardholder", card },
		attempt: attemptOf(initiator, request, charged, transaction),
		givesUpAt,
		isKeyed: keyed !== undefined,
	});
}

/** That a stored card's number left the vault: in the charge's own statement, so that no processor hears of it without. */
function cardReadOf({ clocks }: Payments, { caller }: ChargeCommand, transaction: NewTransaction) {
	const { card_lookup_id: object, transaction_id, merchant_id: merchantId } = transaction;
	if (object === null) return undefined;
	return auditRow({ type: "card.read", object, details: { transaction: transaction_id }, merchantId, caller }, clocks);
}

/** What the guard against card testing is told of a charge. */
function attemptOf(
	{ merchant, channel }: Initiator,
	{ ip_address }: PayerAddress,
	{ card, customer, storedCardId, usedMark }: ChargedCard,
	{ transaction_id: reference, amount_cents: amountCents, email }: NewTransaction,
): Attempt {
	return {
		reference,
		merchant,
		channel,
		card,
		isStoredCard: storedCardId !== undefined,
		customerId: customer?.id,
		email,
		amountCents,
		address: ip_address ?? undefined,
		sessionId: usedMark?.sessionId,
	};
}

/**
 * What the charge will be, as it is written down before the processor is asked. Pure.
 *
 * @throws Problem 400
 */
export function planCharge(
	{ operation, initiator, request }: Pick<ChargeCommand, "operation" | "initiator" | "request">,
	{ card, customer, storedCardId }: Omit<ChargedCard, "card"> & { card: Pick<Card, "brand" | "suffix" | "expiry"> },
	given: { transactionId: string; processor: string; now: number },
): NewTransaction {
	const currency = request.currency ?? defaultCurrency;
	requireCurrency(initiator.merchant, currency);
	return {
		transaction_id: given.transactionId,
		merchant_id: initiator.merchant.id,
		type: operation,
		processor: given.processor,
		original_id: null,
		customer_lookup_id: customer?.lookup_id ?? null,
		card_lookup_id: storedCardId ?? null,
		amount_cents: request.amount,
		currency,
		captured: operation === "sale",
		card_type: card.brand,
		card_suffix: card.suffix,
		card_expiry: card.expiry,
		channel: initiator.channel,
		user_id: initiator.userId,
		...chargedDetails(request, customer),
		invoice_id: request.invoice_id ?? null,
		sending_receipt: request.sending_receipt,
		test_mode: initiator.merchant.mode === "demo",
		is_guarded: isGuarded(initiator.merchant),
		created_at: given.now,
	};
}
