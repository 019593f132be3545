import { createVault, generateMasterKey } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../../apps/gateway/src/config.ts";
import { auditEvents } from "../../../test/fixtures/audit-events.ts";
import type { JsonObject } from "../../../test/fixtures/client.ts";
import { testClocks } from "../../../test/fixtures/clock.ts";
import { startTestGateway, type TestGateway } from "../../../test/fixtures/gateway.ts";
import { createTestOperator, operatorOf, runOperator } from "../../../test/fixtures/operator.ts";
import { staffBrowser } from "../../../test/fixtures/staff/staff-browser.ts";
import { openTestTables } from "../../../test/fixtures/tables.ts";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

const operator = (sandbox = false) =>
	operatorOf(gateway, { config: { ...readConfig({}), publicUrl: gateway.demo.auth_url, sandbox } });

async function merchant(words: string[]) {
	const { text, json } = await operator().run("merchant", ...words);
	return { text, json: json as JsonObject & { merchant_id: string; public_key: string; invitation_link: string } };
}

const refusalOf = (words: string[], sandbox = false) => operator(sandbox).refusalOf("merchant", ...words);

const typed = (email: string, ...more: string[]) => [
	"add",
	"--name",
	"North Bakery",
	"--owner",
	email,
	"--owner-name",
	"Ada Lovelace",
	...more,
];

