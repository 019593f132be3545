import {
	type Attempt,
	addPendingCard,
	type Customer,
	completePendingCard,
	firstUse,
	getCustomer,
	isProtected,
	type PayerAddress,
	partCardSource,
	readCard,
	tokenUsed,
} from "@cardseal/customers";
import { commerceOf, defaultCurrency, type Merchant, requireCurrency } from "@cardseal/merchants";
import { isLookupId, notFound, Problem, stillRunning } from "@cardseal/platform";
import { auditRow, type Caller } from "@cardseal/platform/audit";
import type { KeyedRequest } from "@cardseal/platform/idempotency";
import type { Card, Operation, Purpose, StoredCredential, UsedToken } from "@cardseal/vault";
import { bankReturnAddress } from "../authentication/payer-page.ts";
import { requireReturnUrl } from "../authentication/return-url.ts";
import { wantedAuthentication } from "../authentication/wanted-authentication.ts";
import type { Initiator, Payments } from "../payments.ts";
import { cardRequest } from "../submission/card-request.ts";
import { type MoneyAsked, newTransactionId } from "../submission/keyed-transaction.ts";
import { submit, waitingTimes } from "../submission/submit.ts";
import { type NewTransaction, planTransaction, type TransactionOrigin } from "../transaction/new-transaction.ts";
import type { PaymentResponse } from "../transaction/payment-response.ts";
import { type ChargeRequestBody, chargedDetails } from "./charge-request.ts";
import { chargeMetadata, invoiceIdOf } from "./further-fields.ts";

export type WantedCard =
	| { kind: "given" }
	| { kind: "new"; customerLookupId: string }
	| { kind: "default"; customerLookupId: string }
	| { kind: "stored"; customerLookupId: string; cardLookupId: string };

interface ChargedCard {
	card: Card;
	usedToken?: UsedToken | undefined;
	customer?: Customer | undefined;
	cardLookupId?: string | undefined;
	storedCredential?: StoredCredential | undefined;
}

export interface ChargeCommand {
	operation: Operation;
	initiator: Initiator;
	caller: Caller;
	wanted: WantedCard;
	request: ChargeRequestBody;
	keyed: KeyedRequest | undefined;
	/** Names our own page to which the payer comes back from the bank; otherwise that of the request. */
	ownPage?: string;
}

export function askedByCharge({ wanted, request }: Pick<ChargeCommand, "wanted" | "request">): MoneyAsked {
	const { rest, token, card } = partCardSource(request);
	const currency = request.currency ?? defaultCurrency;
	return {
		asked: { ...rest, currency, wanted },
		token,
		card,
		isOwn: (found) => found.amount_cents === request.amount && found.currency === currency,
	};
}

/**
 * Charges a card, or holds an amount on it. The charge is PENDING before the processor is called; recovery only asks
 * for its outcome.
 *
 * @throws Problem when refused: nothing is written, and card token and Idempotency-Key stay unused
 */
export async function charge(payments: Payments, command: ChargeCommand): Promise<PaymentResponse> {
	const { initiator, wanted, request, caller, keyed } = command;
	const currency = chargedCurrency(command);
	const charged = await getChargedCard(payments, initiator.merchant, wanted, { request, caller });
	const { return_url: asked = null } = request;
	if (asked !== null) await requireReturnUrl(payments, initiator.merchant.id, asked);
	const returnUrl = command.ownPage ?? asked;
	// Runs first: a charge without a processor would stay PENDING.
	const { processor, accountId } = await payments.processorFor(initiator.merchant, currency);
	const transactionId = newTransactionId(payments, keyed);
	const planned = planCharge(command, charged, {
		transactionId,
		processor: processor.name,
		processorAccount: accountId,
		now: payments.clocks.business.now(),
	});
	const { card, customer, usedToken, storedCredential } = charged;
	const authentication = wantedAuthentication(
		request,
		{
			merchant: initiator.merchant,
			commerce: commerceOf(initiator.channel),
			amountCents: request.amount,
			country: planned.country,
			browser: usedToken?.browser,
			returnAddress: bankReturnAddress(payments, transactionId),
			isOnOurPage: command.ownPage !== undefined,
		},
		processor,
	);
	const isToBeStored = wanted.kind === "new" && customer !== undefined;
	const transaction = isToBeStored
		? { ...planned, card_lookup_id: await addPendingCard(payments, { transactionId, customer, card }) }
		: planned;
	const { givesUpAt, inquiryFrom } = waitingTimes(payments);
	const pending = await payments.writer.writePending({
		transaction,
		inquiryFrom,
		usedToken,
		keyed,
		auditEvent: cardReadOf(payments, command, { transactionId, cardLookupId: charged.cardLookupId }),
	});
	if (typeof pending === "string") {
		if (isToBeStored)
			await completePendingCard(payments, {
				transactionId,
				merchantId: customer.merchant_id,
				customerLookupId: customer.lookup_id,
			});
		throw pending === "key_taken" ? stillRunning() : tokenUsed();
	}
	return submit(payments, pending, {
		processor,
		request: cardRequest(
			{
				operation: command.operation,
				initiatedBy: initiatorOf(request).by,
				card,
				storedCredential,
				merchant: initiator.merchant,
				ipAddress: request.ip_address,
				authentication,
			},
			transaction,
		),
		attempt: attemptOf(initiator, request, charged, transaction),
		givesUpAt,
		isKeyed: keyed !== undefined,
		returnUrl,
	});
}

