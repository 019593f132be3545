import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failure } from "../../../test/fixtures/api/records.ts";
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
} from "../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../test/fixtures/gateway.ts";

const customerPath = "/customer-service/customer";

let gateway: TestGateway;
let client: Client;
let stranger: Client;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 3_000 });
	client = await signIn(gateway.url, gateway.merchant);
	stranger = await signIn(gateway.url, gateway.secondMerchant);
});

afterAll(() => gateway.stop());

interface CustomerBody extends JsonObject {
	id: number;
	lookup_id: string;
	cards: {
		id: number;
		lookup_id: string;
		card_suffix: string;
		card_expiry: string;
		is_default: boolean;
		card_description: string | null;
	}[];
}

const nobody = "00000000000000000000";
const details = {
	email: "ada@example.com",
	first_name: "Ada",
	last_name: "Lovelace",
	company: "Analytical Engines",
	bcc_emails: "books@example.com, tax@example.com",
	telephone: "+1 416 555 0199",
	address1: "1 Main Street",
	address2: "Unit 2",
	city: "Ottawa",
	province: "ON",
	country: "CA",
	postal_code: "K1A 0B1",
	custom_id: "A-1",
	language: "fr",
};

const pathOf = (customer: CustomerBody) => `${customerPath}/${customer.lookup_id}`;
const cardPathOf = (customer: CustomerBody) => `${pathOf(customer)}/card`;

