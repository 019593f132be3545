import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, expectProblem, type JsonObject, signIn } from "../../../../test/fixtures/client.ts";
import { passTime } from "../../../../test/fixtures/eft/eft.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { findMailed } from "./links.store.ts";
import { maximumMails } from "./send-link.ts";

const path = "/transaction-service/payment-link";

let gateway: TestGateway;
let neighbour: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	neighbour = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(async () => {
	await neighbour.stop();
	await gateway.stop();
});

async function made(fields: JsonObject = {}) {
	const asked = { amount: 31, description: "Walnut boards", email: "payer@example.com", ...fields };
	const { status, body, text } = await client.post(path, asked);
	expect(status, text).toBe(200);
	return body as JsonObject & { lookup_id: string; url: string };
}

const sendAt = (at: Client, { lookup_id: id }: { lookup_id: string }) =>
	at.send(`${path}/${id}/send`, { method: "POST" });

async function mailsOf({ lookup_id: id }: { lookup_id: string }) {
	await passTime(client, 1_000);
	return gateway.database.tables
		.selectFrom("mailbox")
		.select(["to_address", "subject", "text"])
		.where("message_id", "like", `payment-link.${id}.%`)
		.orderBy("id")
		.execute();
}

describe("POST payment-link/{lookup_id}/send", () => {
	test("mails amount, description and address in the link's language, once for each request", async () => {
		const link = await made({ language: "fr" });
		expect(link).toMatchObject({ mails: 0, mailed_at: null });
		expect((await sendAt(client, link)).body).toMatchObject({ mails: 1, mailed_at: expect.any(Number) });
		expect(await mailsOf(link)).toEqual([
			{
				to_address: "payer@example.com",
				subject: expect.stringContaining("vous demande de payer 31,00"),
				text: expect.stringMatching(/Walnut boards[\s\S]*\/pay\/link\/lk1/),
			},
		]);
		await sendAt(client, link);
		expect(await mailsOf(link)).toHaveLength(2);
	});

	test("of 12 requests at two gateways, five send a mail", async () => {
		const link = await made();
		const clients = [client, await signIn(neighbour.url, gateway.merchant)];
		const answers = await Promise.all(
			Array.from({ length: 12 }, (_, index) => sendAt(clients[index % 2] as Client, link)),
		);
		const refused = answers.filter(({ status }) => status !== 200);
		expect(refused).toHaveLength(12 - maximumMails);
		for (const answer of refused) expectProblem(answer, 409, "CONFLICT");
		expect(refused[0]?.body.errors).toEqual([expect.objectContaining({ code: "link_mailed_too_often" })]);
		expect(await mailsOf(link)).toHaveLength(maximumMails);
	});

	test("a link without an address, cancelled, of another merchant or unknown sends nothing", async () => {
		expectProblem(await sendAt(client, await made({ email: null })), 409, "CONFLICT");
		const canceled = await made();
		await client.send(`${path}/${canceled.lookup_id}`, { method: "DELETE" });
		expectProblem(await sendAt(client, canceled), 409, "CONFLICT");
		const other = await signIn(gateway.url, gateway.secondMerchant);
		expectProblem(await sendAt(other, await made()), 404, "NOT_FOUND");
		expect(await mailsOf(canceled)).toEqual([]);
	});

	test("a mail that waits is dropped when the link is cancelled meanwhile", async () => {
		const link = await made();
		const mails = () => findMailed(gateway.database.tables.withTables(), [`${link.lookup_id}.1`]);
		expect(await mails()).toEqual([expect.objectContaining({ email: "payer@example.com", isTest: true })]);
		await client.send(`${path}/${link.lookup_id}`, { method: "DELETE" });
		expect(await mails()).toEqual([]);
	});
});
