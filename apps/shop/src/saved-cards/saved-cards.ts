import { createHash } from "node:crypto";
import { isExpired } from "@cardseal/card";
import { CallError, type Schemas } from "@cardseal/client";
import { browserKey, newBrowserKey } from "../browser-key.ts";
import type { Payer } from "../checkout/payer.ts";
import type { Attempt, SavedCard } from "../orders/order.ts";
import { asCallError, type Shop, customerTimeLimitMs as timeLimitMs } from "../shop.ts";
import type { SavedCardHolder } from "./saved-cards.store.ts";

export const rememberedForMs = 365 * 86_400_000;

/** The gateway shows a card a moment after it approved the payment. */
export const lastLookAfterMs = 5 * 60_000;

/** For a single name, null keeps the gateway from filling in the customer's. */
export function splitName(name: string): { first_name: string; last_name: string | null } {
	const space = name.lastIndexOf(" ");
	return space < 0
		? { first_name: name, last_name: null }
		: { first_name: name.slice(0, space), last_name: name.slice(space + 1) };
}

export function cardsOf({ cards }: Schemas["Customer"]): SavedCard[] {
	return cards.map(({ lookup_id: id, card_type: brand, card_suffix: suffix, card_expiry: expiry }) => {
		return { id, brand, suffix, month: expiry.slice(0, 2), year: expiry.slice(3) };
	});
}

/** Oldest first; undefined without the customer. */
async function readCards({ client }: Shop, customerId: string): Promise<SavedCard[] | undefined> {
	const request = { path: { customer_lookup_id: customerId }, timeLimitMs };
	return client.get("/customer-service/customer/{customer_lookup_id}", request).then(cardsOf, unlessGone);
}

function unlessGone(error: unknown): undefined {
	if (asCallError(error).status !== 404) throw error;
}

export async function createCustomer({ client, log }: Shop, { name, email }: Payer): Promise<string | null> {
	const body = { email, ...splitName(name) };
	const created = await client.post("/customer-service/customer", { body, timeLimitMs }).catch(asCallError);
	if (!(created instanceof CallError)) return created.lookup_id;
	log("error", `No customer could be created: ${created.code}.`);
	return null;
}

export async function deleteCard({ client }: Shop, customerId: string, cardId: string): Promise<void> {
	const route = "/customer-service/customer/{customer_lookup_id}/card/{card_lookup_id}";
	const path = { customer_lookup_id: customerId, card_lookup_id: cardId };
	await client.delete(route, { path, timeLimitMs }).catch(unlessGone);
}

export function cardKey(publicUrl: string) {
	return browserKey("card-key", publicUrl, rememberedForMs / 1_000);
}

function hashKey(key: string): string {
	return createHash("sha256").update(key).digest("base64url");
}

export function findHolder({ savedCards, now }: Shop, key: string | undefined): SavedCardHolder | undefined {
	const holder = key === undefined ? undefined : savedCards.findByKey(hashKey(key));
	return holder && now() - holder.savedAt < rememberedForMs ? holder : undefined;
}

export function issueKey({ savedCards }: Shop, { customerId, startedAt }: Attempt): string | undefined {
	const holder = customerId === null ? undefined : savedCards.find(customerId);
	if (holder === undefined || holder.forgottenAt !== null) return undefined;
	// A repeated token of an older payment must not open cards saved since.
	if (holder.savedAt > startedAt) return undefined;
	const key = newBrowserKey();
	savedCards.setKey(hashKey(key), holder.customerId);
	return key;
}

/** Newest first, without expired ones. None while the gateway does not answer. */
export async function offerCards(shop: Shop, holder: SavedCardHolder | undefined): Promise<SavedCard[]> {
	if (holder === undefined) return [];
	const cards = await readCards(shop, holder.customerId).catch(asCallError);
	// A card saved for a deleted customer would be lost.
	if (cards === undefined) shop.savedCards.remove(holder.customerId);
	if (!Array.isArray(cards)) return [];
	return cards.toReversed().filter(({ month, year }) => !isExpired(month, year, shop.now()));
}

/** Null: the payment continues without saving its card. */
export async function prepareToSave(
	shop: Shop,
	holder: SavedCardHolder | undefined,
	payer: Payer,
): Promise<string | null> {
	const customerId = holder?.customerId ?? (await createCustomer(shop, payer));
	if (customerId === null || typeof shop.savedCards.find(customerId)?.forgottenAt === "number") return null;
	shop.savedCards.save(customerId, payer);
	return customerId;
}

/** Revokes the keys first; the cards are deleted once the gateway is reachable. */
export async function forgetCards(shop: Shop, { customerId }: Pick<SavedCardHolder, "customerId">): Promise<void> {
	const { savedCards, log } = shop;
	savedCards.forget(customerId);
	// A payment may add a card before the cards are read.
	const isLast = isLastLook(shop, customerId);
	try {
		const cards = await readCards(shop, customerId);
		for (const { id } of cards ?? []) await deleteCard(shop, customerId, id);
		if (isLast || cards === undefined) savedCards.remove(customerId);
	} catch (error) {
		log("error", `Cards could not be deleted yet: ${asCallError(error).code}.`);
	}
}

function isLastLook({ savedCards, orders, now }: Shop, customerId: string): boolean {
	const attempts = orders.listOfCustomer(customerId).flatMap((order) => order.attempts);
	const times = attempts
		.filter((attempt) => attempt.customerId === customerId && attempt.method === "card")
		.map(({ outcome, endedAt }) => (outcome?.kind === "unknown" ? now() : (endedAt ?? now())));
	return now() - Math.max(savedCards.find(customerId)?.savedAt ?? 0, ...times) >= lastLookAfterMs;
}

export async function deleteObsoleteCards(shop: Shop): Promise<void> {
	for (const holder of shop.savedCards.listObsolete(shop.now() - rememberedForMs)) await forgetCards(shop, holder);
}
