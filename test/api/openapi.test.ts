import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readGuides } from "../../apps/gateway/src/web/docs/guides.ts";
import { eventTypes } from "../../packages/events/src/event-types.ts";
import { describedRoutes, type Route, webApiDocument } from "../fixtures/api/routes.ts";
import {
	type Answer,
	authorizePath,
	type Client,
	cardWith,
	goodCard,
	type JsonObject,
	requestToken,
	salePath,
	send,
	signIn,
} from "../fixtures/client.ts";
import { moveEvents } from "../fixtures/events.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";

let gateway: TestGateway;
let client: Client;
let document: JsonObject;
let routes: Route[];

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 1_500 });
	client = await signIn(gateway.url, gateway.merchant);
	document = (await send(`${gateway.url}/openapi.json`)).body;
	routes = await describedRoutes(gateway.url);
});

afterAll(() => gateway.stop());

interface Described {
	responses: Record<string, { content?: Record<string, { schema: JsonObject }> }>;
}

// Keywords that OpenAPI adds to JSON Schema.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, keywords: ["example", "components"] });

/** Compiles the schema that the document gives for a route's response. */
function schemaOf(method: string, path: string, status: number): ValidateFunction {
	const paths = document.paths as Record<string, Record<string, Described>>;
	const schema = paths[path]?.[method]?.responses[status]?.content?.["application/json"]?.schema;
	if (schema === undefined) throw new Error(`the document promises nothing for ${method} ${path} ${status}`);
	// References are relative to the document's root.
	return ajv.compile({ ...schema, components: document.components });
}

function expectAsPromised(answer: Answer, method: string, path: string): void {
	const validate = schemaOf(method, path, answer.status);
	expect(validate(answer.body), JSON.stringify(validate.errors)).toBe(true);
}

/** Returns the fields and parameters that a document does not describe, by themselves or by their object. */
function undescribed(whole: JsonObject): string[] {
	const { schemas } = whole.components as { schemas: Record<string, JsonObject> };
	const isDescribed = ({ description, $ref, schema }: JsonObject): boolean => {
		const others = [typeof $ref === "string" ? schemas[$ref.split("/").at(-1) ?? ""] : undefined, schema as JsonObject];
		return description !== undefined || others.some((other) => other?.description !== undefined);
	};
	const missingIn = (value: JsonObject, place: string): string[] => {
		const isParameter = typeof value.in === "string" && !isDescribed(value);
		const fields =
			value.type === "object" ? Object.entries((value.properties ?? {}) as Record<string, JsonObject>) : [];
		return [
			...(isParameter ? [`${place}.${String(value.name)}`] : []),
			...fields.filter(([, field]) => !isDescribed(field)).map(([name]) => `${place}.${name}`),
			...Object.entries(value).flatMap(([key, member]) =>
				typeof member === "object" && member !== null ? missingIn(member as JsonObject, `${place}/${key}`) : [],
			),
		];
	};
	return missingIn({ paths: whole.paths, schemas }, "");
}

