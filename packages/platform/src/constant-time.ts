import { timingSafeEqual } from "node:crypto";

/** Takes a time that depends on the lengths alone. */
export function isSameSecret(one: string | Buffer, other: string | Buffer): boolean {
	const [first, second] = [bytesOf(one), bytesOf(other)];
	return first.length === second.length && timingSafeEqual(first, second);
}

function bytesOf(secret: string | Buffer): Buffer {
	return typeof secret === "string" ? Buffer.from(secret) : secret;
}
