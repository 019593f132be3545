import { z } from "zod";

/** Somebody for whom the gateway keeps cards, and the browsers' keys to them. Nothing of a card is part of it. */
export interface Holder {
	/** The customer at the gateway whose cards they are. */
	readonly customerId: string;
	/**
	 * As they were typed when a card was last to be remembered. For charges and their receipts, and shown to nobody: whoever sits
	 * at the browser need not be the person.
	 */
	readonly name: string;
	readonly email: string;
	/** When a card was last to be remembered, ms since 1970. */
	readonly rememberedAt: number;
	/** Hashes of the keys that are good, and the attempt to pay that they were given with. */
	readonly keyHashes: readonly string[];
	readonly keysOfAttempt: string | undefined;
	/** When the cards were given up, ms since 1970; they are at the gateway until it has deleted them. */
	readonly forgottenAt: number | undefined;
}

/** What the card book keeps: one of these a line. */
export const holderEvent = z.discriminatedUnion("type", [
	/** Comes before the sale with which the gateway keeps the card. */
	z.object({
		type: z.literal("remembered"),
		customer: z.string(),
		at: z.number(),
		name: z.string(),
		email: z.string(),
	}),
	z.object({
		type: z.literal("key_given"),
		customer: z.string(),
		at: z.number(),
		attempt: z.string(),
		keyHash: z.string(),
	}),
	z.object({ type: z.literal("forgotten"), customer: z.string(), at: z.number() }),
	/** The gateway has none of the cards any more. */
	z.object({ type: z.literal("erased"), customer: z.string(), at: z.number() }),
]);

export type HolderEvent = z.infer<typeof holderEvent>;

/** The holder after the event; `undefined` once nothing is left to know. Throws when the event cannot follow. */
export function applyHolderEvent(before: Holder | undefined, event: HolderEvent): Holder | undefined {
	if (event.type === "remembered") return remember(before, event);
	if (before === undefined) throw new Error("Nothing was ever remembered for this customer.");
	switch (event.type) {
		case "key_given":
			return giveKey(before, event);
		case "forgotten":
			return { ...before, keyHashes: [], forgottenAt: event.at };
		case "erased":
			return undefined;
	}
}

function remember(before: Holder | undefined, event: HolderEvent & { type: "remembered" }): Holder {
	if (before?.forgottenAt !== undefined) throw new Error("This customer's cards are given up: none may be added.");
	const { customer: customerId, name, email, at: rememberedAt } = event;
	const { keyHashes = [], keysOfAttempt } = before ?? {};
	return { customerId, name, email, rememberedAt, keyHashes, keysOfAttempt, forgottenAt: undefined };
}

/**
 * A card that is added changes the keys (rule X-29): whoever slipped a browser a key of their own must not get at the card that
 * is remembered there. Keys of the same attempt stay beside each other, because a page that lost our answer asks again.
 */
function giveKey(before: Holder, { attempt, keyHash }: HolderEvent & { type: "key_given" }): Holder {
	if (before.forgottenAt !== undefined) throw new Error("This customer's cards are given up: there is no key to them.");
	const others = before.keysOfAttempt === attempt ? before.keyHashes : [];
	return { ...before, keyHashes: [...others, keyHash], keysOfAttempt: attempt };
}
