import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { Problem } from "@cardseal/platform";
import { outsideDeadline } from "@cardseal/platform/db";
import { createPasswordQueue, type QueuePlace } from "./password-queue.ts";

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP's first choice for scrypt: 128 MB and about 0.3 s per hash. */
const cost = { N: 2 ** 17, r: 8, p: 1 };
const saltBytes = 16;
const hashBytes = 32;
const maximumMemory = 256 * 1024 * 1024;

/** More than two would take memory and threads that payments need. */
const queue = createPasswordQueue({ concurrency: 2, places: { open: 64, reserved: 32 } });

/** @throws Problem 503 when too many are waiting */
async function derive(
	password: string,
	salt: Buffer,
	{ N, r, p, place }: typeof cost & { place: QueuePlace },
): Promise<Buffer> {
	const options = { N, r, p, maxmem: maximumMemory };
	const derived = queue.enter(place, () =>
		// Only waiting counts as time of the request.
		outsideDeadline(() => scryptAsync(password.normalize("NFC"), salt, hashBytes, options)),
	);
	if (derived !== undefined) return derived;
	const headers = { "Retry-After": "10" };
	throw new Problem("busy", "Too many people are signing in. Try again in ten seconds.", { headers });
}

function written({ N, r, p }: typeof cost, salt: Buffer, hash: Buffer): string {
	return ["scrypt", N, r, p, salt.toString("base64"), hash.toString("base64")].join("$");
}

/** The text holds the costs, so that they can grow. */
export async function hashPassword(password: string, place: QueuePlace = "open"): Promise<string> {
	const salt = randomBytes(saltBytes);
	return written(cost, salt, await derive(password, salt, { ...cost, place }));
}

const nobodysHash = written(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));

/** `false` for `undefined`, in the same time. */
export async function isPassword(
	password: string,
	stored: string | undefined,
	place: QueuePlace = "open",
): Promise<boolean> {
	const [, N, r, p, salt = "", hash = ""] = (stored ?? nobodysHash).split("$");
	const costs = { N: Number(N), r: Number(r), p: Number(p), place };
	const derived = await derive(password, Buffer.from(salt, "base64"), costs);
	return timingSafeEqual(derived, Buffer.from(hash, "base64")) && stored !== undefined;
}
