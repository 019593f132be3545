import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { createKeyedLock } from "@cardseal/batch";
import { Problem } from "../../problem.ts";

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP's first choice for scrypt: 128 MB and about 0.3 s per hash. */
const cost = { N: 2 ** 17, r: 8, p: 1 };
const saltBytes = 16;
const hashBytes = 32;
const maximumMemory = 256 * 1024 * 1024;

/** Parallel hashes per process. More would take memory and threads that payments need. */
const lanes = 2;
/** The queue beyond that, some ten seconds of work, so that a flood does not make others wait for minutes. */
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

/**
 * Hashes a password into its stored form, `scrypt$N$r$p$salt$hash`, so that costs can grow without breaking old ones.
 */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(saltBytes);
	return written(cost, salt, await derive(password, salt, cost));
}

/** A hash that no password has, verified for unknown accounts so that they take as long as known ones. */
const nobodysHash = written(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));

/** Verifies a password against its stored form; `false` for `undefined`, in the same time. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
	const [, N, r, p, salt = "", hash = ""] = (stored ?? nobodysHash).split("$");
	const costs = { N: Number(N), r: Number(r), p: Number(p) };
	const derived = await derive(password, Buffer.from(salt, "base64"), costs);
	return timingSafeEqual(derived, Buffer.from(hash, "base64")) && stored !== undefined;
}
