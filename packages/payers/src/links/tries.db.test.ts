import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Client, cardToken, cardWith, type JsonObject, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { type StaffBrowser, staffBrowser } from "../../../../test/fixtures/staff/staff-browser.ts";
import { createLinkTries, type LinkTries } from "./tries.ts";

const path = "/transaction-service/payment-link";

/** Asks the payer for a code. */
const challenged = "4000000000001091";

let gateway: TestGateway;
let client: Client;
let tries: LinkTries;
let networks = 0;

beforeAll(async () => {
	gateway = await startTestGateway({ environment: { TRUST_PROXY: "127.0.0.1" } });
	client = await signIn(gateway.url, gateway.merchant);
	const database = gateway.database.tables.withTables();
	tries = createLinkTries({ database, clocks: gateway.clocks });
	await gateway.database.tables.updateTable("merchants").set({ three_d_secure: "auto" }).execute();
});

afterAll(() => gateway.stop());

beforeEach(() => {
	networks += 1;
});

type Link = JsonObject & { lookup_id: string; url: string };

async function made(fields: JsonObject = {}): Promise<Link & { id: number }> {
	const { body } = await client.post(path, { amount: 31, description: "Walnut boards", ...fields });
	const link = body as Link;
	const { id } = await gateway.database.tables
		.selectFrom("payment_links")
		.select("id")
		.where("lookup_id", "=", link.lookup_id)
		.executeTakeFirstOrThrow();
	return { ...link, id };
}

const pathOf = ({ url }: Link) => new URL(url).pathname;

async function payerOf(link: Link): Promise<StaffBrowser> {
	const browser = staffBrowser(gateway.url, `203.0.113.${networks}`);
	await browser.get(pathOf(link));
	return browser;
}

async function pay(payer: StaffBrowser, number = "4111111111111111") {
	return payer.submit({
		token: await cardToken(gateway.merchant.public_key, cardWith(number), gateway.clocks.real.now()),
	});
}

const otherNetwork = (index: number) => `198.51.100.${index}`;

/** Declines of payers on other networks. */
async function decline(link: { id: number }, times: number): Promise<void> {
	for (let index = 0; index < times; index += 1) await tries.begin(link, otherNetwork(index));
}

describe("many declines of one link", () => {
	test("have the bank authenticate the next payer, whose card pays", async () => {
		const link = await made();
		await decline(link, 9);
		expect((await pay(await payerOf(link), "4000000000009995")).status).toBe(400);
		expect(gateway.submitted.at(-1)).toMatchObject({ authentication: { when: "auto" } });
		const other = await made();
		expect((await pay(await payerOf(link))).status).toBe(303);
		expect(gateway.submitted.at(-1)).toMatchObject({ authentication: { when: "always" } });
		expect((await pay(await payerOf(other))).status).toBe(303);
		expect(gateway.submitted.at(-1)).toMatchObject({ authentication: { when: "auto" } });
	});

	test("then ask payers to wait, and close no link", async () => {
		const link = await made();
		await decline(link, 40);
		const submitted = gateway.submitted.length;
		const refused = await pay(await payerOf(link));
		expect([refused.status, refused.text]).toEqual([429, expect.stringMatching(/Try again in 10 minutes\./)]);
		expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(500);
		expect(gateway.submitted).toHaveLength(submitted);
		gateway.clocks.real.advance(11 * 60_000);
		expect((await pay(await payerOf(link))).status).toBe(303);
		expect((await client.get(`${path}/${link.lookup_id}`)).body.status).toBe("PAID");
	});

	test("of one network challenge it at every link", async () => {
		for (let index = 0; index < 10; index += 1) await tries.begin(await made(), "192.0.2.7");
		expect(await tries.begin(await made(), "192.0.2.7")).toMatchObject({ isChallenged: true });
		expect(await tries.begin(await made(), "192.0.2.8")).toMatchObject({ isChallenged: false });
	});

	test("that were forgiven count for nobody, also at the same time", async () => {
		const link = await made();
		const begun = await Promise.all(Array.from({ length: 10 }, (_, index) => tries.begin(link, otherNetwork(index))));
		for (const one of begun) if ("forgive" in one) await one.forgive();
		expect(await tries.begin(link, otherNetwork(1))).toMatchObject({ isChallenged: false });
	});
});

describe("a payer who comes back from the bank", () => {
	async function giveUp(link: Link): Promise<{ payer: StaffBrowser; bank: string }> {
		const payer = await payerOf(link);
		const sent = await pay(payer, challenged);
		const bank = new URL(sent.headers.get("Location") ?? "").pathname;
		const { status } = await client.send(`${bank}/cancel`, { method: "POST" });
		expect(status).toBe(303);
		return { payer, bank };
	}

	test("without a confirmation reads why, and pays with another card; others read nothing", async () => {
		const link = await made();
		const { payer } = await giveUp(link);
		const sentence = "Your bank did not confirm the payment. Nothing was charged. Try again or use another card.";
		const again = await payer.get(pathOf(link));
		expect([again.status, again.text]).toEqual([200, expect.stringContaining(sentence)]);
		expect((await payer.get(`${pathOf(link)}?lang=fr`)).text).toContain("Votre banque n’a pas confirmé le paiement.");
		expect((await (await payerOf(link)).get(pathOf(link))).text).not.toContain("did not confirm");
		expect((await pay(payer)).status).toBe(303);
	});

	test("is led to the link, whose secret is in no row", async () => {
		const link = await made();
		const { bank } = await giveUp(link);
		const page = await staffBrowser(gateway.url).get(bank);
		expect(page.text).toContain(`${pathOf(link)}?transaction_id=`);
		const rows = await gateway.database.tables.selectFrom("payer_actions").select("return_url").execute();
		expect(rows.map(({ return_url: url }) => url)).toContain(`payment_link ${link.lookup_id}`);
		expect(JSON.stringify(rows)).not.toContain("lk1");
	});
});
