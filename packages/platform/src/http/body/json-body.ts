import type { MiddlewareHandler } from "hono";
import { Problem } from "../../problem.ts";
import type { Admitted } from "../admission.ts";
import type { GatewayEnv } from "../gateway-env.ts";
import { requireReadable } from "../readable-text.ts";
import { withoutEmptyFields } from "./empty-fields.ts";
import { readText, requireMediaType } from "./read-body.ts";

const maximumDepth = 8;
const maximumElements = 5_000;

/** Keys that enable prototype pollution. */
const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);

/** Admits bodies with their empty fields, where one may be a lost amount. */
export function keepEmptyFields(admitted: Admitted): Admitted {
	const keep: MiddlewareHandler<GatewayEnv> = async (context, next) => {
		context.set("keepsEmptyFields", true);
		await next();
	};
	return { ...admitted, middleware: [keep, ...admitted.middleware] };
}

/** Checks bodies before any schema, and drops a POST's empty fields. */
export const jsonBody: MiddlewareHandler<GatewayEnv> = async (context, next) => {
	const mediaType = "application/json";
	const declared = context.req.header("Content-Type");
	// Clients send a form's type even without a body.
	if (declared !== undefined && !/^\s*application\/x-www-form-urlencoded\b/i.test(declared))
		requireMediaType(context, mediaType);
	const sent = await readText(context);
	if (sent !== "") requireMediaType(context, mediaType);
	// A change without a body is a mistake.
	const isAbsent = sent === "" && context.req.method === "POST";
	// `{}` takes all that is left of a payment; a lost body must not.
	const text = isAbsent ? '{"body":null}' : sent;
	if (isAbsent) context.req.raw.headers.set("Content-Type", mediaType);
	const body = requireHarmlessObject(parse(text));
	if (hasDuplicateKey(text)) throw new Problem("duplicate_key", "The body has a key twice. Send each key once.");
	const given =
		context.req.method === "POST" && context.get("keepsEmptyFields") !== true ? withoutEmptyFields(body) : body;
	const judged = given === body ? text : JSON.stringify(given);
	Object.assign(context.req.bodyCache, { text: Promise.resolve(judged) });
	await next();
};

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
	let elements = 0;
	for (let depth = 1; level.length > 0; depth++) {
		if (depth > maximumDepth) throw new Problem("json_too_deep", `Nest the body at most ${maximumDepth} levels deep.`);
		elements += level.reduce((sum, object) => sum + Object.keys(object).length, 0);
		if (elements > maximumElements) {
			throw new Problem("json_too_many_elements", `Send at most ${maximumElements} keys and list elements.`);
		}
		level = level.flatMap(requireHarmlessKeys);
	}
	return body;
}

function requireHarmlessKeys(object: object): object[] {
	const inside: object[] = [];
	for (const [key, value] of Object.entries(object)) {
		if (forbiddenKeys.has(key))
			throw new Problem("key_not_allowed", "The body has a key that is not allowed. Rename it.");
		requireReadable(key);
		if (typeof value === "string") requireReadable(value, key);
		if (typeof value === "object" && value !== null) inside.push(value);
	}
	return inside;
}

const parts = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;

/** A filtering proxy may take another key than JSON.parse (RFC 8259 §4). */
export function hasDuplicateKey(json: string): boolean {
	const around: (Set<string> | undefined)[] = [];
	let before = "";
	for (const [part] of json.matchAll(parts)) {
		const mayBeKey = before === "{" || before === ",";
		before = part;
		if (part === "{") around.push(new Set());
		else if (part === "[") around.push(undefined);
		else if (part === "}" || part === "]") around.pop();
		else if (mayBeKey && part !== "," && !isNew(around.at(-1), part)) return true;
	}
	return false;
}

/** Decodes keys: "a" may be written as "\u0061". */
function isNew(keys: Set<string> | undefined, text: string): boolean {
	return keys === undefined || keys.size < keys.add(JSON.parse(text)).size;
}
