import { hash, randomBytes } from "node:crypto";

/** Digits and letters, which URLs, shells and forms never need to escape. */
export const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random bytes are drawn for many ids at once: a system call per id would cost more than the id. */
const poolBytes = 4096;
let pool = Buffer.alloc(0);
let position = 0;

function nextByte(): number {
	if (position >= pool.length) {
		pool = randomBytes(poolBytes);
		position = 0;
	}
	return pool.readUInt8(position++);
}

/** Returns `length` uniformly random characters of [0-9A-Za-z], from the system's generator. */
export function randomAlphanumeric(length: number): string {
	return randomText(length, base62);
}

/** Returns `length` uniformly random digits, from the system's generator. */
export function randomDigits(length: number): string {
	return randomText(length, "0123456789");
}

/**
 * Returns a bank's reference of a payment: 19 capitals and digits, 98 bits. Lookup ids are too long and have small
 * letters. It follows from the payment, so that a restored database gives the same one again.
 */
export function bankReferenceOf(lookupId: string): string {
	return digestText(`bank reference|${lookupId}`, 19, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

/** Returns the id of an event. It begins with the time, ms since 1970, so that an index gets it at its end. */
export function newEventId(now: number): string {
	return `${eventIdsFrom(now)}${randomText(16, "0123456789abcdef")}`;
}

/** Returns the text before which the ids of events sort that are older than a time, ms since 1970. */
export function eventIdsFrom(time: number): string {
	return `evt_${time.toString(16).padStart(12, "0")}`;
}

function randomText(length: number, alphabet: string): string {
	// Bytes from this value on would favour the first letters of the alphabet.
	const firstBiasedByte = 256 - (256 % alphabet.length);
	let text = "";
	while (text.length < length) {
		const byte = nextByte();
		if (byte < firstBiasedByte) text += alphabet[byte % alphabet.length];
	}
	return text;
}

/** Returns a random number from 0 (inclusive) to 1 (exclusive) in steps of 1/65536, to spread work over time. */
export function randomFraction(): number {
	return (nextByte() * 256 + nextByte()) / 65_536;
}

/** Returns an identifier for paths and responses: 20 characters, 119 bits, so that it cannot be guessed. */
export function newLookupId(): string {
	return randomAlphanumeric(20);
}

/** Returns the lookup id that follows from a text: 20 characters, 119 bits. It cannot be guessed without the text. */
export function lookupIdOf(text: string): string {
	return digestText(`lookup id|${text}`, 20, base62);
}

/** Returns characters that depend on a text alone. 256 bits are so many more than they hold that no letter is favoured. */
function digestText(text: string, length: number, alphabet: string): string {
	let rest = BigInt(`0x${hash("sha256", `cardseal v1|${text}`)}`);
	let digest = "";
	for (let place = 0; place < length; place++) {
		digest += alphabet[Number(rest % BigInt(alphabet.length))];
		rest /= BigInt(alphabet.length);
	}
	return digest;
}

const lookupIdPattern = /^[0-9A-Za-z]{20}$/;
const numericIdPattern = /^[1-9][0-9]{0,15}$/;

/** Returns true if `text` has the form of a lookup id. */
export function isLookupId(text: string): boolean {
	return lookupIdPattern.test(text);
}

/** Parses a numeric id (at most 2^53); `undefined` for any other text. */
export function parseNumericId(text: string): number | undefined {
	if (!numericIdPattern.test(text)) return undefined;
	const id = Number(text);
	return Number.isSafeInteger(id) ? id : undefined;
}
