import { crc32 } from "node:zlib";
import type { Merchant } from "@cardseal/merchants";
import { base62, randomAlphanumeric } from "@cardseal/platform";

/** Slightly more than 256 bits. */
export const secretCharacters = 43;
const checksumCharacters = 6;

/** Shows whether a leaked secret is for real money. */
export const secretPrefixes = { demo: "sktest", live: "sklive" } as const satisfies Record<Merchant["mode"], string>;

/** Only the secret's hash is stored. */
export function newClientSecret(mode: Merchant["mode"]): string {
	return withChecksum(secretPrefixes[mode] + randomAlphanumeric(secretCharacters));
}

/** Secret scanners recognise the CRC-32 (rule E-05). */
export function withChecksum(body: string): string {
	let checksum = crc32(body);
	let tail = "";
	for (let index = 0; index < checksumCharacters; index++) {
		tail += base62[checksum % base62.length];
		checksum = Math.floor(checksum / base62.length);
	}
	return body + tail;
}
