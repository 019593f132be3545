import { createVault } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { insertCard } from "../../../../test/fixtures/builders.ts";
import {
	type Answer,
	type Client,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { masterKeyOf } from "../../../../test/fixtures/keys.ts";
import { newLookupId } from "../../../platform/src/ids.ts";

let gateway: TestGateway;
let client: Client;
let customer: string;
let card: string;

const customerPath = "/customer-service/customer";

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 4_000 });
	client = await signIn(gateway.url, gateway.merchant);
	customer = String((await client.post(customerPath, { email: "ada@example.com" })).body.lookup_id);
	card = String((await client.post(`${customerPath}/${customer}/card`, goodCard)).body.card_lookup_id);
});

afterAll(() => gateway.stop());

function change(body: JsonObject, of = card): Promise<Answer> {
	return client.send(`${customerPath}/${customer}/card/${of}`, {
		method: "PATCH",
		body: JSON.stringify(body),
		headers: { "Content-Type": "application/json" },
	});
}

/** Stores a card that the processor declines. Adding it by a request is refused for that reason. */
async function storeExpiredCard(): Promise<string> {
	const { tables } = gateway.database;
	const { id: customer_id, merchant_id } = await tables
		.selectFrom("customers")
		.select(["id", "merchant_id"])
		.where("lookup_id", "=", customer)
		.executeTakeFirstOrThrow();
	const vault = await createVault({
		database: tables.withTables(),
		masterKey: await masterKeyOf(gateway.database),
		businessNow: () => gateway.clocks.business.now(),
		realNow: () => gateway.clocks.real.now(),
	});
	const number = { number: "4000000000000069", month: "08", year: "40", securityCode: "123" };
	const stored = {
		cardId: newLookupId(),
		card: vault.cardFromFields(number, { id: merchant_id, environment: "test" }),
		owner: { merchantId: merchant_id, customerId: customer_id },
	};
	await vault.storeCard(tables.withTables(), stored);
	const row = await insertCard(tables, { merchant_id, customer_id, lookup_id: stored.cardId, is_default: false });
	return row.lookup_id;
}

const cardIn = ({ body }: Answer) => (body.cards as JsonObject[])[0];
const read = async () => cardIn(await client.get(`${customerPath}/${customer}`));

