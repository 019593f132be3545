import type { JsonObject } from "../../fixtures/client.ts";
import type { Random } from "../random.ts";
import { hardText, hardValue, type Schema, type Values, valueFor } from "./values.ts";

/** The way a request authenticates. */
export type Caller = "token" | "session" | "nobody" | "stranger";

/** An operation of an OpenAPI document, or a page without a description. */
export interface FuzzRoute {
	method: string;
	path: string;
	callers: [Caller, ...Caller[]];
	parameters: { name: string; in: string; schema: Schema }[];
	body: { type: string; schema: Schema } | undefined;
}

export interface FuzzRequest {
	method: string;
	/** Path and query, percent-encoded. */
	target: string;
	caller: Caller;
	headers: Record<string, string>;
	body: Buffer | undefined;
}

interface Operation {
	security?: JsonObject[];
	requestBody?: { content: Record<string, { schema: Schema }> };
	parameters?: { name: string; in: string; schema?: Schema }[];
}

const methods = ["get", "post", "put", "patch", "delete"];

/** Returns the routes of an OpenAPI document. */
export function routesIn(document: JsonObject): FuzzRoute[] {
	const paths = document.paths as Record<string, Record<string, Operation>>;
	return Object.entries(paths).flatMap(([path, item]) =>
		methods.flatMap((method) => {
			const operation = item[method];
			return operation === undefined ? [] : [routeOf(method.toUpperCase(), path, operation)];
		}),
	);
}

function routeOf(method: string, path: string, { security = [], requestBody, parameters = [] }: Operation): FuzzRoute {
	const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
	const needsSession = security.some((scheme) => "session" in scheme);
	return {
		method,
		path,
		callers: [needsSession ? "session" : "token"],
		parameters: parameters.map(({ schema = {}, ...parameter }) => ({ ...parameter, schema })),
		body: type === undefined || content === undefined ? undefined : { type, schema: content.schema },
	};
}

/** The fields of the pages' forms. */
const formFields = [
	"email",
	"password",
	"new_password",
	"code",
	"next",
	"name",
	"token",
	"decision",
	"action",
	"reason",
];
const bankFields = ["transit_number", "institution_number", "account_number", "client_id", "redirect_uri", "state"];
const pageFields = [...formFields, ...bankFields];

/** Returns the route of a page, such as `GET /app/sign-in`, which no document describes. */
export function pageRoute(registered: string): FuzzRoute {
	const [method = "GET", path = "/"] = registered.split(" ");
	const fields = Object.fromEntries(pageFields.map((name): [string, Schema] => [name, { type: "string" }]));
	return {
		method,
		path,
		callers: ["session", "nobody"],
		parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({ name, in: "path", schema: {} })),
		body: method === "GET" ? undefined : { type: formType, schema: { properties: fields } },
	};
}

const formType = "application/x-www-form-urlencoded";

/** Draws a request of a route. */
export function requestOf(values: Values, route: FuzzRoute): FuzzRequest {
	const { random } = values;
	const caller = random.chance(0.92)
		? random.pick(route.callers)
		: random.pick<Caller>(["nobody", "stranger", "token"]);
	const body = route.body === undefined ? undefined : bodyOf(values, route.body);
	return {
		method: route.method,
		target: bent(pathOf(values, route) + queryOf(values, route), random),
		caller,
		headers: { ...headersOf(random), ...(body !== undefined && { "Content-Type": body.type }) },
		body: body?.bytes,
	};
}

function pathOf(values: Values, { path, parameters }: FuzzRoute): string {
	return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
		const parameter = parameters.find((one) => one.name === name);
		return encode(valueFor(values, parameter?.schema ?? {}, name, 1));
	});
}