describe("npm run admin -- merchant add", () => {
	test("prints a link to the gateway that started on the data directory, on whichever port", async () => {
		const config = readConfig({ DATA_DIR: gateway.database.dataDirectory, PORT: "1" });
		const beside = operatorOf(gateway, { config });
		const { json } = await beside.run("merchant", ...typed("port@north.example", "--name", "Port Bakery"));
		const { invitation_link: link } = json as { invitation_link: string };
		expect(new URL(link).origin).toBe(gateway.demo.auth_url);
		const elsewhere = operatorOf(gateway, { config: { ...config, publicUrl: "https://pay.example" } });
		const { json: other } = await elsewhere.run("merchant", ...typed("url@north.example", "--name", "Url Bakery"));
		expect(other).toMatchObject({ invitation_link: expect.stringMatching(/^https:\/\/pay\.example\/app\//) });
	});

	test("creates a public key and an owner, who joins by the link, once", async () => {
		const { text, json } = await merchant(typed("ada@north.example", "--time-zone", "America/Toronto"));
		expect(json).toMatchObject({
			name: "North Bakery",
			mode: "demo",
			time_zone: "America/Toronto",
			currencies: ["CAD", "USD"],
			public_key: expect.stringMatching(/^pktest1/),
		});
		for (const told of [json.merchant_id, json.public_key, json.invitation_link]) expect(text).toContain(told);

		const browser = staffBrowser(gateway.url);
		const { pathname } = new URL(json.invitation_link);
		expect((await browser.get(pathname)).text).toContain("North Bakery");
		const joined = await browser.submit({ name: "Ada Lovelace", password: "a long walk in the 7 hills" });
		expect(joined.status, joined.text).toBe(303);
		const { body } = await browser.api("GET", "session");
		expect(body).toMatchObject({
			user: { email: "ada@north.example", role: "owner", is_primary_owner: true },
			merchant: { merchant_id: json.merchant_id },
		});
		expect((await staffBrowser(gateway.url).get(pathname)).status).toBe(404);
	});

	test("creates the merchant, its key and its origins in one command, or none of them", async () => {
		const origins = ["http://localhost:3000", "https://shop.example"];
		const options = origins.flatMap((origin) => ["--origin", origin]);
		const { text, json } = await merchant(typed("ora@north.example", ...options));
		expect(json).toMatchObject({ public_key: expect.stringMatching(/^pktest1/), origins });
		for (const origin of origins) expect(text).toContain(origin);
		const listed = await operator().run("origin", "list", json.public_key);
		expect(listed.json).toMatchObject({ merchant_id: json.merchant_id, origins });

		const refused = await refusalOf(typed("orb@north.example", "--name", "Half Shop", "--origin", "localhost:3000"));
		expect(refused).toContain("Write the origin exactly as browsers do");
		expect((await merchant(["list"])).text).not.toContain("Half Shop");
	});

	test("creates a live key for a live merchant, with a demo twin that its staff belong to", async () => {
		const { database, drop } = await openTestTables();
		onTestFinished(drop);
		const clocks = testClocks();
		const now = () => clocks.real.now();
		const vault = { database: database.withTables(), masterKey: generateMasterKey(), businessNow: now, realNow: now };
		const alone = createTestOperator({ database, clocks }, { createVault: () => createVault(vault) });
		const { json } = await alone.run("merchant", ...typed("live@north.example", "--live"));
		expect(json).toMatchObject({ mode: "live", public_key: expect.stringMatching(/^pklive1/) });
		const listed = await alone.run("merchant", "list");
		expect(listed.json).toMatchObject({ merchants: [{ mode: "demo" }, { mode: "live" }] });
		const again = ["--owner", "other@north.example", "--owner-name", "Grace Hopper"];
		const { merchant_id: live } = json as { merchant_id: string };
		await alone.run("merchant", "invite-owner", live, ...again);
		const invitations = database
			.selectFrom("staff_invitations")
			.innerJoin("merchants", "merchants.id", "staff_invitations.merchant_id");
		expect(await invitations.select(["email", "mode"]).execute()).toEqual([
			{ email: "other@north.example", mode: "demo" },
		]);
	});

	test("refuses a live merchant without a mail server, because its owners would get no warnings", async () => {
		const { database, drop } = await openTestTables();
		onTestFinished(drop);
		const clocks = testClocks();
		const now = () => clocks.real.now();
		const vault = { database: database.withTables(), masterKey: generateMasterKey(), businessNow: now, realNow: now };
		const overrides = { config: readConfig({}), createVault: () => createVault(vault) };
		const silent = createTestOperator({ database, clocks }, overrides);
		expect(await silent.refusalOf("merchant", ...typed("b@north.example", "--live"))).toContain("SMTP_URL");
		expect((await silent.run("merchant", ...typed("b@north.example"))).json).toMatchObject({ mode: "demo" });
	});

	test("X-55 refuses a live merchant in a sandbox", async () => {
		expect(await refusalOf(typed("b@north.example", "--live"), true)).toMatch(/^A sandbox has no live merchants/);
	});

	test("X-55 refuses a live merchant in a sandbox's database, whatever SANDBOX is set to", async () => {
		const environment = {
			DATABASE_URL: gateway.database.url,
			DATA_DIR: gateway.database.dataDirectory,
			SANDBOX: "0",
			PUBLIC_URL: "https://pay.example.com",
		};
		const words = ["merchant", ...typed("f@north.example", "--live")];
		const { code, output } = await runOperator(words, environment);
		expect(output).toContain("A sandbox has no live merchants");
		expect(code).toBe(1);
	});

	test("is listed, and the audit log names the operator", async () => {
		const { json } = await merchant(typed("c@north.example"));
		const listed = await merchant(["list"]);
		expect(listed.json.merchants).toContainEqual(expect.objectContaining({ merchant_id: json.merchant_id }));
		for (const name of ["Maple & Main", "Harbour Books", "North Bakery"]) expect(listed.text).toContain(name);
		expect(await auditEvents(gateway.database.tables, { object: json.merchant_id })).toContainEqual(
			expect.objectContaining({ type: "merchant.created", actor_kind: "operator", actor_id: "ada" }),
		);
	});

	test("creates no merchant when its owner has an account already", async () => {
		const count = async () => (await gateway.database.tables.selectFrom("merchants").select("id").execute()).length;
		const before = await count();
		expect(await refusalOf(typed(gateway.demo.email))).toMatch(/already has an account/);
		expect(await count()).toBe(before);
	});
});

describe("npm run admin -- merchant invite-owner", () => {
	const again = (publicId: string, email: string) => [
		"invite-owner",
		publicId,
		...["--owner", email, "--owner-name", "Grace Hopper"],
	];
	const join = async (link: string) => {
		const browser = staffBrowser(gateway.url);
		await browser.get(new URL(link).pathname);
		return browser.submit({ name: "Grace Hopper", password: "a long walk in the 7 hills" });
	};

	test("invites the owner again, or another person, and only the last link works", async () => {
		const { json } = await merchant(typed("late@north.example"));
		gateway.clocks.real.advance(8 * 24 * 3_600_000);
		const [second, third] = [
			await merchant(again(json.merchant_id, "late@north.example")),
			await merchant(again(json.public_key, "grace@north.example")),
		];
		expect(third.json.merchant_id).toBe(json.merchant_id);
		expect(third.text).toContain(third.json.invitation_link);
		for (const { invitation_link } of [json, second.json]) {
			expect((await staffBrowser(gateway.url).get(new URL(invitation_link).pathname)).status).toBe(404);
		}
		expect((await join(third.json.invitation_link)).status).toBe(303);
		const { tables } = gateway.database;
		const owner = await tables.selectFrom("staff").selectAll().where("email", "=", "grace@north.example").execute();
		expect(owner).toMatchObject([{ role: "owner", is_primary_owner: true }]);
	});

	test("refuses a merchant that has an owner, and an unknown merchant", async () => {
		const { merchant_id } = gateway.demo;
		expect(await refusalOf(again(merchant_id, "g@north.example"))).toMatch(/has its primary owner/);
		expect(await refusalOf(again("unknown", "g@north.example"))).toMatch(/^There is no merchant/);
	});

	test("leaves the former link valid when the next invitation is refused", async () => {
		const { json } = await merchant(typed("stays@north.example"));
		expect(await refusalOf(again(json.merchant_id, gateway.demo.email))).toMatch(/already has an account/);
		expect((await staffBrowser(gateway.url).get(new URL(json.invitation_link).pathname)).status).toBe(200);
	});
});

describe("a wrong command line", () => {
	test.each([
		["nothing", []],
		["an unknown verb", ["open"]],
		["no owner", ["add", "--name", "North", "--owner-name", "Ada"]],
		["no name", ["add", "--owner", "a@north.example", "--owner-name", "Ada"]],
		["an argument too many", typed("d@north.example", "more")],
		["an unknown option", typed("d@north.example", "--colour", "red")],
		["options where none belong", ["list", "--live"]],
		["no merchant to invite for", ["invite-owner", ...typed("d@north.example").slice(3)]],
		["no owner to invite", ["invite-owner", "unknown"]],
		["an option that belongs to add", ["invite-owner", "unknown", ...typed("d@north.example", "--live").slice(3)]],
	])("prints the help: %s", async (_what, words) => {
		expect(await refusalOf(words)).toContain("npm run admin -- merchant add --name NAME --owner EMAIL");
	});

	test.each([
		["an owner without an address", typed("ada"), /^--owner is an email address/],
		["an unknown time zone", typed("d@north.example", "--time-zone", "Mars/Olympus"), /^--time-zone is a name/],
		[
			"a time zone that no date can be formatted in",
			typed("d@north.example", "--time-zone", "posix/America/Toronto"),
			/^--time-zone is a name/,
		],
		["a card number as a name", ["add", "--name", "4111111111111111", ...typed("d@n.example").slice(3)], /--name/],
	])("is refused: %s", async (_what, words, message) => {
		expect(await refusalOf(words)).toMatch(message);
	});

	test("prints JSON with --json", async () => {
		const environment = {
			DATABASE_URL: gateway.database.url,
			DATA_DIR: gateway.database.dataDirectory,
			SANDBOX: "1",
			PUBLIC_URL: "https://pay.example.com",
		};
		const words = ["merchant", ...typed("e@north.example"), "--json"];
		const { code, stdout, output } = await runOperator(words, environment);
		expect(code, output).toBe(0);
		const { invitation_link } = JSON.parse(stdout) as JsonObject;
		expect(invitation_link).toMatch(/^https:\/\/pay\.example\.com\/app\/invitation\/lk1[\w-]{63}$/);
	});
});
