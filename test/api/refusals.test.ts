import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { services } from "../../packages/merchants/src/scopes.ts";
import { newLookupId } from "../../packages/platform/src/ids.ts";
import {
	describedRoutes,
	fillPath,
	type Route,
	registeredRoutes,
	scopeOf,
	webApiDocument,
} from "../fixtures/api/routes.ts";
import {
	type Answer,
	type Client,
	clientWithToken,
	expectProblem,
	goodCard,
	salePath,
	send,
	sendRaw,
	signIn,
} from "../fixtures/client.ts";
import { accounts } from "../fixtures/eft/eft.ts";
import { moveEvents } from "../fixtures/events.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";

// The refusals that every route gives. The routes come from the gateway's own list, so a new route is included.

let gateway: TestGateway;
let client: Client;
let foreigner: Client;
let routes: Route[];

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	foreigner = await signIn(gateway.url, gateway.secondMerchant);
	routes = await describedRoutes(gateway.url);
});

afterAll(() => gateway.stop());

const guarded = () => routes.filter((route) => route.needsToken);
const withJsonBody = () => routes.filter((route) => route.bodyType === "application/json");
/** A page for people reads the id later, through the API. */
const withPathParameters = () => routes.filter((route) => route.pathParameters.length > 0 && !route.needsSession);

/** A path of the route with unknown ids. */
const somePath = (route: Route) => fillPath(route, () => newLookupId());

interface Attempt {
	headers?: Record<string, string>;
	body?: BodyInit;
}

/** Calls a route with exactly these parts. */
function attempt(route: Route, { headers = {}, body }: Attempt = {}): Promise<Answer> {
	return send(`${gateway.url}${somePath(route)}`, {
		method: route.method,
		headers,
		...(body !== undefined && { body, duplex: "half" as const }),
	});
}

function attemptBody(route: Route, body: BodyInit, contentType = "application/json"): Promise<Answer> {
	return attempt(route, { body, headers: { "Content-Type": contentType, Authorization: `Bearer ${client.token}` } });
}

