import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../../test/fixtures/audit-events.ts";
import { clientWithToken, type JsonObject, requestToken, send } from "../../../../../test/fixtures/client.ts";
import { authorizePath, destination, ownersBrowser } from "../../../../../test/fixtures/consent.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { operatorOf, runOperator, type TestOperator } from "../../../../../test/fixtures/operator.ts";
import { exchange, tokensIn } from "../../../../../test/fixtures/partner.ts";

let gateway: TestGateway;
let operator: TestOperator;
let folder: string;

beforeAll(async () => {
	gateway = await startTestGateway();
	operator = operatorOf(gateway);
	folder = await mkdtemp(join(tmpdir(), "cardseal-partner-"));
});

afterAll(async () => {
	await gateway.stop();
	await rm(folder, { recursive: true });
});

async function partner(...words: string[]) {
	const { text, json } = await operator.run("partner", ...words);
	return { text, json: json as JsonObject & { client_id: string; client_secret: string } };
}

const refusalOf = (...words: string[]) => operator.refusalOf("partner", ...words);

const callback = "https://ledger.example/callback";
const named = (...words: string[]) => ["add", "--name", "Ledger Inc.", "--callback", callback, ...words];

/** The first bytes of a PNG, which hold its size. */
function png(width: number, height: number): Buffer {
	const bytes = Buffer.from("89504e470d0a1a0a0000000d494844520000000000000000080600000000000000", "hex");
	bytes.writeUInt32BE(width, 16);
	bytes.writeUInt32BE(height, 20);
	return bytes;
}

async function file(name: string, bytes: Buffer | string): Promise<string> {
	const path = join(folder, name);
	await writeFile(path, bytes);
	return path;
}

describe("npm run admin -- partner", () => {
	test("O-48 add creates a client of letters and digits; its secret is printed once and stored nowhere", async () => {
		const { text, json } = await partner(...named());
		expect(json.client_id).toMatch(/^[A-Za-z0-9]{20}$/);
		expect(json.client_secret).toMatch(/^sklive[A-Za-z0-9]{49}$/);
		for (const words of ["Ledger Inc.", json.client_id, json.client_secret, callback]) expect(text).toContain(words);
		const listed = await partner("list");
		expect(listed.text).toContain(json.client_id);
		expect(JSON.stringify(listed) + listed.text).not.toContain(json.client_secret);
		const rows = await gateway.database.tables.selectFrom("partners").selectAll().execute();
		expect(rows.map(({ secret_hash }) => secret_hash.toString("latin1")).join()).not.toContain(json.client_secret);
	});

	test("a merchant can give a partner access, and a removed partner loses it", async () => {
		const { json } = await partner(...named("--optional-pkce"));
		const { client_id, client_secret } = json;
		const own = { client_id, client_secret, redirect_uri: callback };
		const owner = await ownersBrowser(gateway);
		const page = await owner.get(authorizePath(gateway, { client_id, redirect_uri: callback }));
		expect(page.text).toContain("Ledger Inc.");
		const { address, parameters } = destination(await owner.submit({ answer: "allow" }));
		expect(address).toBe(callback);
		const tokens = tokensIn(await exchange(gateway, String(parameters.code), own));
		const client = clientWithToken(gateway.url, tokens.access);
		expect((await client.get("/plan-service/plan")).status).toBe(200);

		expect((await partner("remove", client_id)).text).toContain("removed");
		expect((await client.get("/plan-service/plan")).status).toBe(401);
		const refreshed = await requestToken(gateway.url, {
			grant_type: "refresh_token",
			refresh_token: tokens.refresh,
			client_id,
			client_secret,
		});
		expect(refreshed.body.error).toBe("invalid_client");
		expect((await owner.get(authorizePath(gateway, { client_id, redirect_uri: callback }))).status).toBe(400);
		expect((await partner("list")).text).not.toContain(client_id);
		expect(await refusalOf("remove", client_id)).toMatch(/^There is no partner/);
	});

	test("O-16 O-34 a partner needs a proof key unless it is optional for it, and its refresh tokens may expire", async () => {
		const { json } = await partner(...named("--optional-pkce", "--refresh-days", "90"));
		expect(json).toMatchObject({ requires_pkce: false, refresh_token_lifetime_seconds: 7_776_000 });
		const { json: usual } = await partner(...named());
		expect(usual).toMatchObject({ requires_pkce: true, refresh_token_lifetime_seconds: null });
	});

	test("a partner may have several callbacks, each once", async () => {
		const other = "http://127.0.0.1:3000/callback";
		const { json } = await partner(...named("--callback", other, "--callback", callback));
		expect(json.callbacks).toEqual([callback, other]);
	});

	test.each([
		["a fragment", `${callback}#x`, /has a fragment/],
		["plain HTTP", "http://ledger.example/callback", /must begin with https/],
		["no path", "https://ledger.example", /is not in canonical form: https:\/\/ledger\.example\/\.$/],
		["a wildcard", "https://*.ledger.example/", /has a wildcard/],
	])("O-03 O-04 a callback with %s is refused", async (_what, uri, message) => {
		expect(await refusalOf("add", "--name", "Ledger", "--callback", uri)).toMatch(message);
	});

	test("the audit log names the operator who added and removed a partner", async () => {
		const { json } = await partner(...named());
		await partner("remove", json.client_id);
		const found = await auditEvents(gateway.database.tables, { object: json.client_id });
		const events = found.map(({ type, actor_kind, actor_id }) => ({ type, actor_kind, actor_id }));
		for (const type of ["partner.added", "partner.removed"]) {
			expect(events).toContainEqual({ type, actor_kind: "operator", actor_id: "ada" });
		}
	});
});

