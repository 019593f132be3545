import type { MiddlewareHandler } from "hono";
import { Problem } from "../problem.ts";
import type { GatewayEnv } from "./gateway-env.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Errors there are pages or redirects (RFC 6749 §4.1.2.1). */
const answersByPage = "/oauth/authorize";

/**
 * Refuses invalid UTF-8 and NUL, which PostgreSQL cannot store.
 * @throws Problem 400
 */
export function requireReadable(text: string, field?: string): void {
	if (!isReadable(text)) throw unreadable(field);
}

/**
 * Checks a percent-encoded text.
 * @throws Problem 400
 */
export function requireReadableFields(encoded: string): void {
	if (isReadable(decode(encoded))) return;
	const pairs = encoded.split("&").map((pair) => pair.split("="));
	const [field] = pairs.find((parts) => !isReadable(decode(parts.join("=")))) ?? [];
	const name = field && decode(field);
	throw unreadable(name !== undefined && isReadable(name) ? name : undefined);
}

export const readableAddress: MiddlewareHandler<GatewayEnv> = (context, next) => {
	if (!context.req.url.includes("%")) return next();
	const { pathname, search } = new URL(context.req.url);
	if (pathname === answersByPage) return next();
	requireReadable(decode(pathname));
	requireReadableFields(search.slice(1));
	return next();
};

function isReadable(text: string): boolean {
	return text.isWellFormed() && !text.includes("\0");
}

/** Returns NUL for bytes that are not UTF-8. */
function decode(encoded: string): string {
	if (!encoded.includes("%")) return encoded;
	const bytes = Buffer.from(encoded)
		.toString("latin1")
		.replace(/%([0-9a-f]{2})/gi, byteOf);
	try {
		return utf8.decode(Buffer.from(bytes, "latin1"));
	} catch {
		return "\0";
	}
}

function byteOf(_escape: string, hex: string): string {
	return String.fromCharCode(Number.parseInt(hex, 16));
}

function unreadable(field: string | undefined): Problem {
	const reason = "encoding_invalid";
	const message = "Send text in UTF-8 without NUL characters.";
	return new Problem(reason, message, field === undefined ? {} : { errors: [{ field, reason, message }] });
}
