import { CallError, type Client } from "@cardseal/client";
import { z } from "zod";
import { splitName } from "./payer-name.ts";

/** A customer's card as the shop may show it. */
export interface CardOnFile {
	/** The card at the gateway; of no use without the shop's credentials. */
	readonly id: string;
	readonly brand: string;
	/** The last four digits. */
	readonly suffix: string;
	/** Two digits each. */
	readonly expiry: { readonly month: string; readonly year: string };
}

const lookupId = z.string().min(1).max(64);

/** What the shop reads of a customer; the gateway's other fields pass by. */
export const customerRecord = z.object({
	lookup_id: lookupId,
	/** Oldest first. */
	cards: z.array(
		z
			.object({
				lookup_id: lookupId,
				card_type: z.string().max(40),
				card_suffix: z.string().regex(/^[0-9]{4}$/),
				card_expiry: z.string().regex(/^[0-9]{2}\/[0-9]{2}$/),
			})
			.transform(({ lookup_id: id, card_type: brand, card_suffix: suffix, card_expiry: expiry }): CardOnFile => {
				return { id, brand, suffix, expiry: { month: expiry.slice(0, 2), year: expiry.slice(3) } };
			}),
	),
});

/** Makes a customer; hands back its id, or why there is none, for the log. One whose answer is lost has no card and stays unused. */
export async function createCustomer(
	client: Client,
	{ name, email }: { readonly name: string; readonly email: string },
	timeLimitMs?: number,
): Promise<{ customerId: string } | { why: string }> {
	try {
		const body = { email, ...splitName(name) };
		const record = customerRecord.safeParse(await client.post("/customer-service/customer", { body, timeLimitMs }));
		return record.success ? { customerId: record.data.lookup_id } : { why: "not a customer" };
	} catch (error) {
		if (error instanceof CallError) return { why: error.code };
		throw error;
	}
}

/** A customer's cards, oldest first; "gone" when the gateway has no such customer, "unreadable" when that is not known now. */
export async function readCards(
	client: Client,
	customerId: string,
	timeLimitMs: number,
): Promise<readonly CardOnFile[] | "gone" | "unreadable"> {
	try {
		const path = { customer_lookup_id: customerId };
		const answer = await client.get("/customer-service/customer/{customer_lookup_id}", { path, timeLimitMs });
		const record = customerRecord.safeParse(answer);
		return record.success ? record.data.cards : "unreadable";
	} catch (error) {
		if (error instanceof CallError) return error.status === 404 ? "gone" : "unreadable";
		throw error;
	}
}

/** Deletes a card; tells whether it is certainly gone. */
export async function deleteCard(
	client: Client,
	customerId: string,
	cardId: string,
	timeLimitMs: number,
): Promise<boolean> {
	try {
		const path = { customer_lookup_id: customerId, card_lookup_id: cardId };
		await client.delete("/customer-service/customer/{customer_lookup_id}/card/{card_lookup_id}", { path, timeLimitMs });
		return true;
	} catch (error) {
		if (error instanceof CallError) return error.status === 404;
		throw error;
	}
}