function sendJson(by: Client, method: string, path: string, body: unknown) {
	return by.send(path, { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
}

async function create(given: JsonObject = { email: "ada@example.com" }, by = client): Promise<CustomerBody> {
	const answer = await by.post(customerPath, given);
	expect(answer.status, answer.text).toBe(200);
	return answer.body as CustomerBody;
}

async function read(customer: CustomerBody): Promise<CustomerBody> {
	return (await client.get(pathOf(customer))).body as CustomerBody;
}

async function addCard(customer: CustomerBody, card: JsonObject = goodCard): Promise<CustomerBody> {
	const answer = await client.post(cardPathOf(customer), card);
	expect(answer.status, answer.text).toBe(200);
	const { card_lookup_id: _added, ...whole } = answer.body;
	return whole as CustomerBody;
}

const mastercard = cardWith("5555555555554444");
const amex = cardWith("378282246310005", "1234");

describe("POST /customer-service/customer", () => {
	test("every field is stored, and the response is the whole customer", async () => {
		const { id, lookup_id, ...rest } = await create({ ...details, id: 1, lookup_id: "mine", cards: [1] });
		expect(id).toBeGreaterThan(100_000);
		expect(lookup_id).toMatch(/^[0-9A-Za-z]{20}$/);
		expect(rest).toEqual({ ...details, postal_code: "K1A0B1", metadata: {}, cards: [], subscriptions: [] });
	});

	test("language keeps the nearest supported language and is never refused", async () => {
		const languageOf = async (language: unknown) =>
			(await create({ email: "ada@example.com", language } as JsonObject)).language;
		expect(await languageOf("fr-FR")).toBe("fr");
		expect(await languageOf("en_CA")).toBe("en");
		for (const unknown of ["de", "", "no tag at all", 7, true, null, ["fr"], { fr: 1 }, "x".repeat(9_000)]) {
			expect(await languageOf(unknown)).toBeNull();
		}
		const customer = await create({ email: "ada@example.com", language: "fr" });
		const change = async (language: unknown) =>
			(await sendJson(client, "PUT", pathOf(customer), { language })).body.language;
		expect(await change("de")).toBe("fr");
		expect(await change("en-US")).toBe("en");
		expect(await change(null)).toBeNull();
	});

	test("only the email address is required", async () => {
		const { email, first_name, custom_id } = await create();
		expect({ email, first_name, custom_id }).toEqual({ email: "ada@example.com", first_name: null, custom_id: null });
		for (const body of [{}, { email: null }, { email: "ada" }, { email: 7 }]) {
			const answer = await client.post(customerPath, body);
			expectProblem(answer, 400, "BAD_REQUEST");
			expect(answer.body.errors).toMatchObject([{ field: "email" }]);
		}
	});

	test("every invalid field is named", async () => {
		const answer = await client.post(customerPath, {
			country: "CA",
			postal_code: "10001",
			first_name: "4111 1111",
			last_name: "1111 1111",
			address1: "41111111",
			address2: "11111111",
		});
		expectProblem(answer, 400, "BAD_REQUEST");
		const fields = (answer.body.errors as { field: string }[]).map(({ field }) => field);
		expect(fields).toEqual(["email", "postal_code", "last_name", "address2"]);
	});
});

describe("GET /customer-service/customer/{customer_lookup_id}", () => {
	test("the response is the customer", async () => {
		const customer = await create(details);
		expect(await read(customer)).toEqual(customer);
	});

	test("X-01 another merchant's customer gets the same response as an unknown one", async () => {
		const customer = await create();
		const answers = await Promise.all([
			stranger.get(pathOf(customer)),
			stranger.get(`${customerPath}/${nobody}`),
			stranger.get(`${customerPath}/x'--`),
			sendJson(stranger, "PUT", pathOf(customer), { email: "eve@example.com" }),
			stranger.post(cardPathOf(customer), goodCard),
		]);
		for (const answer of answers) {
			expectProblem(answer, 404, "NOT_FOUND");
			expect(answer.body.message).toBe(answers[1]?.body.message);
		}
		expect(await read(customer)).toEqual(customer);
	});
});

describe("PUT /customer-service/customer/{customer_lookup_id}", () => {
	test("given fields change, and null clears one", async () => {
		const customer = await create(details);
		const answer = await sendJson(client, "PUT", pathOf(customer), { first_name: "Augusta", company: null });
		expect(answer.status, answer.text).toBe(200);
		expect(answer.body).toEqual({ ...customer, first_name: "Augusta", company: null });
		expect(await read(customer)).toEqual(answer.body);
		expect((await sendJson(client, "PUT", pathOf(customer), {})).body).toEqual(answer.body);
	});

	test("null and empty text clear a field, and leave the email address as it is", async () => {
		const customer = await create(details);
		const cleared = { first_name: null, company: "", bcc_emails: "", country: null, postal_code: "", language: "" };
		const { body } = await sendJson(client, "PUT", pathOf(customer), { ...cleared, email: "", city: "Hull" });
		const empty = Object.fromEntries(Object.keys(cleared).map((name) => [name, null]));
		expect(body).toEqual({ ...customer, ...empty, city: "Hull" });
		expect((await sendJson(client, "PUT", pathOf(customer), { email: null })).body).toEqual(body);
	});

	test("null and empty text in a POST mean that the field is not given", async () => {
		const empty = Object.fromEntries(Object.keys(details).map((name, index) => [name, index % 2 === 0 ? null : ""]));
		expect(await create({ ...empty, email: "ada@example.com" })).toMatchObject({ company: null, country: null });
		expectProblem(await client.post(customerPath, { ...details, email: "" }), 400, "BAD_REQUEST");
	});

	test("a country may be named in English or French, or by alpha-3, and its alpha-2 code is kept", async () => {
		for (const country of ["Canada", "CAN", "ca"]) {
			expect(await create({ ...details, country })).toMatchObject({ country: "CA", postal_code: "K1A0B1" });
		}
		expect(await create({ email: "ada@example.com", country: "États-Unis" })).toMatchObject({ country: "US" });
		const { body } = await client.post(customerPath, { email: "ada@example.com", country: "Atlantis\n" });
		expect((body.errors as JsonObject[]).map(({ field }) => field)).toEqual(["country"]);
	});

	test("a province may be named in Canada and the United States, also before its country, and its code is kept", async () => {
		const customer = await create({ email: "ada@example.com", province: "Québec" });
		expect(customer).toMatchObject({ province: "Québec", country: null });
		expect((await sendJson(client, "PUT", pathOf(customer), { country: "CA" })).body).toMatchObject({ province: "QC" });
		const unknown = await sendJson(client, "PUT", pathOf(customer), { province: "Atlantis" });
		expect(unknown.body).toMatchObject({ province: "Atlantis", country: "CA" });
	});

	test("given fields are checked together with the stored ones", async () => {
		const customer = await create({ ...details, first_name: "4111 1111", last_name: null });
		for (const [change, field] of [
			[{ postal_code: "10001" }, "postal_code"],
			[{ country: "US" }, "postal_code"],
			[{ last_name: "1111 1111" }, "last_name"],
		] as const) {
			const answer = await sendJson(client, "PUT", pathOf(customer), change);
			expectProblem(answer, 400, "BAD_REQUEST");
			expect(answer.body.errors).toMatchObject([{ field }]);
		}
		expect(
			(await sendJson(client, "PUT", pathOf(customer), { country: "US", postal_code: "10001-0001" })).body,
		).toMatchObject({
			country: "US",
			postal_code: "100010001",
		});
	});

	test("concurrent changes of different fields all persist", async () => {
		const customer = await create();
		const changes = { first_name: "A", last_name: "B", company: "C", city: "D", custom_id: "E" };
		await Promise.all(
			Object.entries(changes).map(([name, value]) => sendJson(client, "PUT", pathOf(customer), { [name]: value })),
		);
		expect(await read(customer)).toMatchObject(changes);
	});
});

describe("GET /customer-service/customer", () => {
	const total = 30;

	async function list(
		query: Record<string, string>,
		by = client,
	): Promise<{ entities: CustomerBody[]; paging: { cursors: { before: string; after: string } } }> {
		const answer = await by.get(`${customerPath}?${new URLSearchParams(query)}`);
		expect(answer.status, answer.text).toBe(200);
		return answer.body as never;
	}

	beforeAll(async () => {
		for (let index = 0; index < total; index++) {
			await create({
				email: index % 2 === 0 ? "Even@Lists.example" : "odd@lists.example",
				first_name: index % 3 === 0 ? "Zoë" : "_",
				last_name: index % 5 === 0 ? "O'Neil%" : "%",
				company: "Lists",
				custom_id: String(index),
			});
		}
	});

	test("the list is newest first, and its cursors lead through all pages, both ways", async () => {
		const seen: CustomerBody[] = [];
		let after = "";
		let lastPage = await list({ company: "Lists", limit: "7" });
		for (;;) {
			seen.push(...lastPage.entities);
			after = lastPage.paging.cursors.after;
			if (after === "") break;
			lastPage = await list({ company: "Lists", limit: "7", after });
		}
		expect(seen.map(({ custom_id }) => custom_id)).toEqual(
			Array.from({ length: total }, (_, index) => String(total - 1 - index)),
		);
		const back = await list({ company: "Lists", limit: "7", before: lastPage.paging.cursors.before });
		expect(back.entities).toEqual(seen.slice(21, 28));
	});

	test.each([
		["email_address", "EVEN@lists.example", 15],
		["first_name", "zoë", 10],
		["last_name", "o'neil%", 6],
		["company", "LISTS", 30],
		["company", "List", 0],
		["last_name", "%", 24],
		["with_subscription", "false", 30],
		["with_subscription", "true", 0],
	])("the list is filtered by %s=%s", async (name, value, count) => {
		const { entities } = await list({ company: "Lists", limit: "100", [name]: value });
		const scoped = name === "company" ? entities : entities.filter(({ company }) => company === "Lists");
		expect(scoped).toHaveLength(count);
	});

	test("X-01 the list has no other merchant's customers and rejects another's cursor", async () => {
		expect((await list({ company: "Lists" }, stranger)).entities).toEqual([]);
		const { paging } = await list({ company: "Lists", limit: "2" });
		const answer = await stranger.get(`${customerPath}?company=Lists&limit=2&after=${paging.cursors.after}`);
		expectProblem(answer, 400, "BAD_REQUEST");
	});

	test("invalid filters are rejected", async () => {
		for (const query of ["limit=0", "limit=101", "with_subscription=yes", "before=x", "after=x"]) {
			expectProblem(await client.get(`${customerPath}?${query}`), 400, "BAD_REQUEST");
		}
	});
});

describe("POST /customer-service/customer/{customer_lookup_id}/card", () => {
	test("the response to storing a card is the customer, without card data", async () => {
		const customer = await addCard(await create());
		expect(customer.cards).toEqual([
			{
				id: expect.any(Number),
				lookup_id: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
				card_type: "Visa",
				card_expiry: "08/31",
				card_prefix: "4111",
				card_suffix: "1111",
				card_last4: "1111",
				is_default: true,
				card_description: null,
			},
		]);
		expect(await read(customer)).toEqual(customer);
	});

	test("add-card keeps card_description and is_default, also for a card that the customer has", async () => {
		const customer = await create();
		await addCard(customer, { ...goodCard, card_description: "Blue", is_default: false });
		const second = await addCard(customer, { ...mastercard, card_description: "Red", is_default: true });
		expect(second.cards).toMatchObject([
			{ is_default: false, card_description: "Blue" },
			{ is_default: true, card_description: "Red" },
		]);
		const again = await addCard(customer, { ...goodCard, card_description: "Green", is_default: true });
		expect(again.cards).toMatchObject([
			{ is_default: true, card_description: "Green" },
			{ is_default: false, card_description: "Red" },
		]);
		expect((await addCard(customer, { ...goodCard, card_description: "" })).cards).toEqual(again.cards);
		expectProblem(await client.post(cardPathOf(customer), { ...amex, is_default: "yes" }), 400, "BAD_REQUEST");
	});

	test("two requests at once each learn which card they stored, by card_lookup_id and Location", async () => {
		const customer = await create();
		const answers = await Promise.all(
			[goodCard, mastercard, amex].map((card) => client.post(cardPathOf(customer), card)),
		);
		const { cards } = await read(customer);
		for (const [index, suffix] of ["1111", "4444", "0005"].entries()) {
			const lookupId = cards.find(({ card_suffix }) => card_suffix === suffix)?.lookup_id;
			expect(answers[index]?.body.card_lookup_id).toBe(lookupId);
			expect(answers[index]?.headers.get("Location")).toBe(`${cardPathOf(customer)}/${lookupId}`);
		}
		const again = await client.post(cardPathOf(customer), { ...mastercard, card_expiry_year: "30" });
		expect(again.body.card_lookup_id).toBe(answers[1]?.body.card_lookup_id);
	});

	test("payment_token is the same as token", async () => {
		const token = await cardToken(gateway.merchant.public_key, amex);
		expect((await addCard(await create(), { payment_token: token })).cards).toMatchObject([{ card_suffix: "0005" }]);
	});

	test("a card can come in a token, which works once", async () => {
		const customer = await create();
		const token = await cardToken(gateway.merchant.public_key, amex);
		expect((await addCard(customer, { token, currency: "anything" })).cards).toMatchObject([{ card_suffix: "0005" }]);
		for (const path of [cardPathOf(customer), salePath]) {
			const again = await client.post(path, { token, amount: 1 });
			expectProblem(again, 400, "BAD_REQUEST");
			expect(again.body.message).toBe("This card token has already been used.");
		}
		const spent = await cardToken(gateway.merchant.public_key);
		expect((await client.post(authorizePath, { token: spent, amount: 1 })).status).toBe(200);
		expectProblem(await client.post(cardPathOf(customer), { token: spent }), 400, "BAD_REQUEST");
	});

	test("one token stores a card once, also in concurrent requests", async () => {
		const customers = await Promise.all(Array.from({ length: 8 }, () => create()));
		const token = await cardToken(gateway.merchant.public_key);
		const answers = await Promise.all(customers.map((customer) => client.post(cardPathOf(customer), { token })));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
	});

	test("only the first card becomes the default, also in concurrent requests", async () => {
		const customer = await create();
		const cards = [goodCard, mastercard, amex, cardWith("6011111111111117"), cardWith("30569309025904")];
		await Promise.all(cards.map((card) => addCard(customer, card)));
		const { cards: stored } = await read(customer);
		expect(stored).toHaveLength(cards.length);
		expect(stored.map(({ is_default }) => is_default)).toEqual([true, false, false, false, false]);
	});

	test("the same card stored again gets its new expiry and no second entry", async () => {
		const customer = await addCard(await addCard(await create()), mastercard);
		const again = await addCard(customer, { ...goodCard, card_expiry_year: "33" });
		expect(again.cards.map(({ card_expiry }) => card_expiry)).toEqual(["08/33", "08/31"]);
		expect(again.cards.map(({ lookup_id }) => lookup_id)).toEqual(customer.cards.map(({ lookup_id }) => lookup_id));
	});

	test.each([
		["4000000000000002", "do_not_honour", "The card was declined."],
		["4000000000009987", "lost_card", "The card was reported lost."],
		["4000000000000127", "incorrect_cvv", "The security code is incorrect."],
	])("%s, which the processor refuses, gets 402 and is not stored", async (number, decline_code, reason) => {
		const customer = await create();
		const answer = await client.post(cardPathOf(customer), cardWith(number));
		const message = `${reason} The card was not stored.`;
		expect(answer.body).toEqual({ ...failure(answer), decline_code, message });
		expect(await read(customer)).toEqual(customer);
	});

	test("a late processor gets 402, and nothing is stored", async () => {
		const customer = await create();
		gateway.faults.push({ kind: "answer_lost" });
		const answer = await client.post(cardPathOf(customer), goodCard);
		expect(answer.body).toEqual({ ...failure(answer), decline_code: null });
		expect(answer.body.message).toContain("did not answer in time");
		expect(await read(customer)).toEqual(customer);
	});

	test("B-08 a card that verifies but declines every charge is stored", async () => {
		expect((await addCard(await create(), cardWith("4000000000000341"))).cards).toHaveLength(1);
	});

	test("an invalid card is rejected, and so is a card together with a token", async () => {
		const customer = await create();
		for (const body of [
			{},
			{ ...goodCard, cvv2: undefined },
			{ ...goodCard, card_number: "4111111111111112" },
			{ ...goodCard, token: "ct1" },
		]) {
			expectProblem(await client.post(cardPathOf(customer), body), 400, "BAD_REQUEST");
		}
		expect(await read(customer)).toEqual(customer);
	});

	test("P-02 P-10 the database has neither the number nor the security code", async () => {
		const customer = await create();
		await addCard(customer, cardWith("4012888888881881", "937"));
		const { tables } = gateway.database;
		const stored = await tables.selectFrom("vault.stored_cards").selectAll().execute();
		const shown = await tables.selectFrom("cards").selectAll().execute();
		expect(stored.length).toBe(shown.length);
		const text = JSON.stringify([
			stored.map((row) => ({ ...row, encrypted_number: row.encrypted_number.toString("latin1") })),
			shown,
		]);
		expect(text).not.toContain("401288888888");
		expect(gateway.logLines.join("")).not.toContain("401288888888");
	});
});

describe("PATCH /customer-service/customer/{customer_lookup_id}/card/{card_lookup_id}", () => {
	const cardPath = (customer: CustomerBody, index: number) =>
		`${cardPathOf(customer)}/${customer.cards[index]?.lookup_id}`;

	test("another card can be made the default, and a card described", async () => {
		const customer = await addCard(await addCard(await create()), mastercard);
		const answer = await sendJson(client, "PATCH", cardPath(customer, 1), {
			is_default: true,
			card_description: "Company",
		});
		expect(answer.status, answer.text).toBe(200);
		const { cards } = answer.body as CustomerBody;
		expect(cards.map(({ is_default }) => is_default)).toEqual([false, true]);
		expect(cards.map(({ card_description }) => card_description)).toEqual([null, "Company"]);
		const cleared = await sendJson(client, "PATCH", cardPath(customer, 1), { card_description: null });
		expect((cleared.body as CustomerBody).cards[1]).toMatchObject({ card_description: null, is_default: true });
	});

	test("exactly one card is the default after concurrent changes", async () => {
		let customer = await create();
		for (const card of [goodCard, mastercard, amex]) customer = await addCard(customer, card);
		await Promise.all(
			[0, 1, 2, 1, 2, 0].map((index) => sendJson(client, "PATCH", cardPath(customer, index), { is_default: true })),
		);
		expect((await read(customer)).cards.filter(({ is_default }) => is_default)).toHaveLength(1);
	});

	test("a customer with cards cannot be left without a default card", async () => {
		const customer = await addCard(await addCard(await create()), mastercard);
		const answer = await sendJson(client, "PATCH", cardPath(customer, 0), { is_default: false, card_description: "x" });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(await read(customer)).toEqual(customer);
		expect((await sendJson(client, "PATCH", cardPath(customer, 1), { is_default: false })).status).toBe(200);
	});

	test("P-06 a card number as description is rejected, and so is a value that is not boolean", async () => {
		const customer = await addCard(await create());
		for (const body of [{ card_description: "4111 1111 1111 1111" }, { is_default: "true" }, { is_default: 1 }]) {
			expectProblem(await sendJson(client, "PATCH", cardPath(customer, 0), body), 400, "BAD_REQUEST");
		}
	});

	test("X-01 a card of another customer or another merchant is not found", async () => {
		const customer = await addCard(await create());
		const other = await create();
		const path = `${cardPathOf(other)}/${customer.cards[0]?.lookup_id}`;
		expectProblem(await sendJson(client, "PATCH", path, { is_default: true }), 404, "NOT_FOUND");
		expectProblem(await client.send(path, { method: "DELETE" }), 404, "NOT_FOUND");
		expectProblem(await sendJson(stranger, "PATCH", cardPath(customer, 0), { is_default: true }), 404, "NOT_FOUND");
		expectProblem(await stranger.send(cardPath(customer, 0), { method: "DELETE" }), 404, "NOT_FOUND");
		expect(await read(customer)).toEqual(customer);
	});
});

describe("DELETE /customer-service/customer/{customer_lookup_id}/card/{card_lookup_id}", () => {
	test("P-01 a deleted card's number is deleted too; the newest other card becomes the default", async () => {
		let customer = await create();
		for (const card of [goodCard, mastercard, amex]) customer = await addCard(customer, card);
		const [first, second, third] = customer.cards.map(({ lookup_id }) => lookup_id);
		const answer = await client.send(`${cardPathOf(customer)}/${first}`, { method: "DELETE" });
		expect(answer.status, answer.text).toBe(200);
		const { cards } = answer.body as CustomerBody;
		expect(cards.map(({ lookup_id, is_default }) => ({ lookup_id, is_default }))).toEqual([
			{ lookup_id: second, is_default: false },
			{ lookup_id: third, is_default: true },
		]);
		const row = gateway.database.tables
			.selectFrom("vault.stored_cards")
			.selectAll()
			.where("card_id", "=", String(first));
		expect(await row.execute()).toEqual([]);
		expectProblem(await client.send(`${cardPathOf(customer)}/${first}`, { method: "DELETE" }), 404, "NOT_FOUND");
	});

	test("the last card can be deleted; the next new one is the default", async () => {
		const customer = await addCard(await create());
		const path = `${cardPathOf(customer)}/${customer.cards[0]?.lookup_id}`;
		expect((await client.send(path, { method: "DELETE" })).body.cards).toEqual([]);
		expect((await addCard(customer, mastercard)).cards).toMatchObject([{ is_default: true }]);
	});
});
