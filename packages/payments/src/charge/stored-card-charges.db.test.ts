import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { approvedSale, failure, journalOf } from "../../../../test/fixtures/api/records.ts";
import {
	authorizePath,
	type Client,
	cardToken,
	cardWith,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";

let gateway: TestGateway;
let client: Client;
let stranger: Client;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 4_000 });
	client = await signIn(gateway.url, gateway.merchant);
	stranger = await signIn(gateway.url, gateway.secondMerchant);
});

afterAll(() => gateway.stop());

const customerPath = "/customer-service/customer";
const details = {
	email: "ada@example.com",
	first_name: "Ada",
	last_name: "Lovelace",
	country: "CA",
	postal_code: "K1A0B1",
	custom_id: "A-1",
	language: "fr",
};

interface Card {
	lookup_id: string;
	card_suffix: string;
	card_expiry: string;
	is_default: boolean;
}

async function createCustomer(given: JsonObject = details): Promise<string> {
	return String((await client.post(customerPath, given)).body.lookup_id);
}

async function cardsOf(customer: string): Promise<Card[]> {
	return (await client.get(`${customerPath}/${customer}`)).body.cards as Card[];
}

async function addCard(customer: string, card: JsonObject = goodCard): Promise<Card> {
	const answer = await client.post(`${customerPath}/${customer}/card`, card);
	expect(answer.status, answer.text).toBe(200);
	return (answer.body.cards as Card[]).at(-1) as Card;
}

const charge = (customer: string, body: JsonObject, headers = {}) =>
	client.post(`${salePath}/customer/${customer}`, body, headers);
const chargeCard = (customer: string, card: string, body: JsonObject = { amount: 31 }) =>
	client.post(`${salePath}/customer/${customer}/card/${card}`, body);
/** The postal code of the customers. */
const avs_result = "MATCH";
/** A stored card has no security code. */
const approvedStored = { ...approvedSale, avs_result, cvv_result: "NOT_CHECKED" };
const newCard = { amount: 31, currency: "CAD", ...goodCard };
const mastercard = cardWith("5555555555554444");

/** Counts the numbers that the vault has for a merchant's customers, pending ones included. */
async function numbersInVault(): Promise<number> {
	const rows = await gateway.database.tables.selectFrom("vault.stored_cards").select("card_id").execute();
	return rows.length;
}

test("H-10 simultaneous charges with one key store one card, and one that the database has lost stores none", async () => {
	const customer = await createCustomer();
	const before = await numbersInVault();
	const headers = { "Idempotency-Key": "stores once" };
	const answers = await Promise.all(Array.from({ length: 8 }, () => charge(customer, newCard, headers)));
	expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
	await gateway.database.tables.deleteFrom("idempotency_keys").where("key", "=", "stores once").execute();
	answers.push(await charge(customer, newCard, headers));
	const paid = answers.filter(({ status }) => status === 200);
	expect(paid.filter(({ headers: given }) => given.get("Idempotency-Replayed") === null)).toHaveLength(1);
	expect(new Set(paid.map(({ body }) => body.transaction_id)).size).toBe(1);
	expect(answers.at(-1)?.status, answers.at(-1)?.text).toBe(200);
	expect(await cardsOf(customer)).toHaveLength(1);
	expect(await numbersInVault()).toBe(before + 1);
});

