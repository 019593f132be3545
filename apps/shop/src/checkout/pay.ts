import { createHash } from "node:crypto";
import { CallError } from "@cardseal/client";
import { currency, isMonthly, toDollars } from "../catalogue.ts";
import {
	type Attempt,
	canBePaid,
	canBePaidByBank,
	endAttempt,
	type Order,
	type Outcome,
	orderNumber,
	orderState,
	startAttempt,
} from "../orders/order.ts";
import type { SavedCardHolder } from "../saved-cards/saved-cards.store.ts";
import { createCustomer, prepareToSave, splitName } from "../saved-cards/saved-cards.ts";
import type { Shop } from "../shop.ts";
import { chargeOutcome, failedOutcome, requestByBank } from "./charge-record.ts";
import type { Payer } from "./payer.ts";

export interface PayResult {
	order: Order;
	refusal?: CallError | undefined;
}

/** The gateway stores a token's card for `customerId` once the payment is approved. */
type ChargedCard = { token: string; customerId: string | null } | { customerId: string; cardId: string };

/** A second request waits for the first one. The same token after a decline gets that decline again. */
export function payByCard(
	shop: Shop,
	orderId: string,
	payer: Payer & { token: string; savesCard: boolean; holder: SavedCardHolder | undefined },
): Promise<PayResult> {
	return shop.lock.run(orderId, async () => {
		const order = shop.orders.get(orderId);
		const { name, email, token } = payer;
		const tokenHash = hashToken(token);
		const isRepeated = orderState(order) === "declined" && order.attempts.at(-1)?.tokenHash === tokenHash;
		if (isRepeated || !canBePaid(order)) return { order };
		let customerId: string | null = null;
		if (isMonthly(order)) customerId = order.attempts.at(-1)?.customerId ?? (await createCustomer(shop, payer));
		else if (payer.savesCard) customerId = await prepareToSave(shop, payer.holder, payer);
		return attempt(shop, order, { method: "card", name, email, customerId, tokenHash }, async (started) => {
			// Without a customer there could be no next month.
			if (isMonthly(order) && customerId === null) return { kind: "not_charged", why: "not_sent" };
			return charge(shop, order, started, { token, customerId });
		});
	});
}

/** `knownAttempts` makes a second press pay nothing. */
export function payBySavedCard(
	shop: Shop,
	orderId: string,
	{ holder, cardId, knownAttempts }: { holder: SavedCardHolder; cardId: string; knownAttempts: number },
): Promise<PayResult> {
	return shop.lock.run(orderId, async () => {
		const order = shop.orders.get(orderId);
		if (order.attempts.length !== knownAttempts || !canBePaid(order) || isMonthly(order)) return { order };
		const { name, email, customerId } = holder;
		return attempt(shop, order, { method: "saved_card", name, email, customerId }, (started) =>
			charge(shop, order, started, { customerId, cardId }),
		);
	});
}

/** The order takes no other payment until the payer answers. */
export function payByBank(
	shop: Shop,
	orderId: string,
	{ name, email }: Payer,
	knownAttempts: number,
): Promise<PayResult> {
	return shop.lock.run(orderId, async () => {
		const order = shop.orders.get(orderId);
		if (order.attempts.length !== knownAttempts || !canBePaid(order) || !canBePaidByBank(order)) return { order };
		// The mail goes to the customer's address, which has to be the typed one.
		const isSamePayer = (one: Attempt) => one.method === "bank" && one.name === name && one.email === email;
		const customerId =
			order.attempts.findLast(isSamePayer)?.customerId ?? (await createCustomer(shop, { name, email }));
		return attempt(shop, order, { method: "bank", name, email, customerId }, (started) =>
			requestByBank(shop, order, started),
		);
	});
}

export function hashToken(token: string): string {
	return createHash("sha256").update(token).digest("base64url");
}

async function attempt(
	shop: Shop,
	order: Order,
	wanted: Omit<Attempt, "id" | "startedAt">,
	send: (started: Attempt) => Promise<Outcome>,
): Promise<PayResult> {
	const { orders, now, log } = shop;
	const before = orders.save(startAttempt(order, { ...wanted, startedAt: now() }));
	const started = before.attempts.at(-1) as Attempt;
	let refusal: CallError | undefined;
	const outcome = await send(started).catch((error: unknown) => {
		const failed = failedOutcome(error);
		if (failed.kind === "not_charged" && failed.why === "refused") refusal = error as CallError;
		return failed;
	});
	log("info", `Order ${orderNumber(order)}: ${describe(outcome)}.`);
	// An outcome that cannot be stored leaves the order in flight: recovery asks the gateway.
	return { order: orders.save(endAttempt(before, started.id, outcome, now())), refusal };
}

export function describe(outcome: Outcome): string {
	return outcome.kind === "not_charged" ? `not charged (${outcome.why})` : outcome.kind;
}

async function charge(shop: Shop, order: Order, attempt: Attempt, card: ChargedCard): Promise<Outcome> {
	try {
		return chargeOutcome(await post(shop, order, attempt, card), order, attempt.id);
	} catch (error) {
		const isGone = error instanceof CallError && error.status === 404 && !error.outcomeUnknown;
		if ("cardId" in card && isGone) return { kind: "not_charged", why: "card_gone" };
		throw error;
	}
}

/** The payer is there: the bank may ask. */
function post({ client, publicUrl }: Shop, order: Order, { id, name, email }: Attempt, card: ChargedCard) {
	const route = order.hold ? "/transaction-service/authorize" : "/transaction-service/sale";
	const body = {
		amount: toDollars(order.amountCents),
		currency,
		email,
		...splitName(name),
		invoice_id: orderNumber(order),
		three_d_secure: "auto",
		return_url: `${publicUrl}/orders/${order.id}`,
	} as const;
	if ("cardId" in card) {
		const path = { customer_lookup_id: card.customerId, card_lookup_id: card.cardId };
		const cardRoute = `${route}/customer/{customer_lookup_id}/card/{card_lookup_id}` as const;
		return client.post(cardRoute, { path, body, idempotencyKey: id });
	}
	const request = { body: { ...body, token: card.token }, idempotencyKey: id };
	if (card.customerId === null) return client.post(route, request);
	const path = { customer_lookup_id: card.customerId };
	return client.post(`${route}/customer/{customer_lookup_id}`, { path, ...request });
}
