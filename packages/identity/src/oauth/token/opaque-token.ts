import { createHash } from "node:crypto";
import { randomAlphanumeric } from "@cardseal/platform";

/** A fast hash is enough for 256 bits (rules O-11, O-48). */
const characters = 43;

export function newOpaqueToken(): string {
	return randomAlphanumeric(characters);
}

export function hashOpaqueToken(token: string): Buffer {
	return createHash("sha256").update(token).digest();
}
