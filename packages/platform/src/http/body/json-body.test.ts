import { OpenAPIHono } from "@hono/zod-openapi";
import { describe, expect, test } from "vitest";
import { createLog } from "../../log/log.ts";
import type { GatewayEnv } from "../gateway-env.ts";
import { answerProblems } from "../problem-response.ts";
import { requestContext } from "../request-context.ts";
import { jsonBody } from "./json-body.ts";

const limitBytes = 64 * 1024;

/** Responds with the body as a route's validator would read it after the check. */
const app = new OpenAPIHono<GatewayEnv>();
app.use(requestContext(createLog({ level: "silent" })));
answerProblems(app);
app.post("/echo", jsonBody, async (context) => context.json(await context.req.json()));

interface Sent {
	body: BodyInit;
	headers?: Record<string, string>;
}

async function send({ body, headers = {} }: Sent) {
	const response = await app.request("/echo", {
		method: "POST",
		body,
		headers: { "Content-Type": "application/json", ...headers },
		// Required by Node's fetch for a stream as body.
		...{ duplex: "half" },
	});
	return { status: response.status, headers: response.headers, body: await response.json() };
}

/** A body in chunks without a length, as with `Transfer-Encoding: chunked`. */
function inPieces(text: string, pieceBytes: number) {
	const bytes = new TextEncoder().encode(text);
	let sent = 0;
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			if (sent >= bytes.length) return controller.close();
			controller.enqueue(bytes.slice(sent, sent + pieceBytes));
			sent += pieceBytes;
		},
	});
	return { body, bytesTaken: () => sent };
}

function objectOf(bytes: number): string {
	return `{"a":"${"x".repeat(bytes - 8)}"}`;
}

function nested(depth: number, open = '{"a":', close = "}"): string {
	return `${open.repeat(depth - 1)}{}${close.repeat(depth - 1)}`;
}