describe("the default card", () => {
	test("the default card is charged without a card in the request, with the customer's details", async () => {
		const customer = await createCustomer();
		const card = await addCard(customer);
		const answer = await charge(customer, { amount: 31 });
		expect(answer.status).toBe(200);
		const ids = { customer_lookup_id: customer, card_lookup_id: card.lookup_id };
		expect(answer.body).toEqual({ ...approvedStored, ...details, ...ids });
	});

	test("the request's details replace the customer's; empty ones count as not given", async () => {
		const customer = await createCustomer();
		await addCard(customer);
		const given = {
			first_name: "Augusta",
			custom_id: null,
			last_name: "",
			invoice_id: "INV-3",
			sending_receipt: false,
		};
		const { body } = await charge(customer, { amount: 31, ...given });
		expect(body).toMatchObject({ ...details, first_name: "Augusta", invoice_id: "INV-3" });
	});

	test("a customer without a default card gets 400, and nothing is written", async () => {
		const customer = await createCustomer();
		const before = (await journalOf(gateway)).length;
		expectProblem(await charge(customer, { amount: 31 }), 400, "BAD_REQUEST");
		expect(await journalOf(gateway)).toHaveLength(before);
	});

	test("the default card can be authorized and captured", async () => {
		const customer = await createCustomer();
		await addCard(customer);
		const hold = await client.post(`${authorizePath}/customer/${customer}`, { amount: 31 });
		expect(hold.body).toMatchObject({ transaction_type: "authorization", captured: false, email: details.email });
		const path = `/transaction-service/capture/${hold.body.transaction_id}`;
		expect((await client.post(path, { amount: 31 })).body).toMatchObject({
			email: details.email,
			card_suffix: 1111,
			customer_lookup_id: customer,
			card_lookup_id: hold.body.card_lookup_id,
		});
	});

	test("details that do not fit the customer's are refused", async () => {
		const customer = await createCustomer({ ...details, last_name: "1111 1111" });
		await addCard(customer);
		const answer = await charge(customer, { amount: 31, first_name: "4111 1111" });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toEqual([{ field: "last_name", code: expect.any(String), message: expect.any(String) }]);
	});

	const address = { address1: "1 Old Road", address2: "Unit 2", city: "Toronto", province: "ON", ...details };
	const noAddress = { address1: null, address2: null, city: null, province: null, country: null, postal_code: null };

	test.each([
		[{ address1: "9 New Street", address2: "" }],
		[{ city: "London" }],
		[{ country: "US" }],
		[{ postal_code: "12345" }],
		[{ country: "GB", city: "London", postal_code: "SW1A 1AA", address1: "10 Downing Street" }],
	])("an address comes from one place: with %j, no part of the customer's is used", async (given) => {
		const customer = await createCustomer(address);
		const { lookup_id: card } = await addCard(customer);
		const asked = { amount: 31, ...given };
		const expected = { ...address, ...noAddress, ...given, address2: null };
		expect((await charge(customer, asked)).body).toMatchObject(expected);
		expect((await chargeCard(customer, card, asked)).body).toMatchObject(expected);
		expect((await charge(customer, { ...newCard, ...given })).body).toMatchObject(expected);
	});

	test("a request without an address of its own may name another unit or province of the customer's", async () => {
		const customer = await createCustomer(address);
		await addCard(customer);
		const given = { address2: "Unit 3", province: "Quebec", company: "Maple" };
		const { body } = await charge(customer, { amount: 31, ...given });
		expect(body).toMatchObject({ ...address, ...given, province: "QC" });
	});
});