function rawRequest(method: string, path: string, headers: string[] = []): string {
	return [`${method} ${path} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n");
}

async function sendRawRequest(method: string, path: string, headers: string[] = []): Promise<Answer> {
	const { answers, text } = await sendRaw(gateway.port, rawRequest(method, path, headers));
	const [answer] = answers;
	if (answer === undefined || answers.length > 1) throw new Error(`expected one answer: ${text}`);
	return answer;
}

/** Runs a check for each route and names the route in a failure. */
async function forEach(list: Route[], check: (route: Route) => Promise<void>): Promise<void> {
	expect(list.length).toBeGreaterThan(0);
	for (const route of list) {
		try {
			await check(route);
		} catch (error) {
			throw new Error(`${route.method} ${route.path}: ${error instanceof Error ? error.message : error}`, {
				cause: error,
			});
		}
	}
}

describe("the list of routes", () => {
	test("X-44 the two documents together describe exactly the routes that respond", async () => {
		const all = [...routes, ...(await describedRoutes(gateway.url, webApiDocument))];
		const described = all.map(({ method, path }) => `${method} ${path}`).sort();
		expect(described).toEqual(registeredRoutes());
	});

	test("X-44 every route of a service needs a token", async () => {
		const services = routes.filter(({ path }) => scopeOf(path) !== undefined);
		expect(services.length).toBeGreaterThan(0);
		expect(services.filter((route) => !route.needsToken)).toEqual([]);
	});
});

describe("a bearer token", () => {
	test("O-39 is requested without an error code when it is missing", () =>
		forEach(guarded(), async (route) => {
			const answer = await attempt(route);
			expectProblem(answer, 401, "UNAUTHORIZED");
			expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer realm="cardseal"');
		}));

	test.each(["Bearer", "Bearer  "])("O-39 is missing in a header without one: %j", (header) =>
		forEach(guarded(), async (route) => {
			const answer = await attempt(route, { headers: { Authorization: header } });
			expectProblem(answer, 401, "UNAUTHORIZED");
			expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer realm="cardseal"');
		}),
	);

	test("O-38 is accepted in the Authorization header only", () =>
		forEach(guarded(), async (route) => {
			const inQuery = await send(`${gateway.url}${somePath(route)}?access_token=${client.token}`, {
				method: route.method,
			});
			expectProblem(inQuery, 401, "UNAUTHORIZED");
			if (route.method === "GET") return;
			const inForm = await attempt(route, { body: new URLSearchParams({ access_token: client.token }) });
			expectProblem(inForm, 401, "UNAUTHORIZED");
		}));

	test.each(["Basic", "Token", "Bearerx"])("O-38 is not read from the scheme %s", (scheme) =>
		forEach(guarded(), async (route) => {
			const answer = await attempt(route, { headers: { Authorization: `${scheme} ${client.token}` } });
			expectProblem(answer, 401, "UNAUTHORIZED");
		}),
	);

	test.each([
		["two words", "Bearer one two"],
		["quotes", 'Bearer "one"'],
		["a comma", "Bearer one,two"],
	])("O-39 that is malformed (%s) is an invalid request", (_case, header) =>
		forEach(guarded(), async (route) => {
			const answer = await attempt(route, { headers: { Authorization: header } });
			expectProblem(answer, 400, "BAD_REQUEST");
			expect(answer.headers.get("WWW-Authenticate")).toContain('error="invalid_request"');
		}),
	);

	test.each([
		["is no JWT", () => "abc"],
		["was changed in one character", () => client.token.replace(/.(?=.{20}$)/, (old) => (old === "A" ? "B" : "A"))],
		["lost its signature", () => client.token.replace(/[^.]+$/, "")],
	])("O-39 that %s is invalid", (_case, token) =>
		forEach(guarded(), async (route) => {
			const answer = await attempt(route, { headers: { Authorization: `Bearer ${token()}` } });
			expectProblem(answer, 401, "UNAUTHORIZED");
			expect(answer.headers.get("WWW-Authenticate")).toContain('error="invalid_token"');
		}),
	);

	test("O-38 is refused when there are two of them", () =>
		forEach(guarded(), async (route) => {
			const good = `Authorization: Bearer ${client.token}`;
			const bad = "Authorization: Bearer abc";
			for (const headers of [
				[good, good],
				[good, bad],
				[bad, good],
			]) {
				expectProblem(await sendRawRequest(route.method, somePath(route), headers), 400, "BAD_REQUEST");
			}
		}));

	test("X-51 opens only the services in its scope", () =>
		forEach(
			guarded().filter(({ path }) => scopeOf(path) !== undefined),
			async (route) => {
				const others = services.filter((scope) => scope !== scopeOf(route.path));
				const { token } = await signIn(gateway.url, gateway.merchant, others.join(" "));
				const answer = await attempt(route, { headers: { Authorization: `Bearer ${token}` } });
				expectProblem(answer, 403, "FORBIDDEN");
				expect(answer.headers.get("WWW-Authenticate")).toBe(
					`Bearer realm="cardseal", error="insufficient_scope", scope="${scopeOf(route.path)}"`,
				);
			},
		));

	test("X-51 that is narrowed to reading opens exactly the routes that read", async () => {
		const { token } = await signIn(gateway.url, gateway.merchant, services.map((one) => `${one}:read`).join(" "));
		const others = guarded().filter(({ path }) => path !== "/oauth/revoke_token");
		await forEach(others, async (route) => {
			const answer = await attempt(route, { headers: { Authorization: `Bearer ${token}` } });
			if (route.method === "GET") expect(answer.status).not.toBe(403);
			else expectProblem(answer, 403, "FORBIDDEN");
		});
	});

	test("X-51 that is narrowed to reading opens no mail of the sandbox; any service in full does", async () => {
		const narrowed = await signIn(gateway.url, gateway.merchant, services.map((one) => `${one}:read`).join(" "));
		const full = await signIn(gateway.url, gateway.merchant, "plan transaction:read");
		const mails = routes.filter(({ path }) => path.startsWith("/sandbox/mailbox"));
		expect(mails).toHaveLength(3);
		await forEach(mails, async (route) => {
			const refused = await attempt(route, { headers: { Authorization: `Bearer ${narrowed.token}` } });
			expectProblem(refused, 403, "FORBIDDEN");
			const { status } = await attempt(route, { headers: { Authorization: `Bearer ${full.token}` } });
			expect(status).not.toBe(403);
		});
	});
});

describe("an id", () => {
	type Ids = Record<string, string>;

	const goodPlan = { name: "Coffee", amount: 31, currency: "CAD", frequency: "MOTHLY" };

	async function foreignCustomer(): Promise<Ids> {
		const { body } = await foreigner.post("/customer-service/customer", { email: "ada@example.com" });
		return { customer_lookup_id: String(body.lookup_id) };
	}

	async function foreignCard(): Promise<Ids> {
		const ids = await foreignCustomer();
		const path = `/customer-service/customer/${ids.customer_lookup_id}/card`;
		const { cards } = (await foreigner.post(path, goodCard)).body as { cards: { lookup_id: string }[] };
		return { ...ids, card_lookup_id: String(cards[0]?.lookup_id) };
	}

	async function foreignPlan(): Promise<Ids> {
		const { body } = await foreigner.post("/plan-service/plan", goodPlan);
		return { plan_lookup_id: String(body.lookup_id) };
	}

	async function foreignSubscription(): Promise<Ids> {
		const { customer_lookup_id = "", ...card } = await foreignCard();
		const start_date = gateway.clocks.business.now() + 86_400_000;
		const request = { ...(await foreignPlan()), ...card, start_date };
		const { body } = await foreigner.post("/customer-service/customer/subscription", request);
		const [subscription] = body.subscriptions as { lookup_id: string }[];
		return { customer_lookup_id, subscription_lookup_id: String(subscription?.lookup_id) };
	}

	async function foreignEvent(): Promise<Ids> {
		await foreigner.post(salePath, { amount: 31, ...goodCard });
		await moveEvents(gateway);
		const { body } = await foreigner.get("/event-service/event");
		const [event] = body.events as { id: string }[];
		return { event_id: String(event?.id) };
	}

	async function foreignEndpoint(): Promise<Ids> {
		const { body: listed } = await foreigner.get("/event-service/endpoint");
		const [earlier] = listed.endpoints as { lookup_id: string }[];
		if (earlier !== undefined) return { endpoint_id: earlier.lookup_id };
		const { body } = await foreigner.post("/event-service/endpoint", { url: "https://hooks.example.com/" });
		return { endpoint_id: String(body.lookup_id) };
	}

	const feed = { processor: "demo", account: "" };
	const settledRow = {
		processor_settlement_id: "st_foreign",
		currency: "CAD",
		amount_cents: 100,
		fee_cents: 0,
		net_cents: 100,
		items: 1,
		content_hash: Buffer.alloc(32),
		recorded_at: 0,
	};
	const disputedRow = {
		processor_dispute_id: "dp_foreign",
		transaction_id: "foreign",
		state: "open",
		amount_cents: 100,
		currency: "CAD",
		reason_code: "10.4",
		evidence_due_at: Number.MAX_SAFE_INTEGER,
		state_at: 0,
	} as const;

	/** Inserts a row of the other merchant, or finds it. */
	async function foreignRow(
		table: "settlements" | "disputes",
		name: "settlement_id" | "dispute_id",
		row: typeof settledRow | typeof disputedRow,
	): Promise<Ids> {
		const { tables } = gateway.database;
		const { id: merchant_id } = await tables
			.selectFrom("merchants")
			.select("id")
			.where("merchant_id", "=", gateway.secondMerchant.merchant_id)
			.executeTakeFirstOrThrow();
		const found = await sql<{ id: string }>`
			select ${sql.id(name)} as id from ${sql.table(table)} where merchant_id = ${merchant_id}`.execute(tables);
		const [earlier] = found.rows;
		if (earlier !== undefined) return { [name]: earlier.id };
		const id = newLookupId();
		const columns = { ...feed, ...row, [name]: id, merchant_id, created_at: 0 };
		await sql`
			insert into ${sql.table(table)} (${sql.join(Object.keys(columns).map((column) => sql.id(column)))})
			values (${sql.join(Object.values(columns))})`.execute(tables);
		return { [name]: id };
	}

	const foreignIds: Record<string, () => Promise<Ids[]>> = {
		async transaction_id() {
			const { body } = await foreigner.post(salePath, { amount: 31, ...goodCard });
			return [{ transaction_id: String(body.id) }, { transaction_id: String(body.transaction_id) }];
		},
		customer_lookup_id: async () => [await foreignCustomer()],
		"customer_lookup_id card_lookup_id": async () => [await foreignCard()],
		async plan_lookup_id() {
			return [await foreignPlan()];
		},
		"customer_lookup_id subscription_lookup_id": async () => [await foreignSubscription()],
		settlement_id: async () => [await foreignRow("settlements", "settlement_id", settledRow)],
		event_id: async () => [await foreignEvent()],
		endpoint_id: async () => [await foreignEndpoint()],
		async lookup_id() {
			const { body } = await foreigner.post("/transaction-service/payment-link", { amount: 31, description: "Boards" });
			return [{ lookup_id: String(body.lookup_id) }];
		},
		dispute_id: async () => [await foreignRow("disputes", "dispute_id", disputedRow)],
	};

	/** Unknown ids of the same form. */
	function unknownLike(ids: Ids): Ids {
		const entries = Object.entries(ids).map(([name, id]) => [
			name,
			/^[0-9]+$/.test(id) ? "900719925474099" : newLookupId(),
		]);
		return Object.fromEntries(entries);
	}

	/** A valid body for a route, so that only the id is refused. */
	function bodyFor({ path }: Route): string {
		if (path.startsWith("/plan-service/")) return JSON.stringify(goodPlan);
		if (path.endsWith("/subscription")) {
			const start_date = gateway.clocks.business.now() + 86_400_000;
			return JSON.stringify({ plan_lookup_id: newLookupId(), card_lookup_id: newLookupId(), start_date });
		}
		if (path.endsWith("/change-plan")) return JSON.stringify({ plan_lookup_id: newLookupId(), when: "renewal" });
		if (path.endsWith("/evidence")) return JSON.stringify({ explanation: "It was delivered." });
		const namesCard = path.startsWith("/transaction-service/") && path.includes("/card/");
		return JSON.stringify({ amount: 1, currency: "CAD", ...accounts.good, ...(namesCard ? {} : goodCard) });
	}

	function callWith(route: Route, idFor: (name: string) => string): Promise<Answer> {
		return client.send(fillPath(route, idFor), {
			method: route.method,
			...(route.bodyType && { body: bodyFor(route), headers: { "Content-Type": route.bodyType } }),
		});
	}

	/** A route without a token belongs to no merchant. */
	const ofMerchants = () => withPathParameters().filter((route) => route.needsToken);

	test("X-01 of another merchant is answered exactly like an unknown one", () =>
		forEach(ofMerchants(), async (route) => {
			const makeForeign = foreignIds[route.pathParameters.join(" ")];
			if (makeForeign === undefined) throw new Error("tell this test how to make foreign ids for it");
			for (const ids of await makeForeign()) {
				const unknownIds = unknownLike(ids);
				const foreign = await callWith(route, (name) => String(ids[name]));
				const unknown = await callWith(route, (name) => String(unknownIds[name]));
				expectProblem(foreign, 404, "NOT_FOUND");
				expect({ ...foreign.body, request_id: "" }).toEqual({ ...unknown.body, request_id: "" });
				expect([...foreign.headers.keys()]).toEqual([...unknown.headers.keys()]);
			}
		}));

	test.each([
		["SQL", "1'%20or%20'1'='1"],
		["an encoded slash", "a%2Fb"],
		["a broken escape", "%zz"],
		["a number beyond 2^53", "9007199254740993"],
		["a number beyond 64 bits", "99999999999999999999"],
		["a negative number", "-1"],
		["a fraction", "1.5"],
		["an exponent", "1e5"],
		["hexadecimal digits", "0x10"],
		["a leading zero", "0100001"],
		["letters of another script", "%D0%B0".repeat(20)],
		["300 characters", "a".repeat(300)],
	])("X-09 made of %s is answered like an unknown one", (_case, id) =>
		forEach(withPathParameters(), async (route) => {
			expectProblem(await callWith(route, () => id), 404, "NOT_FOUND");
		}),
	);
});

describe("text that cannot be stored", () => {
	const unreadable = [
		["a NUL", "1%00"],
		["invalid UTF-8", "a%ff"],
		["an overlong encoding", "%c0%80"],
		["half of a surrogate pair", "%ed%a0%80"],
	] as const;

	test.each(unreadable)("%s in a path is 400 on every route, of the web application too", async (_case, text) => {
		const all = [...routes, ...(await describedRoutes(gateway.url, webApiDocument))];
		await forEach(
			all.filter(({ pathParameters }) => pathParameters.length > 0),
			async (route) => {
				const path = fillPath(route, () => text);
				expectProblem(await send(`${gateway.url}${path}`, { method: route.method }), 400, "BAD_REQUEST");
			},
		);
	});

	test.each(unreadable)("%s in a query is 400 on every route that answers JSON", async (_case, text) => {
		const all = [...routes, ...(await describedRoutes(gateway.url, webApiDocument))];
		await forEach(
			all.filter(({ path }) => path !== "/oauth/authorize"),
			async (route) => {
				const answer = await send(`${gateway.url}${somePath(route)}?origin=${text}`, { method: route.method });
				expectProblem(answer, 400, "BAD_REQUEST");
				expect(answer.body.errors).toEqual([
					{ field: "origin", code: "encoding_invalid", message: expect.any(String) },
				]);
			},
		);
	});

	test.each(unreadable)("%s in a form is 400", async (_case, text) => {
		for (const path of ["/oauth/token", "/app/sign-in"]) {
			const answer = await send(`${gateway.url}${path}`, {
				method: "POST",
				headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: gateway.demo.base_url },
				body: `grant_type=client_credentials&email=${text}`,
			});
			expectProblem(answer, 400, "BAD_REQUEST");
		}
	});
});

describe("a body", () => {
	test.each([
		["no type", undefined],
		["text/plain", "text/plain"],
		["a form", "application/x-www-form-urlencoded"],
		["another JSON type", "application/json-patch+json"],
		["another charset", "application/json; charset=iso-8859-1"],
	])("X-24 of %s is refused", (_case, contentType) =>
		forEach(withJsonBody(), async (route) => {
			const headers = { Authorization: `Bearer ${client.token}`, ...(contentType && { "Content-Type": contentType }) };
			// Bytes, because fetch sets a type for text.
			const answer = await attempt(route, { headers, body: new TextEncoder().encode('{"amount":31}') });
			expectProblem(answer, 415, "UNSUPPORTED_MEDIA_TYPE");
		}),
	);

	const bytesLimit = 64 * 1024;
	const bodyOf = (bytes: number) => `{"amount":0,"x":"${"a".repeat(bytes - 19)}"}`;

	test("X-11 may have 64 KB and no byte more", () =>
		forEach(withJsonBody(), async (route) => {
			expect((await attemptBody(route, bodyOf(bytesLimit))).status).not.toBe(413);
			expectProblem(await attemptBody(route, bodyOf(bytesLimit + 1)), 413, "PAYLOAD_TOO_LARGE");
		}));

	test("X-11 in chunks is counted as it arrives", () =>
		forEach(withJsonBody(), async (route) => {
			const chunked = (bytes: number) => new Blob([bodyOf(bytes)]).stream();
			expect((await attemptBody(route, chunked(bytesLimit))).status).not.toBe(413);
			expectProblem(await attemptBody(route, chunked(bytesLimit + 1)), 413, "PAYLOAD_TOO_LARGE");
		}));

	test.each([
		["nothing", ""],
		["half an object", '{"amount":31'],
		["an unquoted key", "{amount:31}"],
		["a trailing comma", '{"amount":31,}'],
		["two objects", "{}{}"],
		["NaN", '{"amount":NaN}'],
		["an array", "[]"],
		["an array of an object", '[{"amount":31}]'],
		["a text", '"amount"'],
		["a number", "31"],
		["null", "null"],
		["a byte order mark", '\uFEFF{"amount":31}'],
		["nine levels", `{"x":${"[".repeat(8)}${"]".repeat(8)}}`],
		["30,000 levels", `{"x":${"[".repeat(30_000)}${"]".repeat(30_000)}}`],
	])("X-11 of %s is refused", (_case, body) =>
		forEach(
			withJsonBody().filter(({ needsBody }) => needsBody || body !== ""),
			async (route) => {
				expectProblem(await attemptBody(route, body), 400, "BAD_REQUEST");
			},
		),
	);

	test("X-11 that is not UTF-8 is refused", () =>
		forEach(withJsonBody(), async (route) => {
			const latin1 = Buffer.from('{"first_name":"Zoë"}', "latin1");
			expectProblem(await attemptBody(route, latin1), 400, "BAD_REQUEST");
		}));

	test.each([
		'{"__proto__":{"polluted":true}}',
		'{"constructor":{"prototype":{"polluted":true}}}',
		'{"prototype":{}}',
		'{"amount":31,"x":[{"__proto__":1}]}',
		'{"\\u005f_proto__":{"polluted":true}}',
	])("X-05 with a key that has a meaning in JavaScript is refused: %s", (body) =>
		forEach(withJsonBody(), async (route) => {
			expectProblem(await attemptBody(route, body), 400, "BAD_REQUEST");
			expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
		}),
	);

	test("is not read before its sender is authenticated", () =>
		forEach(
			withJsonBody().filter((route) => route.needsToken),
			async (route) => {
				const answer = await attempt(route, { body: "not json", headers: { "Content-Type": "text/plain" } });
				expectProblem(answer, 401, "UNAUTHORIZED");
			},
		));
});

describe("a method", () => {
	const allMethods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "TRACE"];

	/** A path may have a word where another has an id: `customer/subscription` also matches the path of a customer. */
	function methodsAt(path: string): string[] {
		const leadsThere = (route: Route) => new RegExp(`^${route.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);
		return [...new Set(routes.filter(leadsThere).map(({ method }) => method))];
	}

	test("that a path lacks is refused with the list of allowed ones", () =>
		forEach(routes, async (route) => {
			const there = methodsAt(somePath(route));
			for (const method of allMethods.filter((one) => !there.includes(one))) {
				const answer = await sendRawRequest(method, somePath(route), [`Authorization: Bearer ${client.token}`]);
				expectProblem(answer, 405, "METHOD_NOT_ALLOWED");
				expect(answer.headers.get("Allow")).toBe(there.sort().join(", "));
			}
		}));

	test("X-41 OPTIONS allows no other origin", () =>
		forEach(guarded(), async (route) => {
			const answer = await attempt(
				{ ...route, method: "OPTIONS" },
				{ headers: { Origin: "https://evil.example", "Access-Control-Request-Method": route.method } },
			);
			expect(answer.status).toBe(405);
			expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
		}));

	test("HEAD answers like GET, without a body", () =>
		forEach(
			routes.filter(({ method }) => method === "GET"),
			async (route) => {
				const path = somePath(route);
				const [head, get] = [await sendRawRequest("HEAD", path), await sendRawRequest("GET", path)];
				expect({ status: head.status, text: head.text }).toEqual({ status: get.status, text: "" });
				expect(head.headers.get("Content-Type")).toBe(get.headers.get("Content-Type"));
			},
		));
});