describe("jsonBody", () => {
	test("X-43 refuses a duplicate key with a message that says so", async () => {
		const { status, body } = await send({ body: '{"amount":1,"amount":100}' });
		expect({ status, message: body.message }).toEqual({
			status: 400,
			message: "The body has a key twice. Send each key once.",
		});
	});

	test("passes a JSON object through unchanged", async () => {
		const object = { amount: 10.99, name: "Zoë", list: [1, { a: null }] };
		expect(await send({ body: JSON.stringify(object) })).toMatchObject({ status: 200, body: object });
	});

	test.each([
		"application/json",
		"Application/JSON",
		"application/json;charset=utf-8",
		'application/json; charset="UTF-8"',
		"application/json ; charset=utf-8; v=1",
		"application/json; charset=utf8",
	])("accepts the content type %s", async (type) => {
		expect((await send({ body: "{}", headers: { "Content-Type": type } })).status).toBe(200);
	});

	test.each([
		"text/plain",
		"text/json",
		"application/x-www-form-urlencoded",
		"application/json-patch+json",
		"application/problem+json",
		"application/jsonx",
		"application/json, text/plain",
		"application/json, application/json",
		"application/json; charset=latin1",
		"application/json; charset=utf-16",
		"multipart/form-data; boundary=application/json",
	])("X-24 refuses the content type %s", async (type) => {
		const { status, body } = await send({ body: "{}", headers: { "Content-Type": type } });
		expect({ status, code: body.code }).toEqual({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
	});

	test.each([
		["text/plain", "as text/plain."],
		["Text/Plain; charset=utf-8", "as text/plain."],
		["application/json; charset=latin1", "in another character set."],
		["card/4111111111111111", "as another type."],
	])("X-23 says of the content type %s how the body came", async (type, came) => {
		const { body } = await send({ body: "{}", headers: { "Content-Type": type } });
		expect(body.message).toBe(`Send the body as application/json in UTF-8; this one came ${came}`);
	});

	test("reads an absent body of a POST as an object without fields, with a content type and without", async () => {
		expect(await send({ body: "" })).toMatchObject({ status: 200, body: {} });
		expect((await app.request("/echo", { method: "POST" })).status).toBe(200);
	});

	test.each(["application/x-www-form-urlencoded", "Application/X-WWW-Form-Urlencoded; charset=UTF-8"])(
		"reads an empty form of a POST, %s, as an object without fields",
		async (type) => {
			expect(await send({ body: "", headers: { "Content-Type": type } })).toMatchObject({ status: 200, body: {} });
		},
	);

	test("X-24 refuses an empty body of another content type", async () => {
		expect((await send({ body: "", headers: { "Content-Type": "text/plain" } })).status).toBe(415);
	});

	test("X-24 refuses a body without a content type", async () => {
		const response = await app.request("/echo", { method: "POST", body: new TextEncoder().encode("{}") });
		expect(response.status).toBe(415);
	});

	test.each([
		["as long as allowed", limitBytes, 200],
		["a byte longer", limitBytes + 1, 413],
	])("X-11 applies the limit to a body %s, with a Content-Length or chunked", async (_what, bytes, status) => {
		const text = objectOf(bytes);
		expect(text).toHaveLength(bytes);
		const told = await send({ body: text, headers: { "Content-Length": String(bytes) } });
		expect(told.status).toBe(status);
		expect((await send({ body: inPieces(text, 1000).body })).status).toBe(status);
	});

	test("X-11 counts bytes, not characters", async () => {
		const text = `{"a":"${"é".repeat(limitBytes / 2)}"}`;
		expect((await send({ body: inPieces(text, 5000).body })).status).toBe(413);
	});

	test("X-11 stops reading a chunked body at the limit and closes the connection", async () => {
		const { body, bytesTaken } = inPieces(objectOf(10 * limitBytes), 8192);
		const { status, headers } = await send({ body });
		expect(status).toBe(413);
		expect(headers.get("Connection")).toBe("close");
		expect(bytesTaken()).toBeLessThan(2 * limitBytes);
	});

	test.each(["65537", "1e9", "-1", "0x10", "9".repeat(30), "12, 12"])(
		"X-11 refuses a Content-Length of %s before reading the body",
		async (length) => {
			const { body, bytesTaken } = inPieces(objectOf(10 * limitBytes), 8192);
			expect((await send({ body, headers: { "Content-Length": length } })).status).toBe(413);
			expect(bytesTaken()).toBeLessThan(limitBytes);
		},
	);

	test("X-11 counts the bytes of a chunked request that also has a Content-Length", async () => {
		const { body } = inPieces(objectOf(2 * limitBytes), 8192);
		const headers = { "Content-Length": "10", "Transfer-Encoding": "chunked" };
		expect((await send({ body, headers })).status).toBe(413);
	});

	test.each([
		["bytes that are not UTF-8", [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]],
		["a truncated character", [0x7b, 0x22, 0xc3, 0x22, 0x3a, 0x31, 0x7d]],
		["an overlong character", [0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]],
		["half of a surrogate pair", [0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]],
		["a byte order mark", [0xef, 0xbb, 0xbf, 0x7b, 0x7d]],
		["UTF-16", [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
	])("refuses %s", async (_what, bytes) => {
		const { status, body } = await send({ body: Uint8Array.from(bytes) });
		expect({ status, message: body.message }).toEqual({
			status: 400,
			message: "Send the body in UTF-8 without a byte order mark.",
		});
	});

	test.each([
		["a NUL", '{"name":"a\\u0000b"}', "name"],
		["a NUL in a list", '{"list":["\\u0000"]}', "0"],
		["a NUL in a key", '{"a\\u0000":1}', undefined],
		["half of an escaped surrogate pair", '{"name":"\\ud83d"}', "name"],
	])("refuses %s", async (_what, text, field) => {
		const { status, body } = await send({ body: text });
		const message = "Send text in UTF-8 without NUL characters.";
		expect(status).toBe(400);
		expect(body.errors).toEqual([{ field, code: "encoding_invalid", message }]);
	});

	test("passes an escaped surrogate pair and an escaped backslash before u0000", async () => {
		expect(await send({ body: '{"name":"\\ud83d\\ude00 \\\\u0000"}' })).toMatchObject({
			status: 200,
			body: { name: "😀 \\u0000" },
		});
	});

	test.each([
		["white space", " "],
		["half an object", '{"a":'],
		["a trailing comma", '{"a":1,}'],
		["two objects", "{}{}"],
		["single quotes", "{'a':1}"],
		["a comment", "{/* */}"],
		["NaN", '{"a":NaN}'],
		["a form", "a=1"],
	])("refuses %s as invalid JSON", async (_what, text) => {
		const { status, body } = await send({ body: text });
		expect({ status, message: body.message }).toMatchObject({
			status: 400,
			message: expect.stringContaining("not valid JSON"),
		});
		if (text.trim() !== "") expect(body.message).not.toContain(text);
	});

	test.each(["[]", "[{}]", "null", "true", "1", '"text"'])("refuses %s because it is not an object", async (text) => {
		const { status, body } = await send({ body: text });
		expect({ status, message: body.message }).toEqual({ status: 400, message: "Send a JSON object, in curly braces." });
	});

	test.each([
		["objects", '{"a":', "}"],
		["lists", '{"a":[', "]}"],
	])("X-11 allows eight levels of %s and no more", async (_what, open, close) => {
		const levels = open.includes("[") ? 2 : 1;
		expect((await send({ body: nested(Math.floor(7 / levels) + 1, open, close) })).status).toBe(200);
		expect((await send({ body: nested(Math.floor(8 / levels) + 1, open, close) })).status).toBe(400);
	});

	test("X-11 refuses the deepest body that fits without a stack overflow", async () => {
		const body = `{"a":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
		expect((await send({ body })).status).toBe(400);
	});

	test("X-11 accepts a body with thousands of keys", async () => {
		const object = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`key${index}`, index]));
		expect((await send({ body: JSON.stringify(object) })).status).toBe(200);
	});

	test.each([
		["list elements", 4_999, (count: number) => `{"a":[${Array(count).fill(1).join()}]}`],
		["keys", 5_000, (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`],
		["keys of objects in a list", 2_499, (count: number) => `{"a":[${Array(count).fill('{"b":1}').join()}]}`],
	])("X-11 accepts 5,000 elements and no more: %s", async (_what, most, bodyOf) => {
		expect((await send({ body: bodyOf(most) })).status).toBe(200);
		const { status, body } = await send({ body: bodyOf(most + 1) });
		expect({ status, reason: body.reason }).toEqual({ status: 400, reason: "json_too_many_elements" });
	});

	test.each([
		'{"__proto__":{"polluted":true}}',
		'{"constructor":{"prototype":{"polluted":true}}}',
		'{"prototype":1}',
		'{"a":{"__proto__":1}}',
		'{"a":[{"b":[{"constructor":1}]}]}',
		'{"\\u005f_proto__":{"polluted":true}}',
	])("X-05 refuses the key %s and pollutes no prototype", async (text) => {
		const { status, body } = await send({ body: text });
		expect({ status, message: body.message }).toMatchObject({
			status: 400,
			message: expect.stringContaining("not allowed"),
		});
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});

	test("X-05 accepts the same words as values", async () => {
		const object = { name: "__proto__", list: ["constructor"] };
		expect(await send({ body: JSON.stringify(object) })).toMatchObject({ status: 200, body: object });
	});
});
