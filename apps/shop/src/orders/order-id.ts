import { randomBytes } from "node:crypto";

/** No I, L, O, U: the beginning is also read out on the telephone. 32 letters, so every random byte counts evenly. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A new order id: 24 characters, 120 random bits. Whoever knows it sees the order, so it cannot be guessed. */
export function newOrderId(): string {
	return Array.from(randomBytes(24), (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}

/** The part of an order's id that people are shown and the shop can search by: "K3M9-XP2T". It opens no page. */
export function orderNumber(id: string): string {
	return `${id.slice(0, 4)}-${id.slice(4, 8)}`;
}