describe("a path", () => {
	test("works with a slash at its end", () =>
		forEach(routes, async (route) => {
			const path = somePath(route);
			const plain = await sendRawRequest(route.method, path);
			const slashed = await sendRawRequest(route.method, `${path}/`);
			expect(slashed.status).toBe(plain.status);
			expect(slashed.body.code).toBe(plain.body.code);
		}));

	test("works with a second slash before the service, as a base address with a slash at its end makes it", () =>
		forEach(
			routes.filter(({ path }) => /^\/(?:[a-z]+-service|oauth\/(?!authorize))/.test(path)),
			async (route) => {
				const path = somePath(route);
				const plain = await sendRawRequest(route.method, path);
				const slashed = await sendRawRequest(route.method, `/${path}`);
				expect({ path, status: slashed.status, code: slashed.body.code }).toEqual({
					path,
					status: plain.status,
					code: plain.body.code,
				});
			},
		));

	test.each([
		"//oauth/authorize",
		"///customer-service/customer",
		"//app/api/session",
		"//app/sign-in",
		"//sandbox/clock",
		"//docs",
		"//healthz",
	])("X-44 of a page or the sandbox with an empty first segment is not found: %s", async (path) => {
		expectProblem(await sendRawRequest("GET", path, [`Authorization: Bearer ${client.token}`]), 404, "NOT_FOUND");
	});

	test.each([
		["an empty segment inside", (path: string) => path.replace(/(?<=.)\//, "//")],
		["two slashes at its end", (path: string) => `${path}//`],
		["an encoded slash", (path: string) => path.replace(/(?<=.)\//, "%2f")],
		["an encoded backslash", (path: string) => path.replace(/(?<=.)\//, "%5c")],
		["another case", (path: string) => path.replace(/[a-z](?=[^/]*\/)/, (letter) => letter.toUpperCase())],
		["a segment that leads up", (path: string) => `/plan-service/..${path}`],
		["an encoded segment that leads up", (path: string) => `/plan-service/%2e%2E${path}`],
		["a segment that leads nowhere", (path: string) => `/.${path}`],
	])("X-44 with %s is not found, with any token", (_case, bend) =>
		forEach(guarded(), async (route) => {
			const answer = await sendRawRequest(route.method, bend(somePath(route)), [
				`Authorization: Bearer ${client.token}`,
			]);
			expectProblem(answer, 404, "NOT_FOUND");
		}),
	);

	test.each([
		["a backslash", "/transaction-service\\sale"],
		["no slash", "transaction-service/sale"],
		["a star", "*"],
		["a URL with a password", "http://user:secret@localhost/transaction-service/sale?email="],
	])("X-44 of %s is refused in the standard shape", async (_case, target) => {
		expectProblem(await sendRawRequest("GET", target), 400, "BAD_REQUEST");
	});

	test("that is unknown is refused in the standard shape, with a token and without", async () => {
		expectProblem(await send(`${gateway.url}/nothing/here`), 404, "NOT_FOUND");
		expectProblem(await client.get("/transaction-service/nothing"), 404, "NOT_FOUND");
		expectProblem(await client.post("/customer-service/nothing", {}), 404, "NOT_FOUND");
	});
});

/** A public script, the same for every visitor of every merchant. */
const keptShortly = "GET /v1/cardseal.js";

/** Public documents, which browsers keep and compare by their ETag. */
const compared = /^GET (?:\/app\/api)?\/(?:openapi\.json|docs(?:\/.*)?)$/;

function cachingOf(route: string, status: number): string {
	if (route === keptShortly) return "public, max-age=300";
	return compared.test(route) && status === 200 ? "no-cache" : "no-store";
}

describe("every response", () => {
	test("X-23 has a request id that the log has too, is not cached, and has its declared type", () =>
		forEach(routes, async (route) => {
			const answer = await attempt(route);
			const id = answer.headers.get("X-Request-Id") ?? "";
			expect(id).toMatch(/^[0-9A-Za-z]{20}$/);
			expect(gateway.logLines.filter((line) => line.includes(id))).toHaveLength(1);
			expect(answer.headers.get("Cache-Control")).toBe(cachingOf(`${route.method} ${route.path}`, answer.status));
			expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
			expect(answer.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'/);
			expect(answer.headers.get("X-Powered-By")).toBeNull();
		}));

	test("X-40 contains no address from the request", async () => {
		const invented = {
			"X-Forwarded-Host": "evil.example",
			"X-Forwarded-Proto": "https",
			Forwarded: "host=evil.example",
		};
		for (const path of ["/.well-known/oauth-authorization-server", "/openapi.json"]) {
			expect((await send(`${gateway.url}${path}`, { headers: invented })).text).not.toContain("evil.example");
			const raw = await sendRaw(
				gateway.port,
				`GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
			);
			expect(raw.text).toMatch(/^HTTP\/1.1 200 /);
			expect(raw.text).not.toContain("evil.example");
		}
	});

	test("X-43 refuses a repeated query parameter", async () => {
		const documented = routes.filter((route) => route.queryParameters.length > 0);
		for (const route of documented) {
			for (const name of route.queryParameters) {
				const answer = await client.send(`${somePath(route)}?${name}=1&${name}=9`, { method: route.method });
				// A client without a session is redirected to the sign-in page, with any query.
				if (route.needsSession && answer.status === 303) continue;
				expectProblem(answer, 400, "BAD_REQUEST");
			}
		}
		const repeated = await send(`${gateway.url}/oauth/token?state=1&state=2`, {
			method: "POST",
			body: new URLSearchParams({ grant_type: "client_credentials" }),
		});
		expectProblem(repeated, 400, "BAD_REQUEST");
	});
});

test("a token stays valid after all of these refusals", async () => {
	const answer = await clientWithToken(gateway.url, client.token).post(salePath, { amount: 31, ...goodCard });
	expect(answer.status, answer.text).toBe(200);
});