describe("a partner's image", () => {
	test("is served by the gateway when it was a file", async () => {
		const bytes = png(64, 64);
		const { json } = await partner(...named("--optional-pkce", "--image", await file("logo.png", bytes)));
		expect(json.image_url).toBe(`/oauth/partners/${json.client_id}/image`);
		const answer = await fetch(gateway.url + json.image_url);
		expect(answer.headers.get("Content-Type")).toBe("image/png");
		expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
		expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
		const owner = await ownersBrowser(gateway);
		const page = await owner.get(authorizePath(gateway, { client_id: json.client_id, redirect_uri: callback }));
		expect(page.text).toContain(`src="${json.image_url}"`);
		await partner("remove", json.client_id);
		expect((await send(gateway.url + json.image_url)).status).toBe(404);
	});

	test("X-06 stays at its URL when it was a URL", async () => {
		const image_url = "https://cdn.ledger.example/logo.png";
		expect((await partner(...named("--image", image_url))).json).toMatchObject({ image_url });
	});

	test.each([
		["that is not there", () => join(folder, "nothing.png"), /cannot be read/],
		["that is no picture", () => file("text.png", "no picture"), /is not a PNG, JPEG or WebP/],
		["that could hold a script", () => file("logo.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>'), /is not a PNG/],
		["that is not square", () => file("wide.png", png(64, 63)), /64 by 63 pixels, not square/],
		["that is tiny", () => file("tiny.png", png(16, 16)), /16 pixels wide/],
		["that is huge", () => file("huge.png", png(4_096, 4_096)), /4096 pixels wide/],
		["of too many bytes", () => file("fat.png", Buffer.concat([png(64, 64), Buffer.alloc(200_001)])), /200 KB/],
		["at a plain address", async () => "http://cdn.ledger.example/logo.png", /must begin with https/],
		["at an address with a user", async () => "https://a:b@cdn.ledger.example/logo.png", /names a user/],
	])("X-06 is refused: a file or URL %s", async (_what, place, message) => {
		expect(await refusalOf(...named("--image", await place()))).toMatch(message);
	});
});

describe("a wrong command line", () => {
	test.each([
		["nothing", []],
		["an unknown verb", ["allow"]],
		["no name", ["add", "--callback", callback]],
		["an empty name", ["add", "--name", " ", "--callback", callback]],
		["no address", ["add", "--name", "Ledger"]],
		["an argument too many", named("more")],
		["an unknown option", named("--colour", "red")],
		["an option without its value", ["add", "--name"]],
		["no client id", ["remove"]],
		["options where none belong", ["list", "--name", "Ledger"]],
	])("prints the help: %s", async (_what, words) => {
		expect(await refusalOf(...words)).toContain("npm run admin -- partner add --name NAME --callback URI");
	});

	test.each(["0", "1.5", "-1", "x", "99999"])("refuses %s days", async (days) => {
		expect(await refusalOf(...named(`--refresh-days=${days}`))).toMatch(/whole number from 1/);
	});

	test("X-54 refuses a name that reverses the text around it", async () => {
		expect(await refusalOf("add", "--name", "Ledger\u202E", "--callback", callback)).toMatch(/--name cannot be used/);
	});

	test("prints JSON with --json", async () => {
		const environment = { DATABASE_URL: gateway.database.url, DATA_DIR: gateway.database.dataDirectory, SANDBOX: "1" };
		const words = ["partner", ...named(), "--json"];
		const { code, stdout, output } = await runOperator(words, environment);
		expect(code, output).toBe(0);
		const added = JSON.parse(stdout) as JsonObject;
		expect(Object.keys(added).sort()).toEqual([
			"business_name",
			"callbacks",
			"client_id",
			"client_secret",
			"image_url",
			"refresh_token_lifetime_seconds",
			"requires_pkce",
		]);
		expect((await partner("list")).json.partners).toContainEqual(
			expect.objectContaining({ client_id: added.client_id }),
		);
	});
});