function queryOf(values: Values, { parameters }: FuzzRoute): string {
	const { random } = values;
	const given = parameters.filter((parameter) => parameter.in === "query" && random.chance(0.3));
	const pairs = given.map(({ name, schema }) => `${name}=${encode(valueFor(values, schema, name, 1))}`);
	if (random.chance(0.05)) pairs.push(`${encode(hardText(random))}=${encode(hardValue(random))}`);
	if (random.chance(0.02)) pairs.push(...pairs);
	return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Percent-encodes a value. Half of a surrogate pair becomes the bytes that a careless program would send. */
function encode(value: unknown): string {
	const text = typeof value === "object" ? JSON.stringify(value) : String(value);
	return text.isWellFormed() ? encodeURIComponent(text) : "%ed%a0%80";
}

/** Rarely changes the address as a proxy or an attacker might. */
function bent(target: string, random: Random): string {
	if (random.chance(0.97)) return target;
	const at = random.between(1, target.length);
	const inserted = random.pick(["%00", "%ff", "%2f", "%5c", "%2e%2e/", "//", ";", "#", "%", "?", "&", "=", "%c0%80"]);
	return target.slice(0, at) + inserted + target.slice(at);
}

function headersOf(random: Random): Record<string, string> {
	return {
		...(random.chance(0.3) && {
			"Idempotency-Key": random.pick(["order-1", "order-2", '"a"', "", "é", `${random.between(1, 999_999)}`]),
		}),
		...(random.chance(0.2) && { Accept: random.pick(["text/html", "application/json", "*/*", "x", ";q=9"]) }),
		...(random.chance(0.1) && { "Accept-Language": random.pick(["fr-CA", "en", "*", "x-;q=a", "é"]) }),
		...(random.chance(0.05) && { Origin: random.pick(["null", "https://evil.example", "http://localhost", "x"]) }),
		...(random.chance(0.05) && { Cookie: random.pick(["a=%00", "session=%ff", "=", "a=b; a=c", "é=1"]) }),
		...(random.chance(0.05) && { Range: "bytes=0-1" }),
		...(random.chance(0.05) && { "If-None-Match": random.pick(["*", '"a"', "x"]) }),
	};
}

interface Body {
	type: string;
	bytes: Buffer;
}

function bodyOf(values: Values, { type, schema }: NonNullable<FuzzRoute["body"]>): Body {
	const { random } = values;
	const content = valueFor(values, schema);
	const text = type === formType ? formOf(content) : JSON.stringify(content);
	const sentType = random.chance(0.97)
		? type
		: random.pick(["text/plain", "application/json; charset=x", formType, ""]);
	return { type: sentType, bytes: damaged(Buffer.from(text ?? ""), random) };
}

function formOf(content: unknown): string {
	const fields = typeof content === "object" && content !== null ? Object.entries(content) : [];
	return fields.map(([name, value]) => `${name}=${encode(value)}`).join("&");
}

/** Rarely damages the bytes of a body. */
function damaged(bytes: Buffer, random: Random): Buffer {
	if (random.chance(0.95)) return bytes;
	const at = random.between(0, bytes.length);
	const inserted = random.pick<Buffer | string>([
		Buffer.from([0xff, 0xfe]),
		Buffer.from([0]),
		"{".repeat(50),
		'"',
		",",
		"[1]",
		"\\u0000",
	]);
	const rest = random.chance(0.5) ? bytes.subarray(at) : bytes.subarray(bytes.length);
	return Buffer.concat([bytes.subarray(0, at), Buffer.from(inserted), rest]);
}

/** Draws the bytes of a connection that is not a client library's. */
export function rawBytes(request: FuzzRequest, random: Random): Buffer {
	const { method, target, headers, body = Buffer.alloc(0) } = request;
	const lines = [`${method} ${target} HTTP/1.1`, "Host: localhost", `Content-Length: ${body.length}`];
	for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
	if (random.chance(0.4)) lines.splice(random.between(0, lines.length), 0, random.pick(oddLines));
	if (random.chance(0.2)) lines.splice(random.between(0, lines.length - 1), 1);
	const ending = random.chance(0.9) ? "\r\n" : "\n";
	const whole = Buffer.concat([Buffer.from([...lines, "", ""].join(ending), "latin1"), body]);
	if (random.chance(0.5)) return whole;
	return random.chance(0.5) ? whole.subarray(0, random.between(0, whole.length)) : flipped(whole, random);
}

const oddLines = [
	"Transfer-Encoding: chunked",
	"Transfer-Encoding: identity, chunked",
	"Content-Length: 1",
	"Content-Length: -1",
	"Content-Length: 99999999999999999999",
	"Host: evil.example",
	"Expect: 100-continue",
	"Upgrade: websocket",
	"Connection: upgrade, close",
	" folded: line",
	"no colon",
	": no name",
	`X-Long: ${"x".repeat(20_000)}`,
	"X-Forwarded-For: \0, 1.2.3.4",
	"Authorization: Basic AAAA/w==",
	"Authorization: Bearer a.b.c",
	"Cookie: \0=\0",
	"\0",
] as const;

function flipped(bytes: Buffer, random: Random): Buffer {
	const changed = Buffer.from(bytes);
	for (let flips = random.between(1, 4); flips > 0 && changed.length > 0; flips--) {
		changed[random.between(0, changed.length - 1)] = random.between(0, 255);
	}
	return changed;
}