describe("the expiry date of a stored card", () => {
	test("stays what the processor verified when an older charge with the former date is approved later", async () => {
		const { body } = await client.post(customerPath, { email: "grace@example.com" });
		const id = String(body.lookup_id);
		const added = await client.post(`${customerPath}/${id}/card`, goodCard);
		gateway.faults.push({ kind: "answer_lost" });
		const charged = await client.post(`${salePath}/customer/${id}`, { amount: 31, currency: "CAD", ...goodCard });
		expect(charged.body).toMatchObject({ transaction_result: "PENDING" });
		const changed = await client.send(`${customerPath}/${id}/card/${added.body.card_lookup_id}`, {
			method: "PATCH",
			body: JSON.stringify({ card_expiry_month: 9, card_expiry_year: 33 }),
			headers: { "Content-Type": "application/json" },
		});
		expect(changed.status, changed.text).toBe(200);
		gateway.clocks.real.advance(10_000);
		await expect
			.poll(() => gateway.database.tables.selectFrom("pending_cards").select("transaction_id").execute())
			.toEqual([]);
		const sale = await client.get(`/transaction-service/transaction/${charged.body.transaction_id}`);
		expect(sale.body).toMatchObject({ transaction_result: "APPROVED" });
		expect((await client.get(`${customerPath}/${id}`)).body).toMatchObject({ cards: [{ card_expiry: "09/33" }] });
	});

	test("is that of the newer of two charges, whichever is approved first", async () => {
		const { body } = await client.post(customerPath, { email: "hopper@example.com" });
		const path = `${salePath}/customer/${body.lookup_id}`;
		gateway.faults.push({ kind: "answer_lost" }, { kind: "answer_lost" });
		for (const newer of [{}, { card_expiry_month: "09", card_expiry_year: "33" }]) {
			const { body: sale } = await client.post(path, { amount: 31, currency: "CAD", ...goodCard, ...newer });
			expect(sale).toMatchObject({ transaction_result: "PENDING" });
		}
		gateway.clocks.real.advance(10_000);
		await expect
			.poll(() => gateway.database.tables.selectFrom("pending_cards").select("transaction_id").execute())
			.toEqual([]);
		const customerNow = await client.get(`${customerPath}/${body.lookup_id}`);
		expect(customerNow.body).toMatchObject({ cards: [{ card_expiry: "09/33" }] });
	});

	test("is changed once the processor has verified the card with it, and is charged from then on", async () => {
		const before = await read();
		const answer = await change({ card_expiry_month: 9, card_expiry_year: "2033", card_description: "Work" });
		expect(answer.status, answer.text).toBe(200);
		expect(cardIn(answer)).toEqual({ ...before, card_expiry: "09/33", card_description: "Work" });
		expect(gateway.submitted.at(-1)).toMatchObject({
			operation: "verification",
			amountCents: 0,
			storedCredential: { use: "later", purpose: "unscheduled", networkTransactionId: expect.any(String) },
			card: { expiryMonth: "09", expiryYear: "33" },
		});
		const sale = await client.post(`${salePath}/customer/${customer}/card/${card}`, { amount: 31 });
		expect(sale.body.card_expiry).toBe("09/33");
	});

	test("keeps the part that is left out", async () => {
		const verified = gateway.submitted.length;
		expect(cardIn(await change({ card_expiry_year: "34" }))?.card_expiry).toBe("09/34");
		expect(cardIn(await change({ card_expiry_month: "10", card_expiry_year: null }))?.card_expiry).toBe("10/34");
		expect(gateway.submitted).toHaveLength(verified + 2);
		await change({ card_description: "Home", card_expiry_month: "" });
		expect(gateway.submitted).toHaveLength(verified + 2);
	});

	test("stays with everything else when the processor does not verify the card", async () => {
		const before = await read();
		gateway.faults.push({ kind: "never_received" });
		const answer = await change({ card_expiry_year: "35", card_description: "Other" });
		expect(answer.status, answer.text).toBe(402);
		expect(answer.body).toMatchObject({ code: "PAYMENT_FAILED", reason: "declined" });
		expect(answer.body.message).toMatch(/The card was not changed\.$/);
		expect(await read()).toEqual(before);
	});

	test("stays when the processor declines the card with it, and the refusal names the decline", async () => {
		const expired = await storeExpiredCard();
		const answer = await change({ card_expiry_year: "35", card_description: "Other" }, expired);
		expect(answer.status, answer.text).toBe(402);
		expect(answer.body).toMatchObject({ reason: "declined", decline_code: "expired_card" });
		expect(answer.body.message).toBe("The card has expired. The card was not changed.");
		const { cards } = (await client.get(`${customerPath}/${customer}`)).body as { cards: JsonObject[] };
		const stored = cards.find(({ lookup_id }) => lookup_id === expired);
		expect(stored).toMatchObject({ card_expiry: "08/40", card_description: null });
		const events = await auditEvents(gateway.database.tables, { object: expired });
		expect(events.map(({ type }) => type)).toEqual(["card.read"]);
	});

	test("ends with its month everywhere on earth: the last month is refused, this one is verified", async () => {
		const now = new Date(gateway.clocks.business.now() - 12 * 3_600_000);
		const monthOf = (offset: number) => {
			const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset));
			const [year = "", month = ""] = first.toISOString().split("-");
			return { card_expiry_month: month, card_expiry_year: year.slice(2) };
		};
		const verified = gateway.submitted.length;
		const late = await change(monthOf(-1));
		expectProblem(late, 400, "BAD_REQUEST");
		expect(late.body.errors).toMatchObject([{ field: "card_expiry_year", code: "card_expired" }]);
		expect(gateway.submitted).toHaveLength(verified);
		expect((await change(monthOf(0))).status).toBe(200);
		expect((await change({ card_expiry_month: "10", card_expiry_year: "34" })).status).toBe(200);
		expect(gateway.submitted).toHaveLength(verified + 2);
	});

	test.each([
		[{ card_expiry_month: "13" }, "card_expiry_month", "card_expiry_invalid"],
		[{ card_expiry_month: "0" }, "card_expiry_month", "card_expiry_invalid"],
		[{ card_expiry_year: "20355" }, "card_expiry_year", "card_expiry_invalid"],
		[{ card_expiry_year: "99" }, "card_expiry_year", "card_expiry_invalid"],
		[{ card_expiry_year: true }, "card_expiry_year", "card_expiry_invalid"],
		[{ card_expiry_month: "01", card_expiry_year: "20" }, "card_expiry_year", "card_expired"],
	])("%j is rejected before the processor is called", async (body, field, code) => {
		const [before, verified] = [await read(), gateway.submitted.length];
		const answer = await change(body);
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toMatchObject([{ field, code }]);
		expect(await read()).toEqual(before);
		expect(gateway.submitted).toHaveLength(verified);
	});

	test("P-36 the reading of the number and the change are in the audit log", async () => {
		await change({ card_expiry_month: "11" });
		const events = await auditEvents(gateway.database.tables, { object: card });
		expect(events.slice(-2)).toMatchObject([
			{ type: "card.read", details: { customer } },
			{ type: "card.changed", details: { customer, fields: ["card_expiry_month"] } },
		]);
	});

	test("X-02 of a card of another customer is not changed", async () => {
		const [own, verified] = [customer, gateway.submitted.length];
		customer = String((await client.post(customerPath, { email: "bo@example.com" })).body.lookup_id);
		expectProblem(await change({ card_expiry_year: "36" }), 404, "NOT_FOUND");
		customer = own;
		expect(gateway.submitted).toHaveLength(verified);
	});
});
