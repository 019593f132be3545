import { openVault } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../../../test/checks/command.ts";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import type { JsonObject } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { masterKeyOf } from "../../../../test/fixtures/keys.ts";
import { staffBrowser } from "../../../../test/fixtures/staff.ts";
import { inviteOwner } from "../staff/invitations/invite-owner.ts";
import { CommandRefused } from "./command-refused.ts";
import { manageMerchants } from "./merchant.command.ts";

let gateway: TestGateway;

beforeAll(async () => {
	gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

/** Has a command carried out as the operator's program does. */
async function merchant(words: string[], isSandbox = false) {
	const { database, clocks, demo } = gateway;
	const openOperatorVault = async () =>
		openVault({
			database: database.tables.withTables(),
			masterKey: await masterKeyOf(database),
			businessNow: () => clocks.business.now(),
			realNow: () => clocks.real.now(),
		});
	const operation = {
		database: database.tables,
		clocks,
		login: "ada",
		openVault: openOperatorVault,
		isSandbox: async () => isSandbox,
		inviteOwner: (transaction, vault, owner) =>
			inviteOwner(transaction, { vault, clocks, publicUrl: demo.auth_url }, owner),
	} satisfies Parameters<typeof manageMerchants>[0];
	const { text, json } = await manageMerchants(operation, words);
	return { text, json: json as JsonObject & { merchant_id: string; public_key: string; invitation_link: string } };
}

async function refusalOf(words: string[], isSandbox = false): Promise<string> {
	const outcome = await merchant(words, isSandbox).catch((error: unknown) => error);
	if (!(outcome instanceof CommandRefused)) throw new Error("It was not refused.", { cause: outcome });
	return outcome.message;
}

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

describe("a merchant that the operator adds", () => {
	test("has a public key, and an owner who comes in by the link, once", async () => {
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

	test("takes real cards when it is live", async () => {
		const { json } = await merchant(typed("live@north.example", "--live"));
		expect(json).toMatchObject({ mode: "live", public_key: expect.stringMatching(/^pklive1/) });
	});

	test("X-55 is no live one in a sandbox", async () => {
		expect(await refusalOf(typed("b@north.example", "--live"), true)).toMatch(/^A sandbox takes no live merchants/);
	});

	test("X-55 is no live one among a sandbox's merchants, whatever the operator's shell has been told", async () => {
		const environment = {
			DATABASE_URL: gateway.database.url,
			DATA_DIR: gateway.database.dataDirectory,
			SANDBOX: "0",
			PUBLIC_URL: "https://pay.example.com",
		};
		const words = ["merchant", ...typed("f@north.example", "--live")];
		const program = ["--conditions=source", "apps/gateway/src/operator/admin.ts", ...words];
		const { code, output } = await run("node", program, { environment });
		expect(output).toContain("A sandbox takes no live merchants");
		expect(code).toBe(1);
	});

	test("is listed, and written down with who added it", async () => {
		const { json } = await merchant(typed("c@north.example"));
		const listed = await merchant(["list"]);
		expect(listed.json.merchants).toContainEqual(expect.objectContaining({ merchant_id: json.merchant_id }));
		for (const name of ["Maple & Main", "Harbour Books", "North Bakery"]) expect(listed.text).toContain(name);
		expect(await auditEvents(gateway.database.tables, { object: json.merchant_id })).toContainEqual(
			expect.objectContaining({ type: "merchant.created", actor_kind: "operator", actor_id: "ada" }),
		);
	});

	test("is not made when its owner has an account already", async () => {
		const count = async () => (await gateway.database.tables.selectFrom("merchants").select("id").execute()).length;
		const before = await count();
		expect(await refusalOf(typed(gateway.demo.email))).toMatch(/has an account already/);
		expect(await count()).toBe(before);
	});
});

describe("an owner who did not come", () => {
	const again = (merchantId: string, email: string) => [
		"invite-owner",
		merchantId,
		...["--owner", email, "--owner-name", "Grace Hopper"],
	];
	const join = async (link: string) => {
		const browser = staffBrowser(gateway.url);
		await browser.get(new URL(link).pathname);
		return browser.submit({ name: "Grace Hopper", password: "a long walk in the 7 hills" });
	};

	test("is asked again, or somebody else in their place, and only the last link works", async () => {
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

	test("is not asked where the merchant has one, nor for a merchant that there is not", async () => {
		const { merchant_id } = gateway.demo;
		expect(await refusalOf(again(merchant_id, "g@north.example"))).toMatch(/has its primary owner/);
		expect(await refusalOf(again("unknown", "g@north.example"))).toMatch(/^There is no merchant/);
	});

	test("leaves the former link as it was when the next one cannot be asked", async () => {
		const { json } = await merchant(typed("stays@north.example"));
		expect(await refusalOf(again(json.merchant_id, gateway.demo.email))).toMatch(/has an account already/);
		expect((await staffBrowser(gateway.url).get(new URL(json.invitation_link).pathname)).status).toBe(200);
	});
});

describe("what an operator types", () => {
	test.each([
		["nothing", []],
		["another verb", ["open"]],
		["no owner", ["add", "--name", "North", "--owner-name", "Ada"]],
		["no name", ["add", "--owner", "a@north.example", "--owner-name", "Ada"]],
		["one word too many", typed("d@north.example", "more")],
		["an option that there is not", typed("d@north.example", "--colour", "red")],
		["options where none belong", ["list", "--live"]],
		["no merchant to invite for", ["invite-owner", ...typed("d@north.example").slice(3)]],
		["nobody to invite", ["invite-owner", "unknown"]],
		["what a merchant has got already", ["invite-owner", "unknown", ...typed("d@north.example", "--live").slice(3)]],
	])("is answered with what there is: %s", async (_what, words) => {
		expect(await refusalOf(words)).toContain("npm run admin -- merchant add --name NAME --owner EMAIL");
	});

	test.each([
		["an owner without an address", typed("ada"), /^--owner is an e-mail address/],
		["a zone that there is not", typed("d@north.example", "--time-zone", "Mars/Olympus"), /^--time-zone is a name/],
		[
			"a zone that dates cannot be written in",
			typed("d@north.example", "--time-zone", "posix/America/Toronto"),
			/^--time-zone is a name/,
		],
		["a card number for a name", ["add", "--name", "4111111111111111", ...typed("d@n.example").slice(3)], /--name/],
	])("is refused with %s", async (_what, words, message) => {
		expect(await refusalOf(words)).toMatch(message);
	});

	test("is carried out by the program, which answers programs in JSON", async () => {
		const environment = {
			DATABASE_URL: gateway.database.url,
			DATA_DIR: gateway.database.dataDirectory,
			SANDBOX: "1",
			PUBLIC_URL: "https://pay.example.com",
		};
		const words = ["merchant", ...typed("e@north.example"), "--json"];
		const program = ["--conditions=source", "apps/gateway/src/operator/admin.ts", ...words];
		const { code, stdout, output } = await run("node", program, { environment });
		expect(code, output).toBe(0);
		const { invitation_link } = JSON.parse(stdout) as JsonObject;
		expect(invitation_link).toMatch(/^https:\/\/pay\.example\.com\/app\/invitation\/lk1[\w-]{63}$/);
	});
});