describe("the document", () => {
	test("describes every field and every parameter", async () => {
		expect(JSON.stringify(document).length).toBeGreaterThan(50_000);
		for (const one of [document, (await send(`${gateway.url}${webApiDocument}`)).body]) {
			expect(undescribed(one)).toEqual([]);
		}
	});

	test("names each operation once, by the name that generated clients already use", async () => {
		const documents = [document, (await send(`${gateway.url}${webApiDocument}`)).body];
		const operations = documents.map(({ paths }) =>
			Object.entries(paths as Record<string, Record<string, { operationId?: string }>>).flatMap(([path, item]) =>
				Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
			),
		);
		for (const one of operations) {
			const names = one.map((operation) => operation.split(" ")[0]);
			expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
			expect(one.filter((operation) => !/^[a-z][A-Za-z]+ /.test(operation))).toEqual([]);
		}
		await expect(`${operations.flat().sort().join("\n")}\n`).toMatchFileSnapshot("operations.txt");
	});

	test("is valid OpenAPI 3.1", async () => {
		const result = await new Validator().validate(structuredClone(document));
		expect(result).toMatchObject({ valid: true });
		expect(document.openapi).toMatch(/^3\.1\./);
	});

	test("has a summary for each operation, and every refusal that a service's route can give", () => {
		const paths = document.paths as Record<string, Record<string, { summary?: string; responses: JsonObject }>>;
		for (const { method, path, needsToken, bodyType } of routes) {
			const operation = paths[path]?.[method.toLowerCase()];
			expect(operation?.summary, `${method} ${path}`).toMatch(/^[A-Z].{3,}/);
			const promised = Object.keys(operation?.responses ?? {});
			if (needsToken) expect(promised, `${method} ${path}`).toEqual(expect.arrayContaining(refusals(path)));
			if (bodyType === "application/json") {
				expect(promised, `${method} ${path}`).toEqual(expect.arrayContaining(["400", "413", "415"]));
			}
		}
	});

	/** The statuses that any route of a service can answer, and 404 where its path has an id. */
	function refusals(path: string): string[] {
		const ofAllScopes = path.startsWith("/oauth/") ? ["400", "401", "503"] : ["400", "401", "429", "503"];
		const ofServices = /^\/(?:oauth|sandbox)\//.test(path) ? ofAllScopes : [...ofAllScopes, "403"];
		return path.includes("{") ? [...ofServices, "404"] : ofServices;
	}

	test("describes Idempotency-Replayed and the refusals of a key wherever a key is accepted", () => {
		type Keyed = { parameters?: JsonObject[]; responses: Record<string, { headers?: JsonObject }> };
		const operations = Object.values(document.paths as Record<string, Record<string, Keyed>>).flatMap(Object.values);
		const keyed = (operations as Keyed[]).filter(({ parameters = [] }) =>
			parameters.some(({ name }) => name === "Idempotency-Key"),
		);
		expect(keyed.length).toBeGreaterThan(10);
		for (const { responses } of keyed) {
			expect(responses[200]?.headers).toHaveProperty("Idempotency-Replayed");
			expect(Object.keys(responses)).toEqual(expect.arrayContaining(["409", "422"]));
		}
	});

	test("says that a charge has a token or the four card fields", () => {
		const { schemas } = document.components as { schemas: Record<string, JsonObject> };
		for (const name of ["ChargeRequest", "AddCardRequest"]) {
			expect(schemas[name]?.oneOf).toEqual([
				{ required: ["token"] },
				{ required: ["payment_token"] },
				{ required: expect.arrayContaining(Object.keys(goodCard)) },
			]);
		}
	});

	test("has error and error_description in the refusals of the authorization service", async () => {
		const revoked = await send(`${gateway.url}/oauth/revoke_token`, { method: "DELETE" });
		expectAsPromised(revoked, "delete", "/oauth/revoke_token");
		expectAsPromised(await requestToken(gateway.url, {}), "post", "/oauth/token");
		const { schemas } = document.components as { schemas: Record<string, { required?: string[] }> };
		const schema = JSON.stringify(schemas.OAuthProblem);
		for (const name of ["error", "error_description"]) expect(schema).toContain(`"${name}"`);
	});

	test("X-51 names the scope of each route of the services, narrowed for GET", () => {
		type Secured = Record<string, { security?: { bearer?: string[] }[] }>;
		const { get, post } = (document.paths as Record<string, Secured>)["/event-service/endpoint"] ?? {};
		expect([get?.security, post?.security]).toEqual([[{ bearer: ["event:read"] }], [{ bearer: ["event"] }]]);
		const services = Object.entries(document.paths as Record<string, Secured>).filter(([path]) =>
			/^\/[a-z]+-service/.test(path),
		);
		const operations = services.flatMap(([, item]) => Object.values(item));
		expect(operations.length).toBeGreaterThan(40);
		expect(operations.filter(({ security }) => security?.[0]?.bearer?.length !== 1)).toEqual([]);
	});

	test("lists both ways to authenticate", () => {
		const { securitySchemes } = document.components as { securitySchemes: JsonObject };
		expect(securitySchemes).toMatchObject({
			bearer: { type: "http", scheme: "bearer" },
			basic: { type: "http", scheme: "basic" },
		});
	});

	test("has a webhook for each type of event, with its object", () => {
		const webhooks = document.webhooks as Record<string, { post: { requestBody: JsonObject } }>;
		expect(Object.keys(webhooks)).toEqual(eventTypes);
		const ref = "#/components/schemas/TransactionEvent";
		expect(webhooks["transaction.voided"]?.post.requestBody).toMatchObject({
			content: { "application/json": { schema: { $ref: ref } } },
		});
	});

	test("has no schema that accepts every response", () => {
		expect(schemaOf("post", salePath, 200)({})).toBe(false);
		expect(schemaOf("post", salePath, 402)({ status: 402 })).toBe(false);
		expect(schemaOf("post", salePath, 400)({ message: "no" })).toBe(false);
	});
});