describe("a stored card", () => {
	test("a stored card is charged by its id, default or not", async () => {
		const customer = await createCustomer();
		await addCard(customer);
		const second = await addCard(customer, mastercard);
		const answer = await chargeCard(customer, second.lookup_id);
		const ids = { customer_lookup_id: customer, card_lookup_id: second.lookup_id };
		expect(answer.body).toEqual({ ...approvedStored, ...details, ...ids, card_type: "Mastercard", card_suffix: 4444 });
	});

	test("a declined stored card stays stored", async () => {
		const customer = await createCustomer();
		const card = await addCard(customer, cardWith("4000000000000341"));
		const answer = await chargeCard(customer, card.lookup_id);
		expect(answer.status).toBe(402);
		expect(answer.body).toMatchObject(failure(answer));
		expect(await cardsOf(customer)).toHaveLength(1);
	});

	test("X-02 a card of another customer, or an unknown one, is not found", async () => {
		const [customer, other] = [await createCustomer(), await createCustomer()];
		const card = await addCard(other);
		const answers = await Promise.all(
			[card.lookup_id, "00000000000000000000", "x"].map((id) => chargeCard(customer, id)),
		);
		for (const answer of answers) expectProblem(answer, 404, "NOT_FOUND");
		expect(new Set(answers.map(({ body }) => body.message)).size).toBe(1);
	});

	test("X-01 a card of another merchant's customer is not found", async () => {
		const customer = await createCustomer();
		const card = await addCard(customer);
		for (const id of [customer, "00000000000000000000"]) {
			for (const path of [`${salePath}/customer/${id}`, `${salePath}/customer/${id}/card/${card.lookup_id}`]) {
				const answer = await stranger.post(path, { amount: 31 });
				expectProblem(answer, 404, "NOT_FOUND");
				expect(answer.body.message).toBe("There is no customer with this id.");
			}
		}
	});

	test("a deleted card is not charged", async () => {
		const customer = await createCustomer();
		const card = await addCard(customer);
		await client.send(`${customerPath}/${customer}/card/${card.lookup_id}`, { method: "DELETE" });
		expectProblem(await chargeCard(customer, card.lookup_id), 404, "NOT_FOUND");
	});

	test("a second card beside the stored one in the path is refused", async () => {
		const customer = await createCustomer();
		const card = await addCard(customer);
		expect((await chargeCard(customer, card.lookup_id, { amount: 31, token: null })).status).toBe(200);
		for (const source of [{ token: "ct1" }, { payment_token: "ct1" }, goodCard, { cvv2: "123" }]) {
			expectProblem(await chargeCard(customer, card.lookup_id, { amount: 31, ...source }), 400, "BAD_REQUEST");
		}
	});
});

describe("the use of a stored card, as the processor is told", () => {
	const storedOf = (index: number) => {
		const request = gateway.submitted.at(index);
		return request !== undefined && "card" in request ? request.storedCredential : undefined;
	};
	const networkIdOf = async (card: string) => {
		const rows = await gateway.database.tables
			.selectFrom("cards")
			.select("network_transaction_id")
			.where("lookup_id", "=", card)
			.execute();
		return rows[0]?.network_transaction_id;
	};

	test("a card that is added is verified for a first use, and a charge of it names that verification", async () => {
		const customer = await createCustomer();
		const card = await addCard(customer);
		expect(storedOf(-1)).toEqual({ use: "first", purpose: "unscheduled", networkTransactionId: null });
		const networkTransactionId = await networkIdOf(card.lookup_id);
		expect(networkTransactionId).toMatch(/^[0-9]{15}$/);
		await chargeCard(customer, card.lookup_id);
		expect(storedOf(-1)).toEqual({ use: "later", purpose: "unscheduled", networkTransactionId });
	});

	test("a card that comes with a charge keeps that charge's id", async () => {
		const customer = await createCustomer();
		await charge(customer, newCard);
		expect(storedOf(-1)).toEqual({ use: "first", purpose: "unscheduled", networkTransactionId: null });
		await charge(customer, { amount: 33 });
		expect(storedOf(-1)?.networkTransactionId).toMatch(/^[0-9]{15}$/);
	});

	test("a card without an id keeps that of its first approved charge", async () => {
		const customer = await createCustomer();
		const card = await addCard(customer);
		await gateway.database.tables
			.updateTable("cards")
			.set({ network_transaction_id: null })
			.where("lookup_id", "=", card.lookup_id)
			.execute();
		await chargeCard(customer, card.lookup_id, { amount: 30 });
		expect(await networkIdOf(card.lookup_id)).toBeNull();
		await chargeCard(customer, card.lookup_id);
		const kept = await networkIdOf(card.lookup_id);
		expect(kept).toMatch(/^[0-9]{15}$/);
		await chargeCard(customer, card.lookup_id, { amount: 33 });
		expect(storedOf(-1)?.networkTransactionId).toBe(kept);
		expect(await networkIdOf(card.lookup_id)).toBe(kept);
	});

	test("a charge without the payer has its purpose, in the record as well", async () => {
		const customer = await createCustomer();
		const card = await addCard(customer);
		const wanted = { amount: 31, initiated_by: "merchant", purpose: "no_show" };
		for (const answer of [await chargeCard(customer, card.lookup_id, wanted), await charge(customer, wanted)]) {
			expect(answer.body).toMatchObject({ initiated_by: "merchant", purpose: "no_show" });
			expect(gateway.submitted.at(-1)).toMatchObject({ initiatedBy: "merchant" });
			expect(storedOf(-1)).toMatchObject({ use: "later", purpose: "no_show" });
		}
		const { body } = await chargeCard(customer, card.lookup_id);
		expect(body).toMatchObject({ initiated_by: "cardholder", purpose: null });
		const sent = gateway.submitted.length;
		for (const [field, wrong] of [
			["purpose", { initiated_by: "merchant" }],
			["purpose", { purpose: "recurring" }],
			["purpose", { initiated_by: "merchant", purpose: "gift" }],
			["initiated_by", { initiated_by: "bank" }],
			["initiated_by", { ...wanted, ...goodCard }],
			["initiated_by", { ...wanted, cvv2: "123" }],
			["initiated_by", { ...wanted, token: "ct1" }],
		] as const) {
			const answer = await charge(customer, { amount: 31, currency: "CAD", ...wrong });
			expectProblem(answer, 400, "BAD_REQUEST");
			expect(answer.body.errors).toContainEqual(expect.objectContaining({ field }));
		}
		expect(gateway.submitted).toHaveLength(sent);
	});

	test("a guest's card is not stored, and its request has the payer and the invoice", async () => {
		await client.post(salePath, { ...newCard, ...details, invoice_id: "INV-9", ip_address: "203.0.113.9" });
		expect(storedOf(-1)).toBeUndefined();
		expect(gateway.submitted.at(-1)).toMatchObject({
			commerce: "ecommerce",
			payer: { firstName: "Ada", lastName: "Lovelace", postalCode: "K1A0B1", ipAddress: "203.0.113.9" },
			statementText: null,
			invoiceId: "INV-9",
		});
	});
});

