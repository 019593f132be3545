import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../../test/fixtures/audit-events.ts";
import {
	type Answer,
	type Client,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";

let gateway: TestGateway;
let client: Client;
let customer: string;
let card: string;

const customerPath = "/customer-service/customer";

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 1_000 });
	client = await signIn(gateway.url, gateway.merchant);
	customer = String((await client.post(customerPath, { email: "ada@example.com" })).body.lookup_id);
	card = String((await client.post(`${customerPath}/${customer}/card`, goodCard)).body.card_lookup_id);
});

afterAll(() => gateway.stop());

function change(body: JsonObject): Promise<Answer> {
	return client.send(`${customerPath}/${customer}/card/${card}`, {
		method: "PATCH",
		body: JSON.stringify(body),
		headers: { "Content-Type": "application/json" },
	});
}

const cardIn = ({ body }: Answer) => (body.cards as JsonObject[])[0];
const read = async () => cardIn(await client.get(`${customerPath}/${customer}`));

describe("the expiry date of a stored card", () => {
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

	test.each([
		[{ card_expiry_month: "13" }, "card_expiry_month", "card_expiry_invalid"],
		[{ card_expiry_month: "1" }, "card_expiry_month", "card_expiry_invalid"],
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