describe("a response matches the document:", () => {
	test.each([
		["approved", { amount: 31 }, 200],
		["declined", { amount: 30 }, 402],
		["not known yet", { amount: 31, ...cardWith("4000000000000259") }, 402],
		["refused by its fields", { amount: 0 }, 400],
	])("a charge that is %s", async (_case, fields, status) => {
		for (const path of [salePath, authorizePath]) {
			const answer = await client.post(path, { ...goodCard, ...fields });
			expect(answer.status).toBe(status);
			expectAsPromised(answer, "post", path);
		}
	});

	test("a charge that is refused by its token, type or key", async () => {
		expectAsPromised(await send(`${gateway.url}${salePath}`, { method: "POST" }), "post", salePath);
		expectAsPromised(await client.send(salePath, { method: "POST", body: "{}" }), "post", salePath);
		const key = { "Idempotency-Key": "described" };
		await client.post(salePath, { amount: 31, ...goodCard }, key);
		const mismatch = await client.post(salePath, { amount: 33, ...goodCard }, key);
		expect(mismatch.status).toBe(422);
		expectAsPromised(mismatch, "post", salePath);
	});

	test("a transaction", async () => {
		const path = "/transaction-service/transaction/{transaction_id}";
		const { body } = await client.post(salePath, { amount: 31, ...goodCard, first_name: "Dana" });
		expectAsPromised(await client.get(path.replace("{transaction_id}", String(body.id))), "get", path);
		expectAsPromised(await client.get(path.replace("{transaction_id}", "1")), "get", path);
	});

	test("events of each kind that this merchant has", async () => {
		await client.post("/customer-service/customer", { email: "ada@example.com" });
		await client.post("/plan-service/plan", { name: "Club", amount: 31, currency: "CAD", frequency: "MOTHLY" });
		await moveEvents(gateway);
		const answer = await client.get("/event-service/event?limit=100");
		const types = (answer.body.events as { type: string }[]).map(({ type }) => type);
		expect(types).toEqual(expect.arrayContaining(["transaction.approved", "customer.created", "plan.created"]));
		expectAsPromised(answer, "get", "/event-service/event");
	});

	test("a token and its refusals", async () => {
		const { client_id, client_secret } = gateway.merchant;
		const grant = { grant_type: "client_credentials", client_id };
		for (const parameters of [{ ...grant, client_secret }, { ...grant, client_secret: "wrong" }, { client_id }]) {
			expectAsPromised(await requestToken(gateway.url, parameters), "post", "/oauth/token");
		}
	});

	/** A payer's session, which a link opens, shows them. */
	const isOfPortal = (path: string) => path.startsWith("/pay/portal");

	test("every resource that needs no token", async () => {
		const open = routes.filter(
			({ method, path, needsToken, needsSession, pathParameters }) =>
				method === "GET" && !needsToken && !needsSession && pathParameters.length === 0 && !isOfPortal(path),
		);
		const values: Record<string, string> = {
			key: gateway.merchant.public_key,
			origin: gateway.demo.shop_url,
			limit: "25",
		};
		expect(open.length).toBeGreaterThan(5);
		for (const { path, queryParameters } of open) {
			const query = queryParameters.map((name) => `${name}=${encodeURIComponent(values[name] ?? "")}`).join("&");
			// The mailbox takes a token, or the token of its printed link.
			const answer = await (path.startsWith("/sandbox/mailbox")
				? client.get(path)
				: send(`${gateway.url}${path}?${query}`));
			expect(answer.status, path).toBe(200);
			const type = String(answer.headers.get("Content-Type")).split(";")[0] ?? "";
			const paths = document.paths as Record<string, { get: { responses: { 200: { content: JsonObject } } } }>;
			expect(Object.keys(paths[path]?.get.responses[200].content ?? {}), path).toContain(type);
			if (type === "application/json") expectAsPromised(answer, "get", path);
		}
	});
});

describe("the documents", () => {
	test("the pictures of guides are beside them", async () => {
		const guide = await fetch(`${gateway.url}/docs/guides/three-d-secure.md`, { headers: { Accept: "text/html" } });
		const [, source = ""] = /<img src="([^"]+)" alt="[^"]+"/.exec(await guide.text()) ?? [];
		const picture = await fetch(`${gateway.url}/docs/guides/${source}`);
		expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/png"]);
	});

	test.each(["/openapi.json", webApiDocument, "/docs", "/docs/style.css", "/docs/guides/errors.md"])(
		"%s is compressed, and not sent again to a client that has it",
		async (path) => {
			const address = `${gateway.url}${path}`;
			const zipped = await send(address, { headers: { "Accept-Encoding": "gzip" } });
			const body = zipped.text;
			expect(zipped.headers.get("Content-Encoding")).toBe("gzip");
			const plain = await send(address, { headers: { "Accept-Encoding": "identity" } });
			expect(plain.text).toBe(body);
			const tag = String(zipped.headers.get("ETag"));
			expect(plain.headers.get("ETag")).toBe(tag);
			for (const known of [tag, `"other", ${tag.replace("W/", "")}`, "*"]) {
				const { status, headers } = await send(address, { headers: { "If-None-Match": known } });
				expect({ status, tag: headers.get("ETag") }, known).toEqual({ status: 304, tag });
			}
			expect((await send(address, { headers: { "If-None-Match": `"other", W/` } })).status).toBe(200);
		},
	);
});

