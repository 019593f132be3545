import { randomInt } from "node:crypto";
import type { Vault } from "@cardseal/vault";

/** Without characters that are easily confused: 0 and O, 1, I and L. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const characters = 12;
const group = 4;

export const recoveryCodes = 10;

/** 59 bits, for one sign-in. */
export function newRecoveryCode(): string {
	const text = Array.from({ length: characters }, () => alphabet[randomInt(alphabet.length)]).join("");
	return (text.match(new RegExp(`.{${group}}`, "g")) ?? []).join("-");
}

/** A hash cannot be guessed without the vault's key. */
export function hashRecoveryCode(vault: Vault, staffId: number, code: string): Buffer {
	const text = code.toUpperCase().replace(/[^0-9A-Z]/g, "");
	return vault.mac("sign_in", `recovery code ${staffId} ${text}`);
}