const noDefaultCard = () =>
	new Problem("no_default_card", "This customer has no default card. Send a card or a token, or add a card first.");

/** @throws Problem 400 for an invalid card, 404 for an unknown customer or card */
async function getChargedCard(
	payments: Payments,
	merchant: Merchant,
	wanted: WantedCard,
	{ request, caller }: { request: ChargeRequestBody; caller: Caller },
): Promise<ChargedCard> {
	const { purpose = "unscheduled" } = request;
	switch (wanted.kind) {
		case "given":
			return readCard(payments, merchant, request, caller);
		case "new": {
			const customer = await getCustomer(payments.database, merchant, wanted.customerLookupId);
			return { ...(await readCard(payments, merchant, request, caller)), customer, storedCredential: firstUse };
		}
		case "default":
			return getStoredCard(payments, merchant, { ...wanted, purpose }, noDefaultCard);
		case "stored":
			return getStoredCard(payments, merchant, { ...wanted, purpose }, () => notFound("card"));
	}
}

async function getStoredCard(
	{ findChargeableCard }: Payments,
	merchant: Merchant,
	{ customerLookupId, cardLookupId, purpose }: { customerLookupId: string; cardLookupId?: string; purpose: Purpose },
	notThere: () => Problem,
): Promise<ChargedCard> {
	if (cardLookupId !== undefined && !isLookupId(cardLookupId)) throw notThere();
	const found = await findChargeableCard({ merchantId: merchant.id, customerLookupId, cardLookupId });
	if (found === undefined) throw notFound("customer");
	const { customer, stored, card } = found;
	if (stored === null || card === undefined) throw notThere();
	const { lookup_id, network_transaction_id: networkTransactionId } = stored;
	const storedCredential = { use: "later", purpose, networkTransactionId } as const;
	return { card, customer, cardLookupId: lookup_id, storedCredential };
}

function initiatorOf({ initiated_by: by = "cardholder", purpose }: ChargeRequestBody) {
	return { by, purpose: purpose ?? null };
}

function cardReadOf(
	{ clocks }: Payments,
	{ initiator, caller }: ChargeCommand,
	{ transactionId, cardLookupId: object }: { transactionId: string; cardLookupId: string | undefined },
) {
	if (object === undefined) return undefined;
	const details = { transaction: transactionId };
	return auditRow({ type: "card.read", object, details, merchantId: initiator.merchant.id, caller }, clocks);
}

function attemptOf(
	{ merchant, channel }: Initiator,
	{ ip_address }: PayerAddress,
	{ card, customer, cardLookupId, usedToken }: ChargedCard,
	{ transaction_id: reference, amount_cents: amountCents, email, processor }: NewTransaction,
): Attempt {
	return {
		reference,
		processor,
		merchant,
		channel,
		card,
		isStoredCard: cardLookupId !== undefined,
		customerId: customer?.id,
		email,
		amountCents,
		address: ip_address ?? undefined,
		sessionId: usedToken?.sessionId,
	};
}

/** @throws Problem 400 for a currency that the merchant has not enabled */
function chargedCurrency({ initiator, request }: Pick<ChargeCommand, "initiator" | "request">): string {
	const currency = request.currency ?? defaultCurrency;
	requireCurrency(initiator.merchant, currency);
	return currency;
}

/** @throws Problem 400 for a currency that is not enabled, or contradictory details */
export function planCharge(
	{ operation, initiator, request }: Pick<ChargeCommand, "operation" | "initiator" | "request">,
	{
		card,
		customer,
		cardLookupId,
		usedToken,
	}: Omit<ChargedCard, "card"> & { card: Pick<Card, "brand" | "suffix" | "expiry"> },
	given: Pick<TransactionOrigin, "transactionId" | "processor" | "processorAccount" | "now">,
): NewTransaction {
	return planTransaction(
		{ ...given, initiator },
		{
			type: operation,
			amountCents: request.amount,
			parts: { taxCents: request.amount_tax ?? null, tipCents: request.amount_tip ?? null },
			currency: chargedCurrency({ initiator, request }),
			card,
			customerLookupId: customer?.lookup_id ?? null,
			cardLookupId: cardLookupId ?? null,
			subscriptionLookupId: null,
			details: chargedDetails(request, customer, usedToken?.language),
			invoiceId: invoiceIdOf(request),
			metadata: chargeMetadata(request),
			initiated: initiatorOf(request),
			isReceiptWanted: request.sending_receipt,
			isProtected: isProtected(initiator.merchant),
		},
	);
}
