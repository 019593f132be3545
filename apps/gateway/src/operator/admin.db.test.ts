import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { framePath } from "@cardseal/widget/server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../../../test/checks/command.ts";
import { send } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { freePort, startGatewayProcess } from "../../../../test/fixtures/gateway-process.ts";
import { CommandRefused } from "./command-refused.ts";
import { manageHostedFormOnly } from "./hosted-form-only.command.ts";
import { manageOrigins } from "./origin.command.ts";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

afterEach(async () => {
	await gateway.database.tables.deleteFrom("widget_origins").where("origin", "like", "%.example%").execute();
});

/** Where the operator's program works, and as whom. */
function operation() {
	return { database: gateway.database.tables, clocks: gateway.clocks, login: "ada" };
}

/** Has a command on origins carried out as the operator's program does. */
function origins(...words: string[]): Promise<string> {
	return manageOrigins(operation(), words);
}

/** What the operator is told who typed what cannot be done. */
async function refusalOf(...words: string[]): Promise<string> {
	return refusalIn(origins(...words));
}

async function refusalIn(command: Promise<string>): Promise<string> {
	const outcome = await command.catch((error: unknown) => error);
	if (!(outcome instanceof CommandRefused)) throw new Error(`It was not refused: ${outcome}`, { cause: outcome });
	return outcome.message;
}

/** Runs the program as `npm run admin --` does. */
function admin(environment: Record<string, string>, ...words: string[]) {
	return run("node", ["--conditions=source", "apps/gateway/src/operator/admin.ts", ...words], { environment });
}

/** Why the gateway would show no form on an origin; `null` when it would. */
async function refusalOn(origin: string, { url, key } = { url: gateway.url, key: gateway.merchant.public_key }) {
	const { text } = await send(`${url}${framePath}?${new URLSearchParams({ key, origin })}`);
	return (JSON.parse(/id="frame">(.*)<\/script>/.exec(text)?.[1] ?? "") as { refusal: string | null }).refusal;
}

