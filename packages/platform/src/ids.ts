import { hash, randomInt } from "node:crypto";

/** URLs, shells and forms never need to escape them. */
export const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function randomAlphanumeric(length: number): string {
	return randomText(length, base62);
}

export function randomDigits(length: number): string {
	return randomText(length, "0123456789");
}

/** Returns 19 capitals and digits, 98 bits, the same in a restored database: lookup ids are too long for banks. */
export function bankReferenceOf(lookupId: string): string {
	return digestText(`bank reference|${lookupId}`, 19, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

/** Begins with the time, so that inserts append to the index. */
export function newEventId(now: number): string {
	return `${eventIdsFrom(now)}${randomText(16, "0123456789abcdef")}`;
}

/** Ids of older events sort before it. `time` is ms since 1970. */
export function eventIdsFrom(time: number): string {
	return `evt_${time.toString(16).padStart(12, "0")}`;
}

function randomText(length: number, alphabet: string): string {
	return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** Returns 0 to below 1. */
export function randomFraction(): number {
	return randomInt(65_536) / 65_536;
}

/** Returns 20 characters, 119 bits. */
export function newLookupId(): string {
	return randomAlphanumeric(20);
}

/** Returns an id that cannot be guessed without the text. */
export function lookupIdOf(text: string): string {
	return digestText(`lookup id|${text}`, 20, base62);
}

function digestText(text: string, length: number, alphabet: string): string {
	let rest = BigInt(`0x${hash("sha256", `cardseal v1|${text}`)}`);
	let digest = "";
	for (let place = 0; place < length; place++) {
		digest += alphabet[Number(rest % BigInt(alphabet.length))];
		rest /= BigInt(alphabet.length);
	}
	return digest;
}

export function isLookupId(text: string): boolean {
	return /^[0-9A-Za-z]{20}$/.test(text);
}

export function parseNumericId(text: string): number | undefined {
	const id = Number(text);
	return /^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(id) ? id : undefined;
}
