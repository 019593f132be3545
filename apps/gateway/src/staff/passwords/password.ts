import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { createKeyedLock } from "@cardseal/batch";
import { Problem } from "../../problem.ts";

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP's first choice for scrypt: 128 MB and about 0.3 s a try. */
const cost = { N: 2 ** 17, r: 8, p: 1 };
const saltBytes = 16;
const hashBytes = 32;
const maximumMemory = 256 * 1024 * 1024;

/** At once, in the whole process: more would take the memory and the threads that payments need. */
const lanes = 2;
/** What waits beyond that is some ten seconds of work: whoever floods us must not have everybody else wait for minutes. */
const maximumWaiting = 64;
const inTurn = createKeyedLock();
let nextQueue = 0;
let waiting = 0;

/** @throws Problem 503 when too many are waiting */
async function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
	if (waiting >= maximumWaiting) {
		const headers = { "Retry-After": "10" };
		throw new Problem("UNAVAILABLE", "Too many people are signing in. Try again in ten seconds.", { headers });
	}
	nextQueue = (nextQueue + 1) % lanes;
	waiting += 1;
	try {
		const text = password.normalize("NFC");
		const options = { N, r, p, maxmem: maximumMemory };
		return await inTurn(String(nextQueue), () => scryptAsync(text, salt, hashBytes, options));
	} finally {
		waiting -= 1;
	}
}

function written({ N, r, p }: typeof cost, salt: Buffer, hash: Buffer): string {
	return ["scrypt", N, r, p, salt.toString("base64"), hash.toString("base64")].join("$");
}

/** The stored form of a password: `scrypt$N$r$p$salt$hash`, so that costs can grow without breaking old ones. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(saltBytes);
	return written(cost, salt, await derive(password, salt, cost));
}

/** What nobody's password hashes to: checked where there is no account, so that it takes as long as where there is one. */
const nobodysHash = written(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));

/** Whether a password is the one that was stored; never for `undefined`, after as long. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
	const [, N, r, p, salt = "", hash = ""] = (stored ?? nobodysHash).split("$");
	const costs = { N: Number(N), r: Number(r), p: Number(p) };
	const derived = await derive(password, Buffer.from(salt, "base64"), costs);
	return timingSafeEqual(derived, Buffer.from(hash, "base64")) && stored !== undefined;
}
