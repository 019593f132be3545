import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cardToken, cardWith, type JsonObject, send } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";

/* Follows docs/moving.md as the gateway serves it: its tables and commands are tried on the gateway. */

let gateway: TestGateway;
let guide: string;

beforeAll(async () => {
	gateway = await startTestGateway();
	guide = (await send(`${gateway.url}/docs/guides/moving.md`)).text;
});

afterAll(() => gateway.stop());

/** Returns the cells of the rows below a heading of the guide. */
function rowsBelow(heading: string): string[][] {
	const [, rest = ""] = guide.split(`# ${heading}\n`);
	const [section = ""] = rest.split("\n#");
	const rows = section.split("\n").filter((line) => line.startsWith("|"));
	return rows.slice(2).map((row) =>
		row
			.split("|")
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
}

const pathOf = (cell = "") => /`(\/[^`]*)`/.exec(cell)?.[1];

interface Command {
	url: string;
	init: RequestInit;
}

/** Reads the curl command below a heading, with its variables filled in. */
function commandBelow(heading: string, variables: Record<string, string>): Command {
	const [, section = ""] = guide.split(`# ${heading}\n`);
	const [, block = ""] = /```sh\n(.*?)```/s.exec(section) ?? [];
	const line = block.replaceAll("\\\n", " ").replaceAll(/\$([A-Z_]+)/g, (_all, name: string) => variables[name] ?? "");
	const words = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
		([, double, single, plain]) => double?.replaceAll('\\"', '"') ?? single ?? plain ?? "",
	);
	const valuesOf = (option: string) => words.filter((_word, at) => words[at - 1] === option);
	const headers = Object.fromEntries(valuesOf("-H").map((header) => header.split(": ") as [string, string]));
	const data = valuesOf("-d").join("&");
	return {
		url: words[1] ?? "",
		init: { method: "POST", headers, body: "Content-Type" in headers ? data : new URLSearchParams(data) },
	};
}

async function accessToken(): Promise<string> {
	const { client_id, client_secret } = gateway.merchant;
	const { url, init } = commandBelow("The token", { CLIENT_ID: client_id, CLIENT_SECRET: client_secret });
	return String((await send(url, init)).body.access_token);
}

/** Sends the sale of the guide; changes are of its body. */
async function sale(changes: object = {}, card = cardWith("4111111111111111")) {
	const PAYMENT_TOKEN = await cardToken(gateway.merchant.public_key, card);
	const { url, init } = commandBelow("The server", { TOKEN: await accessToken(), PAYMENT_TOKEN });
	const body = JSON.stringify({ ...(JSON.parse(String(init.body)) as object), ...changes });
	const headers = { ...init.headers, "Idempotency-Key": crypto.randomUUID() };
	return send(url, { ...init, headers, body });
}

async function call(method: string, path: string, body?: object) {
	const headers = { Authorization: `Bearer ${await accessToken()}`, "Content-Type": "application/json" };
	return send(`${gateway.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

test("the commands of the guide get a token and charge the page's payment_token", async () => {
	const { status, body } = await sale();
	expect(status).toBe(200);
	expect(body).toMatchObject({ transaction_result: "APPROVED", transaction_type: "sale", invoice_id: "order-1042" });
});

test("the script of the guide's page is there", async () => {
	const [, address = ""] = /<script src="([^"]+)">/.exec(guide) ?? [];
	expect(address).toBe(`http://localhost:${new URL(gateway.url).port}/v1/cardseal.js`);
	expect((await send(address)).text).toContain("PayfirmaIframeTransaction");
});

test("each path that exists under both names has these methods", async () => {
	const rows = rowsBelow("Paths that exist under both names");
	const { paths } = (await send(`${gateway.url}/openapi.json`)).body as { paths: Record<string, JsonObject> };
	expect(rows.length).toBeGreaterThan(15);
	for (const [path, methods] of rows) {
		const described = Object.keys(paths[pathOf(path) ?? ""] ?? {}).map((method) => method.toUpperCase());
		expect(described, path).toEqual(expect.arrayContaining(methods?.split(", ") ?? []));
	}
});

test("each path that does not exist is answered with the way to the guide, and what to use instead exists", async () => {
	const { paths } = (await send(`${gateway.url}/openapi.json`)).body as { paths: Record<string, JsonObject> };
	const rows = rowsBelow("Paths that do not exist here");
	expect(rows.length).toBeGreaterThan(2);
	for (const [path, instead] of rows) {
		const gone = pathOf(path);
		if (gone !== undefined) {
			const { status, body } = await send(`${gateway.url}${gone.replaceAll(/[{}]/g, "")}`, { method: "POST" });
			expect([status, body.message], gone).toEqual([404, expect.stringContaining("/docs/guides/moving.md")]);
		}
		const other = pathOf(instead);
		if (other !== undefined) expect(paths[other], other).toBeDefined();
	}
});

describe("what differs on purpose:", () => {
	test("the guide has a row for each of these", () => {
		expect(rowsBelow("What differs on purpose").map(([expected]) => expected)).toEqual([
			"201 for what was created",
			"an error without a record for a decline",
			"`transaction_type` is `SALE` in some samples",
			"`frequency` is `MONTHLY` in some samples",
			"`card_suffix` is text in some samples",
			"ids of refunds are numbers in some samples",
			"unknown parameters of a list are ignored",
			"an error is text in `message`",
		]);
	});

	test("200 for what was created", async () => {
		expect((await call("POST", "/customer-service/customer", { email: "ana@example.com" })).status).toBe(200);
	});

	test("402 with the record for a decline", async () => {
		const { status, body } = await sale({}, cardWith("4000000000000002"));
		expect([status, body.transaction_result]).toEqual([402, "DECLINED"]);
	});

	test("MOTHLY, and a message for MONTHLY", async () => {
		const plan = { name: "Tea", amount: 31, currency: "CAD", frequency: "MONTHLY" };
		const { status, body } = await call("POST", "/plan-service/plan", plan);
		expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("MOTHLY")]);
		expect((await call("POST", "/plan-service/plan", { ...plan, frequency: "MOTHLY" })).status).toBe(200);
	});

	test("transaction_type in lower case, and card_suffix as a number", async () => {
		await sale();
		const { body } = await call("GET", "/transaction-service/transaction?transaction_type=sale");
		expect(body.entities).toContainEqual(expect.objectContaining({ transaction_type: "sale", card_suffix: 1111 }));
	});

	test("unknown parameters of a list are refused", async () => {
		expect((await call("GET", "/transaction-service/transaction?order_id=7")).status).toBe(400);
	});

	test("an id of a refund is text, and of its sale a number", async () => {
		const { body } = await sale();
		const refund = await call("POST", `/transaction-service/refund/${body.transaction_id}`, { amount: 1 });
		expect([typeof body.id, typeof refund.body.id]).toEqual(["number", "string"]);
	});

	test("a secret in the query is refused", async () => {
		const { client_id, client_secret } = gateway.merchant;
		const query = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret });
		const { status, body } = await send(`${gateway.url}/oauth/token?${query}`, { method: "POST" });
		expect({ status, error: body.error }).toEqual({ status: 400, error: "invalid_request" });
		expect(body.error_description).toMatch(/^Send client_secret in the form, never in the URL\./);
	});
});