describe("a new card", () => {
	test("a new card is charged, and stored once the charge is approved", async () => {
		const customer = await createCustomer();
		const answer = await charge(customer, newCard);
		const [card, ...others] = await cardsOf(customer);
		expect(card).toMatchObject({ card_suffix: "1111", card_expiry: "08/31", is_default: true });
		expect(others).toEqual([]);
		const ids = { customer_lookup_id: customer, card_lookup_id: card?.lookup_id };
		expect(answer.body).toEqual({ ...approvedSale, ...details, ...ids, avs_result });
		expect((await charge(customer, { amount: 33 })).status).toBe(200);
	});

	test("a new card can come in a token, which works once", async () => {
		const customer = await createCustomer();
		const token = await cardToken(gateway.merchant.public_key, mastercard);
		expect((await charge(customer, { amount: 31, currency: "CAD", token })).status).toBe(200);
		expect(await cardsOf(customer)).toMatchObject([{ card_suffix: "4444" }]);
		const before = await numbersInVault();
		const again = await charge(await createCustomer(), { amount: 31, currency: "CAD", token });
		expectProblem(again, 400, "BAD_REQUEST");
		expect(await numbersInVault()).toBe(before);
	});

	test("a declined new card is not stored, and the vault no longer has its number", async () => {
		const customer = await createCustomer();
		const before = await numbersInVault();
		expect((await charge(customer, { ...newCard, amount: 30 })).status).toBe(402);
		expect(await cardsOf(customer)).toEqual([]);
		expect(await numbersInVault()).toBe(before);
	});

	test("a card that the customer has already stays when declined, and gets the new expiry when approved", async () => {
		const customer = await createCustomer();
		const card = await addCard(customer);
		const renewed = { ...newCard, card_expiry_year: "33" };
		expect((await charge(customer, { ...renewed, amount: 30 })).status).toBe(402);
		expect(await cardsOf(customer)).toMatchObject([{ lookup_id: card.lookup_id, card_expiry: "08/31" }]);
		expect((await charge(customer, renewed)).status).toBe(200);
		expect(await cardsOf(customer)).toMatchObject([{ lookup_id: card.lookup_id, card_expiry: "08/33" }]);
		expect((await chargeCard(customer, card.lookup_id)).status).toBe(200);
	});

	test("a new card needs a currency and all card fields", async () => {
		const customer = await createCustomer();
		const { currency: _none, ...withoutCurrency } = newCard;
		const answer = await charge(customer, withoutCurrency);
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toEqual([{ field: "currency", code: expect.any(String), message: expect.any(String) }]);
		expectProblem(await charge(customer, { amount: 31, currency: "CAD", cvv2: "123" }), 400, "BAD_REQUEST");
	});

	test("a new card whose charge is PENDING is stored only when the outcome is approved", async () => {
		const customer = await createCustomer();
		gateway.clocks.real.stop();
		const late = await charge(customer, { ...newCard, ...cardWith("4000000000000259") });
		expect(late.body.transaction_result).toBe("PENDING");
		expect(await cardsOf(customer)).toEqual([]);
		gateway.clocks.real.go();
		gateway.clocks.real.advance(10_000);
		await vi.waitFor(async () => expect(await cardsOf(customer)).toMatchObject([{ card_suffix: "0259" }]), 30_000);
	});

	test("a new card whose charge the processor never received is deleted", async () => {
		const customer = await createCustomer();
		const before = await numbersInVault();
		gateway.clocks.real.stop();
		const lost = await charge(customer, { ...newCard, ...cardWith("4000000000000267") });
		expect(lost.body.transaction_result).toBe("PENDING");
		expect(await numbersInVault()).toBe(before + 1);
		gateway.clocks.real.go();
		gateway.clocks.real.advance(10_000);
		await vi.waitFor(async () => expect(await numbersInVault()).toBe(before), 30_000);
		expect(await cardsOf(customer)).toEqual([]);
	});

	test("a card deleted while its charge is PENDING does not come back with the outcome", async () => {
		const customer = await createCustomer();
		const card = await addCard(customer);
		gateway.faults.push({ kind: "answer_lost" });
		gateway.clocks.real.stop();
		const pending = await charge(customer, newCard);
		await client.send(`${customerPath}/${customer}/card/${card.lookup_id}`, { method: "DELETE" });
		gateway.clocks.real.go();
		gateway.clocks.real.advance(10_000);
		const path = `/transaction-service/transaction/${pending.body.transaction_id}`;
		await vi.waitFor(async () => expect((await client.get(path)).body.transaction_result).toBe("APPROVED"), 30_000);
		expect(await cardsOf(customer)).toEqual([]);
	});

	test("ten concurrent sales, some declined, store a new card once", async () => {
		const customer = await createCustomer();
		const amounts = [31, 30, 33, 32, 35, 34, 37, 36, 39, 38];
		const answers = await Promise.all(amounts.map((amount) => charge(customer, { ...newCard, amount })));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
		const cards = await cardsOf(customer);
		expect(cards).toMatchObject([{ card_suffix: "1111", is_default: true }]);
		expect((await chargeCard(customer, cards[0]?.lookup_id ?? "")).status).toBe(200);
	});
});

describe("an Idempotency-Key", () => {
	test("H-02 H-03 an Idempotency-Key belongs to one customer, one card and one body", async () => {
		const [customer, other] = [await createCustomer(), await createCustomer()];
		for (const one of [customer, other]) await addCard(one);
		const key = { "Idempotency-Key": "default-card" };
		const first = await charge(customer, { amount: 31 }, key);
		const again = await charge(customer, { amount: 31 }, key);
		expect(again.body).toEqual(first.body);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
		expectProblem(await charge(other, { amount: 31 }, key), 422, "IDEMPOTENCY_MISMATCH");
		expectProblem(await charge(customer, { amount: 33 }, key), 422, "IDEMPOTENCY_MISMATCH");
	});
});
