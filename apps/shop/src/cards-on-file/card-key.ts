import { createHash, randomBytes } from "node:crypto";

/** A new key: 256 random bits. Whoever has it may pay with the cards behind it, so it cannot be guessed and is kept by its browser alone. */
export function newCardKey(): string {
	return randomBytes(32).toString("base64url");
}

/** What the shop keeps of a key: enough to recognise it, and nothing to pay with for whoever reads the shop's files. */
export function hashCardKey(key: string): string {
	return createHash("sha256").update(key).digest("base64url");
}
