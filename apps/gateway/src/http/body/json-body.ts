import type { Context, MiddlewareHandler } from "hono";
import { outsideDeadline } from "../../db/request-deadline.ts";
import { Problem } from "../../problem.ts";
import type { GatewayEnv } from "../gateway-env.ts";
import { requireReadable, requireReadableFields } from "../readable-text.ts";
import { hasDuplicateKey } from "./duplicate-keys.ts";
import { withoutEmptyFields } from "./empty-fields.ts";

const maximumBytes = 64 * 1024;
const maximumDepth = 8;

/** Keys with a meaning for JavaScript objects; they enable prototype pollution. */
const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads a body that must be a JSON object and checks type, size, encoding, depth and keys before any schema. The text
 * goes into Hono's cache, where the route's validator finds it, without the empty fields of a POST.
 */
export const jsonBody: MiddlewareHandler<GatewayEnv> = async (context, next) => {
	const mediaType = "application/json";
	if (context.req.header("Content-Type") !== undefined) requireMediaType(context, mediaType);
	const sent = await readText(context);
	if (sent !== "") requireMediaType(context, mediaType);
	// Without a body, the schema of a POST names the missing fields. A change without a body is a mistake.
	const isAbsent = sent === "" && context.req.method === "POST";
	const text = isAbsent ? "{}" : sent;
	if (isAbsent) context.req.raw.headers.set("Content-Type", mediaType);
	const body = requireHarmlessObject(parse(text));
	if (hasDuplicateKey(text)) throw new Problem("duplicate_key", "The body has a key twice. Send each key once.");
	const given = context.req.method === "POST" ? withoutEmptyFields(body) : body;
	const judged = given === body ? text : JSON.stringify(given);
	Object.assign(context.req.bodyCache, { text: Promise.resolve(judged) });
	await next();
};

/** @throws Problem 415 */
export function requireMediaType(context: Context<GatewayEnv>, expected: string): void {
	const [type = "", ...parameters] = (context.req.header("Content-Type") ?? "").split(";");
	const charset = parameters
		.map((parameter) => parameter.trim().toLowerCase())
		.find((one) => one.startsWith("charset="));
	const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
	if (type.trim().toLowerCase() === expected && isUtf8) return;
	throw new Problem("content_type_unsupported", `Send the body as ${expected} in UTF-8.`);
}

/**
 * Reads the fields of a form.
 *
 * @throws Problem 413, 400
 */
export async function readFormFields(context: Context<GatewayEnv>): Promise<URLSearchParams> {
	const text = await readText(context);
	requireReadable(text);
	requireReadableFields(text);
	return new URLSearchParams(text);
}

/** @throws Problem 413, 400 */
async function readText(context: Context<GatewayEnv>): Promise<string> {
	const bytes = await readBytes(context);
	try {
		const text = utf8.decode(bytes);
		if (!text.startsWith("\uFEFF")) return text;
	} catch {
		// Not UTF-8: the error below covers this case too.
	}
	throw new Problem("encoding_invalid", "Send the body in UTF-8 without a byte order mark.");
}

/**
 * Reads a body, of at most 64 KB.
 *
 * @throws Problem 413, 400
 */
export async function readBytes(context: Context<GatewayEnv>): Promise<Uint8Array> {
	try {
		return await outsideDeadline(() => readAtMost(context));
	} catch (error) {
		if (error instanceof Problem) throw error;
		throw new Problem("body_incomplete", "The body ended early or is not valid HTTP. Send it again.", { cause: error });
	}
}

async function readAtMost(context: Context<GatewayEnv>): Promise<Uint8Array> {
	const declared = context.req.header("Content-Length");
	if (declared !== undefined && context.req.header("Transfer-Encoding") === undefined) {
		if (!/^[0-9]{1,15}$/.test(declared) || Number(declared) > maximumBytes) throw tooLarge();
		// The server never reads beyond the declared length, so the buffer stays within the limit.
		return new Uint8Array(await context.req.raw.arrayBuffer());
	}
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of context.req.raw.body ?? []) {
		size += chunk.byteLength;
		if (size > maximumBytes) throw tooLarge();
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

function tooLarge(): Problem {
	// The rest of the body stays unread, so the connection must close.
	return new Problem("body_too_large", `Send at most ${maximumBytes / 1024} KB.`, {
		headers: { Connection: "close" },
	});
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		if (text === "") throw new Problem("body_missing", "The request has no body. Send a JSON object.");
		throw new Problem("json_invalid", "The body is not valid JSON. Check quotes, commas and brackets.");
	}
}

function requireHarmlessObject(body: unknown): object {
	if (typeof body !== "object" || body === null || Array.isArray(body)) {
		throw new Problem("json_not_an_object", "Send a JSON object, in curly braces.");
	}
	let level: object[] = [body];
	for (let depth = 1; level.length > 0; depth++) {
		if (depth > maximumDepth) throw new Problem("json_too_deep", `Nest the body at most ${maximumDepth} levels deep.`);
		level = level.flatMap(requireHarmlessKeys);
	}
	return body;
}

/** Returns the objects and arrays directly inside `object`, whose own keys and texts it checks. */
function requireHarmlessKeys(object: object): object[] {
	const inside: object[] = [];
	for (const [key, value] of Object.entries(object)) {
		if (forbiddenKeys.has(key))
			throw new Problem("key_not_allowed", "The body has a key that is not allowed. Rename it.");
		requireReadable(key);
		if (typeof value === "string") requireReadable(value, { field: key });
		if (typeof value === "object" && value !== null) inside.push(value);
	}
	return inside;
}