describe("an operator's command on origins", () => {
	test("allows an origin, which counts at once, shows it, and takes it back", async () => {
		const origin = "https://shop.example:8443";
		const added = await origins("add", gateway.merchant.merchant_id, origin);
		expect(added.split("\n")).toContain(`  ${origin}`);
		expect(await refusalOn(origin)).toBeNull();

		const listed = await origins("list", gateway.merchant.merchant_id);
		expect(listed).toBe(added);
		expect(listed).toContain("Maple & Main");
		expect(listed).toContain(gateway.demo.shop_url);

		expect(await origins("remove", gateway.merchant.merchant_id, origin)).not.toContain(origin);
		expect(await refusalOn(origin)).toBe("origin");
	});

	test("knows a merchant by its public key as well, and changes no other", async () => {
		const origin = "https://books.example";
		expect(await origins("list", gateway.secondMerchant.public_key)).toMatch(/Harbour Books.* may stand nowhere\.$/);
		expect(await origins("add", gateway.secondMerchant.public_key, origin)).toContain("Harbour Books");
		expect(await refusalOn(origin, { url: gateway.url, key: gateway.secondMerchant.public_key })).toBeNull();
		expect(await refusalOn(origin)).toBe("origin");
	});

	test("may be given twice", async () => {
		const words = ["add", gateway.merchant.merchant_id, "https://twice.example"];
		expect(await origins(...words)).toBe(await origins(...words));
	});

	test.each([
		["a path", "https://shop.example/"],
		["a wildcard", "https://*.shop.example"],
		["no scheme", "shop.example"],
		["plain HTTP from afar", "http://shop.example"],
		["capitals", "https://Shop.example"],
		["a list", "https://a.example,https://b.example"],
	])("is refused for an origin with %s and says how to write one", async (_what, origin) => {
		const refusal = await refusalOf("add", gateway.merchant.merchant_id, origin);
		expect(refusal).toMatch(/^Write the origin exactly as browsers do: https:\/\/host/);
		expect(await origins("list", gateway.merchant.merchant_id)).not.toContain(origin);
	});

	test("allows this machine's plain HTTP for demo merchants alone", async () => {
		const { tables } = gateway.database;
		const merchant = tables.updateTable("merchants").where("merchant_id", "=", gateway.secondMerchant.merchant_id);
		const words = [gateway.secondMerchant.merchant_id, "http://localhost:3000"];
		await merchant.set({ mode: "live" }).execute();
		const refusal = await refusalOf("add", ...words).finally(() => merchant.set({ mode: "demo" }).execute());
		expect(refusal).toContain("https://host");
		expect(refusal).not.toContain("http://localhost");
		expect(await origins("add", ...words)).toContain("http://localhost:3000");
		await origins("remove", ...words);
	});

	test("allows no more origins than any merchant has pages", async () => {
		const add = (origin: string) => ["add", gateway.secondMerchant.merchant_id, origin];
		for (let index = 0; index < 49; index++) await origins(...add(`https://s${index}.example`));
		const last = ["https://a.example", "https://b.example"];
		const atOnce = await Promise.allSettled(last.map((origin) => origins(...add(origin))));
		expect(atOnce.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
		expect(await refusalOf(...add("https://one-more.example"))).toContain("at most 50");
		expect(await origins(...add("https://s0.example"))).toContain("https://s0.example");
	});

	test.each([
		["nobody's id", () => ["list", "aaaaaaaaaaaaaaaaaaaa"], /^There is no merchant/],
		[
			"an origin that was not there",
			() => ["remove", gateway.merchant.merchant_id, "https://x.example"],
			/not allowed/,
		],
		["no merchant", () => ["list"], /npm run admin -- origin list MERCHANT/],
		["no origin", () => ["add", gateway.merchant.merchant_id], /npm run admin -- origin add MERCHANT ORIGIN/],
		["one word too many", () => ["list", gateway.merchant.merchant_id, "https://x.example"], /MERCHANT is/],
		["another verb", () => ["allow", gateway.merchant.merchant_id, "https://x.example"], /MERCHANT is/],
	])("is refused with %s, and says what to type", async (_what, words, message) => {
		expect(await refusalOf(...words())).toMatch(message);
	});
});

describe("an operator's command on where tokens come from", () => {
	const hostedFormOnly = (...words: string[]) => manageHostedFormOnly(operation(), words);
	const merchant = () => gateway.secondMerchant.public_key;
	const alone = /^Harbour Books .* from the hosted form alone\.$/;
	const both = /^Harbour Books .* from the hosted form and from pages of its own\.$/;

	test("is off at first, is kept, and is taken back", async () => {
		expect(await hostedFormOnly("show", merchant())).toMatch(both);
		expect(await hostedFormOnly("on", merchant())).toMatch(alone);
		expect(await hostedFormOnly("show", merchant())).toMatch(alone);
		expect(await hostedFormOnly("show", gateway.merchant.merchant_id)).toMatch(/Maple & Main.* pages of its own\.$/);
		expect(await hostedFormOnly("off", merchant())).toMatch(both);
		expect(await hostedFormOnly("show", merchant())).toMatch(both);
	});

	test.each([
		["nobody's id", ["on", "aaaaaaaaaaaaaaaaaaaa"], /^There is no merchant/],
		["no merchant", ["on"], /npm run admin -- hosted-form-only on MERCHANT/],
		["another verb", ["maybe", "m"], /npm run admin -- hosted-form-only on MERCHANT/],
		["one word too many", ["on", "m", "now"], /npm run admin -- hosted-form-only on MERCHANT/],
	])("is refused with %s, and says what to type", async (_what, words, message) => {
		expect(await refusalIn(hostedFormOnly(...words))).toMatch(message);
	});
});

describe("npm run admin", () => {
	test("tells what was done, and without the master key", async () => {
		const settings = { DATABASE_URL: gateway.database.url };
		const { code, output } = await admin(settings, "origin", "list", gateway.merchant.public_key);
		expect({ code, output }).toEqual({ code: 0, output: `${await origins("list", gateway.merchant.merchant_id)}\n` });
	});

	test("says what there is when it is called with something else", async () => {
		const { code, stdout, output } = await admin({ DATABASE_URL: gateway.database.url }, "origins");
		expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
		expect(output).toContain("npm run admin -- origin");
		expect(output).toContain("npm run admin -- hosted-form-only");
	});

	test("makes no new database where there is none", async () => {
		const empty = await mkdtemp(join(tmpdir(), "cardseal-admin-"));
		try {
			const { code, output } = await admin({ DATA_DIR: empty, DATABASE_URL: "" }, "origin", "list", "a");
			expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^There is no database in /) });
			expect(await readdir(empty)).toEqual([]);
		} finally {
			await rm(empty, { recursive: true });
		}
	});

	test("says that a database cannot be reached", async () => {
		const nowhere = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
		const { code, output } = await admin(nowhere, "origin", "list", "a");
		expect(code).toBe(1);
		expect(output).toContain("ECONNREFUSED");
		expect(output).not.toMatch(/\bat .*\.ts:/);
	});

	test("works on the embedded database beside the gateway that runs on it, and after that has stopped", async () => {
		const dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-admin-"));
		// Root runs PostgreSQL under another user, who must be able to pass.
		await chmod(dataDirectory, 0o711);
		const settings = { DATA_DIR: dataDirectory, DATABASE_URL: "" };
		const origin = "https://embedded.example";
		const running = await startGatewayProcess({ dataDirectory, port: await freePort() });
		try {
			const { public_key, merchant_id } = await running.demo();
			const added = await admin(settings, "origin", "add", merchant_id, origin);
			expect(added.code, added.output).toBe(0);
			expect(await refusalOn(origin, { url: running.url, key: public_key })).toBeNull();
			expect(await running.end("SIGTERM")).toEqual({ code: 0, signal: null });
			const listed = await admin(settings, "origin", "list", public_key);
			expect(listed.stdout).toBe(added.stdout);
			expect(await readdir(join(dataDirectory, "postgres/cluster"))).not.toContain("postmaster.pid");
		} finally {
			await running.end("SIGKILL");
			await rm(dataDirectory, { recursive: true });
		}
	});
});