describe("the page", () => {
	test("shows every endpoint for programs under a title, in a language, without a script in the page", async () => {
		const { status, headers, text } = await send(`${gateway.url}/docs`);
		expect(status).toBe(200);
		expect(headers.get("Content-Type")).toMatch(/^text\/html; charset=utf-8$/i);
		expect(text).toMatch(/<html lang="en">/);
		expect(text).toMatch(/<title>Cardseal API<\/title>/);
		expect(text).not.toMatch(/<script(?! src="\/docs\/script\.js" defer><\/script>)|\son[a-z]+=|style="|javascript:/i);
		const isShown = (path: string) => text.includes(`>${path}<`);
		const paths = document.paths as Record<string, Record<string, Described & { tags?: string[] }>>;
		for (const { path, method } of routes) {
			const { tags, responses } = paths[path]?.[method] ?? { responses: {} };
			const isData = "application/json" in (responses[200]?.content ?? {});
			if (isData && !tags?.includes("Pages")) expect(isShown(path), path).toBe(true);
		}
		for (const path of ["/v1/cardseal.js", "/docs/style.css", "/docs", "/v1/widget/frame"]) {
			expect(isShown(path), path).toBe(false);
		}
	});

	test("draws anyOf: the body of /oauth/token has a table for each grant", async () => {
		const { text } = await send(`${gateway.url}/docs`);
		const [article = ""] = text.slice(text.indexOf('id="post-oauth-token"')).split("</article>");
		for (const part of ["grant_type client_credentials", "grant_type refresh_token", "client_secret", "redirect_uri"]) {
			expect(article).toContain(part);
		}
	});

	test("allows its own style and pictures only", async () => {
		const { headers, text } = await send(`${gateway.url}/docs`);
		expect(headers.get("Content-Security-Policy")).toBe(
			"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		);
		const loaded = [...text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, address]) => String(address));
		expect(loaded.length).toBeGreaterThan(2);
		for (const address of new Set(loaded)) {
			expect(address).toMatch(/^\/[^/]/);
			expect((await send(`${gateway.url}${address}`)).status, address).toBe(200);
		}
	});

	test("serves all guides, so that links between them lead somewhere, and nothing else", async () => {
		const guides = [...readGuides().keys()];
		expect(guides).toEqual(expect.arrayContaining(["README.md", "operate/image.md", "operate/alerts/README.md"]));
		for (const guide of guides) {
			const { status, text } = await send(`${gateway.url}/docs/guides/${guide}`);
			expect({ status, title: text.slice(0, 2) }, guide).toEqual({ status: 200, title: "# " });
			const page = await send(`${gateway.url}/docs/guides/${guide}`, { headers: { Accept: "text/html" } });
			expect(page.headers.get("Content-Type"), guide).toMatch(/^text\/html/);
			expect(page.text.match(/<h1 id=/g), guide).toHaveLength(1);
			const links = [...page.text.matchAll(/<a href="([^"#]+)/g)].map(([, link]) => String(link));
			for (const link of new Set(links.filter((href) => !URL.canParse(href)))) {
				const { href } = new URL(link, `${gateway.url}/docs/guides/${guide}`);
				expect((await send(href)).status, `${guide}: ${link}`).toBeLessThan(400);
			}
		}
		for (const other of ["none.md", "operate/none.md", "..%2FREADME.md", "operate%2F..%2F..%2FREADME.md"]) {
			expect((await send(`${gateway.url}/docs/guides/${other}`)).status, other).toBe(404);
		}
	});

	test("describes shared fields once, with links to them", async () => {
		const { text } = await send(`${gateway.url}/docs`);
		expect(text.split('id="object-Problem"')).toHaveLength(2);
		expect(text.split('href="#object-Problem"').length).toBeGreaterThan(100);
		const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
		expect(ids).toEqual([...new Set(ids)]);
	});

	test("resolves every link inside it", async () => {
		const { text } = await send(`${gateway.url}/docs`);
		const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
		expect(targets.length).toBeGreaterThan(100);
		for (const target of targets) expect(text).toContain(`id="${target}"`);
	});
});
