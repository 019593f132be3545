import { afterAll, beforeAll, expect, test } from "vitest";
import { type FuzzRoute, routesIn } from "../faults/fuzz/requests.ts";
import { resolve, type Schema } from "../faults/fuzz/values.ts";
import { webApiDocument } from "../fixtures/api/routes.ts";
import { type Answer, type JsonObject, requestToken, send } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { signInStaff } from "../fixtures/staff/staff-browser.ts";
import { stepUp } from "../fixtures/staff/staff-member.ts";

// A body of the largest size must cost little and get a short answer, wherever it is sent. The routes, and the lists and maps in
// their bodies, come from the gateway's own descriptions.

const largestBytes = 64 * 1024;
const longestCpuMs = 50;
/** As many elements as any body may have, so that the limit of all bodies does not hide that of a list. */
const mostElements = 4_990;

/** Reasons of refusals before a body is read. */
const notAdmitted = [
	"access_token_invalid",
	"csrf_token_wrong",
	"scope_missing",
	"session_expired",
	"step_up_required",
];

/** A route that takes a body. */
interface Target {
	route: FuzzRoute & { body: NonNullable<FuzzRoute["body"]> };
	document: JsonObject;
	headers: Record<string, string>;
}

let gateway: TestGateway;
let targets: Target[];

beforeAll(async () => {
	gateway = await startTestGateway();
	const [bearer, session] = [await tokenHeaders(), await sessionHeaders()];
	targets = [...(await targetsIn("/openapi.json", bearer)), ...(await targetsIn(webApiDocument, session))];
});

afterAll(() => gateway.stop());

async function tokenHeaders(): Promise<Record<string, string>> {
	const { client_id, client_secret } = gateway.merchant;
	const { body } = await requestToken(gateway.url, { grant_type: "client_credentials", client_id, client_secret });
	return { Authorization: `Bearer ${body.access_token}` };
}

/** The session has stepped up, since other requests of some routes are refused before their bodies are checked. */
async function sessionHeaders(): Promise<Record<string, string>> {
	const browser = await signInStaff(gateway.url, gateway.demo);
	await stepUp(browser, gateway.demo);
	const { body } = await browser.api("GET", "session");
	const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
	return { Cookie: cookie, "X-CSRF-Token": String(body.csrf_token) };
}

async function targetsIn(address: string, headers: Record<string, string>): Promise<Target[]> {
	const { body: document } = await send(gateway.url + address);
	return routesIn(document)
		.filter((route): route is Target["route"] => route.body !== undefined)
		.map((route) => ({ route, document, headers }));
}

/** Returns the paths to the lists or the maps in the schema of a body. */
function pathsTo(wanted: "list" | "map", { document, route }: Target): string[][] {
	const visit = (schema: Schema, path: string[]): string[][] => {
		const {
			type,
			properties = {},
			additionalProperties,
			anyOf = [],
			oneOf = [],
			allOf = [],
		} = resolve(document, schema);
		const isWanted = wanted === "list" ? [type].flat().includes("array") : additionalProperties !== undefined;
		return [
			...(isWanted ? [path] : []),
			...[...anyOf, ...oneOf, ...allOf].flatMap((one) => visit(one, path)),
			...Object.entries(properties).flatMap(([name, one]) => visit(one, [...path, name])),
		];
	};
	return visit(route.body.schema, []);
}

/** Returns the JSON of an object with a text of JSON at a path. */
function jsonWith(path: readonly string[], inner: string): string {
	return path.reduceRight((json, name) => `{${JSON.stringify(name)}:${json}}`, inner);
}

const listOf = (length: number) => `[${Array(length).fill(1).join()}]`;

/** Returns `length` members of an object, as long as fits. */
function membersOf(length: number): string {
	return Array.from({ length }, (_, index) => `"k${index}":1`).join();
}

/** Sends a body, again if it cost much processor time: a collection of garbage or a job may have run meanwhile. */
async function expectLittle({ route, headers }: Target, body: string): Promise<void> {
	expect(body.length).toBeLessThanOrEqual(largestBytes);
	let answer: Answer;
	let cpuMs: number;
	let attempts = 0;
	do {
		const before = process.cpuUsage();
		answer = await send(gateway.url + route.path.replace(/\{\w+\}/g, "1"), {
			method: route.method,
			headers: { "Content-Type": route.body.type, ...headers },
			body,
		});
		cpuMs = process.cpuUsage(before).user / 1_000;
		attempts++;
	} while (cpuMs >= longestCpuMs && attempts < 5);
	const place = `${route.method} ${route.path} ${body.slice(0, 60)}`;
	expect(cpuMs, `${place}, ms`).toBeLessThan(longestCpuMs);
	expect(answer.text.length, `${place}, characters`).toBeLessThan(largestBytes);
	expect(answer.status, `${place}: ${answer.text}`).toBeLessThan(500);
	expect(notAdmitted, place).not.toContain(answer.body?.reason);
}

test("X-11 a list of 64 KB, or of as many elements as a body may have, costs little in every place for a list", async () => {
	let places = 0;
	for (const target of targets) {
		for (const path of pathsTo("list", target)) {
			places++;
			await expectLittle(target, jsonWith(path, listOf(mostElements)));
			await expectLittle(target, jsonWith(path, listOf((largestBytes - 200) / 2)));
		}
	}
	expect(places).toBeGreaterThan(4);
});

test("X-11 thousands of keys cost little in every place for a map", async () => {
	let places = 0;
	for (const target of targets) {
		for (const path of pathsTo("map", target)) {
			places++;
			await expectLittle(target, jsonWith(path, `{${membersOf(mostElements)}}`));
			await expectLittle(target, jsonWith(path, `{${membersOf(5_500)}}`));
		}
	}
	expect(places).toBeGreaterThan(10);
});

test("X-11 thousands of unknown or duplicate keys cost little at every route", async () => {
	const bodies = {
		"application/json": [
			`{${membersOf(mostElements)}}`,
			`{${membersOf(5_500)}}`,
			`{${membersOf(mostElements)},"k0":1}`,
			`{${'"a":1,'.repeat(10_000)}"a":1}`,
		],
		"application/octet-stream": ["k".repeat(largestBytes)],
		"application/x-www-form-urlencoded": [
			Array.from({ length: 7_000 }, (_, index) => `k${index}=1`).join("&"),
			"a=1&".repeat(16_000),
			"%61&".repeat(13_000),
		],
	};
	for (const target of targets) {
		// A picture has no keys.
		const type = target.route.body.type.startsWith("image/") ? "application/octet-stream" : target.route.body.type;
		for (const body of bodies[type as keyof typeof bodies]) await expectLittle(target, body);
	}
});
