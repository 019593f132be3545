import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
	authorizePath,
	type Client,
	goodCard,
	type JsonObject,
	salePath,
	send,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { logos } from "../../../../test/fixtures/mail/pictures.ts";
import { readLogo } from "../../../merchants/src/logo/logo.ts";

const taxNumbers = [{ label: "GST/HST", number: "12345 6789 RT0001" }];
const logo = readLogo(logos["image/png"]);

let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	if (typeof logo === "string") throw new Error(logo);
	const { tables } = gateway.database;
	const { merchant_id } = gateway.merchant;
	const { id } = await tables
		.updateTable("merchants")
		.set({ tax_numbers: JSON.stringify(taxNumbers), contact_address: "12 Main Street, Toronto" })
		.where("merchant_id", "=", merchant_id)
		.returning("id")
		.executeTakeFirstOrThrow();
	await tables
		.insertInto("merchant_logos")
		.values({ merchant_id: id, ...logo })
		.execute();
});

afterAll(() => gateway.stop());

/** Charges and returns the transaction, its mail, and the address of its page. */
async function charge(fields: JsonObject = {}, path = salePath) {
	const { body } = await client.post(path, { amount: 31, ...goodCard, email: "ada@example.com", ...fields });
	const mail = await vi.waitFor(
		async () => {
			const mails = JSON.parse((await client.get("/sandbox/mailbox")).text) as { text: string; html: string }[];
			const found = mails.find(({ text }) => text.includes(String(body.transaction_id)));
			expect(found).toBeDefined();
			return found;
		},
		{ timeout: 20_000, interval: 50 },
	);
	const [link = ""] = /http\S+\/pay\/receipt\/\S+/.exec(mail?.text ?? "") ?? [];
	return { id: String(body.transaction_id), mail, link: gateway.url + link.slice(new URL(link).origin.length) };
}

test("a receipt has the parts of the amount, the tax numbers and the logo, in the mail and on its page", async () => {
	const { mail, link, id } = await charge({ amount_tax: 3.57, amount_tip: "5", invoice_id: "INV-7" });
	const page = await send(link);
	expect(page.status).toBe(200);
	for (const part of ["Subtotal", "$22.43", "$3.57", "$5.00", "12345 6789 RT0001", "12 Main Street", "INV-7", id]) {
		expect(mail?.text).toContain(part);
		expect(mail?.html).toContain(part);
		expect(page.text).toContain(part);
	}
	const [, address = ""] = /<img src="([^"]+)"/.exec(mail?.html ?? "") ?? [];
	expect(page.text).toContain(`src="${new URL(address).pathname}"`);
	expect((await fetch(gateway.url + new URL(address).pathname)).headers.get("Content-Type")).toBe("image/png");
});

test("the page is French by the payer's language, and by choice", async () => {
	const { link } = await charge({ language: "fr" });
	expect((await send(link)).text).toContain("Montant payé");
	expect((await send(link.replace("lang=fr", "lang=en"))).text).toContain("Amount paid");
	const french = { "Accept-Language": "fr-CA,fr;q=0.9" };
	expect((await send(link.replace(/\?.*/, ""), { headers: french })).text).toContain("Montant payé");
});

test("X-25 the page is not stored, framed, indexed or scripted, and loads nothing of others", async () => {
	const { headers, text } = await send((await charge()).link);
	expect(Object.fromEntries(headers)).toMatchObject({
		"cache-control": "no-store",
		"x-robots-tag": "noindex",
		"referrer-policy": "no-referrer",
		"content-security-policy": expect.stringMatching(
			/^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; .*frame-ancestors 'none'$/,
		),
	});
	expect(text).not.toMatch(/<script|\sstyle=|\son[a-z]+=|(?:src|href)="(?:https?:)?\/\//);
	expect(text).not.toMatch(/4111|1111 1111/);
});

test("X-01 another address shows nothing, and no log has the secret of one", async () => {
	const [first, second] = [await charge(), await charge()];
	const [, proof = ""] = /lk1\w{20}([\w-]{43})/.exec(first.link) ?? [];
	for (const token of [
		`lk1${second.id}${proof}`,
		`lk1${first.id}${"A".repeat(43)}`,
		`lk1${"0".repeat(20)}${proof}`,
		first.id,
	]) {
		const { status, text } = await send(`${gateway.url}/pay/receipt/${token}`, { headers: { Accept: "text/html" } });
		expect(status, token).toBe(404);
		expect(text).toContain("Receipt not found");
		expect(text).not.toContain("Maple");
	}
	expect((await send(first.link)).status).toBe(200);
	expect(gateway.logLines.join("")).not.toContain(proof);
});

test("the page tells of a payment that was cancelled or completed since its mail", async () => {
	const { id, link } = await charge();
	await client.post(`/transaction-service/void/${id}`, {});
	expect((await send(link)).text).toContain("Your card is not charged");
	const hold = await charge({}, authorizePath);
	expect((await send(hold.link)).text).toContain("is held on your card");
	await client.post(`/transaction-service/capture/${hold.id}`, {});
	expect((await send(hold.link)).text).toContain("has a receipt of its own");
});

test("the page stays when receipts are turned off, and loses the payer's name with it", async () => {
	const { id, link } = await charge({ first_name: "Ada", last_name: "Lovelace" });
	const { tables } = gateway.database;
	await tables.updateTable("merchants").set({ sends_receipts: false }).execute();
	expect((await send(link)).text).toContain("Ada Lovelace");
	await tables
		.updateTable("transactions")
		.set({ first_name: null, last_name: null, email: null })
		.where("transaction_id", "=", id)
		.execute();
	const { status, text } = await send(link);
	expect(status).toBe(200);
	expect(text).not.toMatch(/Ada|null/);
	await tables.updateTable("merchants").set({ sends_receipts: true }).execute();
});
