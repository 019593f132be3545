import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approvedSale } from "../fixtures/api/records.ts";
import { type Client, cardToken, goodCard, type JsonObject, signIn } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { day, type Subscribing, subscribing, subscriptionPath } from "../fixtures/subscriptions/subscribing.ts";

// Each row of the interface's endpoint tables, once, with its method, path and payload. Details are tested in the
// rooms.

let gateway: TestGateway;
let client: Client;
let merchant: Subscribing;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	merchant = subscribing(client, () => gateway.clocks.business.now());
});

afterAll(() => gateway.stop());

const customers = "/customer-service/customer";
const transactions = "/transaction-service";

interface Customer extends JsonObject {
	lookup_id: string;
	cards: { lookup_id: string }[];
}

/** Sends one request of a row; the response is 200, or the row's other status. */
async function call(row: string, path: string, body?: JsonObject, status = 200): Promise<JsonObject> {
	const [method = ""] = row.split(" ");
	const answer = await client.send(path, {
		method,
		...(body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
	});
	expect(answer.status, answer.text).toBe(status);
	return answer.body;
}

async function customerWithCards(count: number): Promise<Customer> {
	const numbers = ["4111111111111111", "5555555555554444"];
	let customer = (await client.post(customers, { email: "ada@example.com" })).body as Customer;
	for (const card_number of numbers.slice(0, count)) {
		const answer = await client.post(`${customers}/${customer.lookup_id}/card`, { ...goodCard, card_number });
		customer = answer.body as Customer;
	}
	return customer;
}

async function approved(operation: "sale" | "authorize", amount = 31): Promise<string> {
	const { body } = await client.post(`${transactions}/${operation}`, { amount, ...goodCard });
	return String(body.transaction_id);
}

const customerObject = {
	id: expect.any(Number),
	lookup_id: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
	cards: expect.any(Array),
	subscriptions: expect.any(Array),
};

const subscriptionObject = {
	id: expect.any(Number),
	lookup_id: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
	plan_id: expect.any(Number),
	plan_lookup_id: expect.any(String),
	card_lookup_id: expect.any(String),
	name: "Coffee",
	description: null,
	email: null,
	bcc_emails: null,
	status: "ACTIVE",
	amount: 31,
	quantity: 1,
	trial_days: 0,
	setup_fee: 0,
	currency: "CAD",
	frequency: "MOTHLY",
	start_date: expect.any(Number),
	last_success: null,
	last_run: null,
	next_run: expect.any(Number),
	total_cycles: null,
	completed_cycles: 0,
	remaining_cycles: null,
	failed_attempts: 0,
	delinquent_cycles: 0,
	delinquent_since: null,
	metadata: {},
};
const subscriptionDetails = {
	email: "ada@example.com",
	bcc_emails: "books@example.com, tax@example.com",
	description: "On the receipt",
};

async function subscribed(cards = 1) {
	const customer = await merchant.customer(cards);
	const plan = await merchant.plan();
	return { customer, plan, subscription: await merchant.subscribe(customer, plan) };
}

const customerList = { paging: { cursors: { before: expect.any(String), after: expect.any(String) } } };
const record = expect.objectContaining({ ...approvedSale, transaction_type: expect.any(String) });

describe("the customer service", () => {
	const rows: [row: string, run: (row: string) => Promise<void>][] = [
		[
			"POST /customer",
			async (row) => expect(await call(row, customers, { email: "ada@example.com" })).toMatchObject(customerObject),
		],
		[
			"GET /customer/{customer_lookup_id}",
			async (row) => {
				const { lookup_id } = await customerWithCards(0);
				expect(await call(row, `${customers}/${lookup_id}`)).toMatchObject({ ...customerObject, lookup_id });
			},
		],
		[
			"GET /customer",
			async (row) => {
				const query = "limit=5&email_address=ada@example.com&with_subscription=false";
				const list = await call(row, `${customers}?${query}`);
				expect(list).toMatchObject(customerList);
				expect(list.entities).toEqual(expect.arrayContaining([expect.objectContaining(customerObject)]));
			},
		],
		[
			"GET /customer/plan/{plan_lookup_id}",
			async (row) => {
				const { customer, plan } = await subscribed();
				const query = "limit=5&email_address=ada@example.com&with_subscription=true";
				const list = await call(row, `${customers}/plan/${plan}?${query}`);
				expect(list).toMatchObject({ ...customerList, entities: [{ lookup_id: customer.lookup_id }] });
			},
		],
		[
			"PUT /customer/{customer_lookup_id}",
			async (row) => {
				const { lookup_id } = await customerWithCards(0);
				const changed = await call(row, `${customers}/${lookup_id}`, { first_name: "Ada" });
				expect(changed).toMatchObject({ ...customerObject, first_name: "Ada" });
			},
		],
		[
			"POST /customer/{customer_lookup_id}/card",
			async (row) => {
				const { lookup_id } = await customerWithCards(0);
				const { cards } = await call(row, `${customers}/${lookup_id}/card`, goodCard);
				expect(cards).toEqual([expect.objectContaining({ card_suffix: "1111", is_default: true })]);
			},
		],
		[
			"PATCH /customer/{customer_lookup_id}/card/{card_lookup_id}",
			async (row) => {
				const { lookup_id, cards } = await customerWithCards(2);
				const path = `${customers}/${lookup_id}/card/${cards[1]?.lookup_id}`;
				const changed = await call(row, path, { is_default: true, card_description: "Work" });
				expect(changed.cards).toMatchObject([{ is_default: false }, { is_default: true, card_description: "Work" }]);
			},
		],
		[
			"DELETE /customer/{customer_lookup_id}/card/{card_lookup_id}",
			async (row) => {
				const { lookup_id, cards } = await customerWithCards(1);
				const left = await call(row, `${customers}/${lookup_id}/card/${cards[0]?.lookup_id}`);
				expect(left).toMatchObject({ ...customerObject, cards: [] });
			},
		],
		[
			"POST /customer/subscription",
			async (row) => {
				const customer = await customerWithCards(1);
				const required = {
					plan_lookup_id: await merchant.plan(),
					card_lookup_id: customer.cards[0]?.lookup_id,
					start_date: gateway.clocks.business.now() + day,
				};
				const made = { ...subscriptionObject, ...required };
				const answer = await call(row, subscriptionPath, required);
				expect(answer).toMatchObject({ ...customerObject, lookup_id: customer.lookup_id, subscriptions: [made] });
				const optional = { ...subscriptionDetails, amount: 5 };
				const second = await call(row, subscriptionPath, { ...required, ...optional });
				expect(second.subscriptions).toEqual([made, { ...made, ...optional }]);
			},
		],
		[
			"PATCH /customer/{customer_lookup_id}/subscription/{subscription_lookup_id}",
			async (row) => {
				const { customer, subscription } = await subscribed(2);
				const shown = { card_lookup_id: customer.cards[1]?.lookup_id, amount: 5, description: "On the receipt" };
				const path = `${customers}/${customer.lookup_id}/subscription/${subscription.lookup_id}`;
				for (const status of ["PAUSED", "ACTIVE", "CANCELED"]) {
					const answer = await call(row, path, { status, ...subscriptionDetails, ...shown });
					expect(answer).toMatchObject({ ...customerObject, subscriptions: [{ ...shown, status }] });
				}
			},
		],
		[
			"PATCH /customer/{customer_lookup_id}/subscription/{subscription_lookup_id} (cancel)",
			async (row) => {
				const { customer, subscription } = await subscribed();
				const path = `${customers}/${customer.lookup_id}/subscription/${subscription.lookup_id}`;
				const answer = await call(row, path, { status: "CANCELLED" });
				expect(answer).toMatchObject({ subscriptions: [{ status: "CANCELLED", next_run: null }] });
			},
		],
	];

	test.each(rows)("%s", (row, run) => run(row));
});

describe("the plan service", () => {
	const plans = "/plan-service/plan";
	const required = { name: "Coffee of the month", amount: 18.5, currency: "CAD", frequency: "MOTHLY" };
	const optional = { number_of_payments: 12, send_receipt: true };
	const planObject = {
		...required,
		id: expect.any(Number),
		lookup_id: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
		quantity: 1,
		trial_days: 0,
		setup_fee: 0,
		number_of_payments: null,
		send_receipt: false,
		total_subscriptions: 0,
		current_subscriptions: 0,
		metadata: {},
	};

	async function onePlan(): Promise<string> {
		return `${plans}/${(await client.post(plans, required)).body.lookup_id}`;
	}

	const rows: [row: string, run: (row: string) => Promise<void>][] = [
		[
			"POST /plan",
			async (row) => {
				expect(await call(row, plans, required)).toEqual(planObject);
				expect(await call(row, plans, { ...required, ...optional })).toEqual({ ...planObject, ...optional });
			},
		],
		[
			"GET /plan",
			async (row) => {
				await onePlan();
				const query = new URLSearchParams({
					limit: "5",
					plan_name: required.name,
					min_amount: "18.5",
					max_amount: "18.5",
					frequency: "MOTHLY",
					min_number_of_total_subscriptions: "0",
					max_number_of_total_subscriptions: "0",
					min_number_of_current_subscriptions: "0",
					max_number_of_current_subscriptions: "0",
				});
				const list = await call(row, `${plans}?${query}`);
				expect(list).toMatchObject(customerList);
				expect(list.plans).toEqual(expect.arrayContaining([planObject]));
			},
		],
		["GET /plan/{plan_lookup_id}", async (row) => expect(await call(row, await onePlan())).toEqual(planObject)],
		[
			"PUT /plan/{plan_lookup_id}",
			async (row) => {
				const changed = { ...required, ...optional, amount: 20 };
				expect(await call(row, await onePlan(), changed)).toEqual({ ...planObject, ...changed });
			},
		],
		[
			"DELETE /plan/{plan_lookup_id}",
			async (row) => {
				const path = await onePlan();
				await call(row, path, undefined, 204);
				await call("GET", path, undefined, 404);
			},
		],
	];

	test.each(rows)("%s", (row, run) => run(row));
});

describe("the transaction service", () => {
	const rows: [row: string, run: (row: string) => Promise<void>][] = [];
	for (const [name, type] of [
		["sale", "sale"],
		["authorize", "authorization"],
	] as const) {
		const path = `${transactions}/${name}`;
		const made = { transaction_type: type };
		rows.push(
			[
				`POST /${name}, with card fields`,
				async (row) => expect(await call(row, path, { amount: 31, ...goodCard })).toMatchObject(made),
			],
			[
				`POST /${name}, with a token`,
				async (row) => {
					const token = await cardToken(gateway.merchant.public_key);
					expect(await call(row, path, { amount: 31, token })).toMatchObject(made);
				},
			],
			[
				`POST /${name}/customer/{customer_lookup_id}, with a new card`,
				async (row) => {
					const { lookup_id } = await customerWithCards(0);
					const body = { amount: 31, currency: "CAD", ...goodCard };
					expect(await call(row, `${path}/customer/${lookup_id}`, body)).toMatchObject(made);
					const { cards } = await call("GET", `${customers}/${lookup_id}`);
					expect(cards).toHaveLength(1);
				},
			],
			[
				`POST /${name}/customer/{customer_lookup_id}, of the default card`,
				async (row) => {
					const { lookup_id } = await customerWithCards(2);
					const answer = await call(row, `${path}/customer/${lookup_id}`, { amount: 31 });
					expect(answer).toMatchObject({ ...made, card_suffix: 1111 });
				},
			],
			[
				`POST /${name}/customer/{customer_lookup_id}/card/{card_lookup_id}`,
				async (row) => {
					const { lookup_id, cards } = await customerWithCards(2);
					const answer = await call(row, `${path}/customer/${lookup_id}/card/${cards[1]?.lookup_id}`, { amount: 31 });
					expect(answer).toMatchObject({ ...made, card_suffix: 4444 });
				},
			],
		);
	}
	rows.push(
		[
			"POST /capture/{transaction_id}",
			async (row) => {
				const id = await approved("authorize");
				const answer = await call(row, `${transactions}/capture/${id}`, { amount: 31 });
				expect(answer).toMatchObject({ transaction_type: "capture", amount: 31 });
			},
		],
		[
			"POST /refund/{transaction_id}",
			async (row) => {
				const id = await approved("sale");
				const answer = await call(row, `${transactions}/refund/${id}`, { amount: 31 });
				expect(answer).toMatchObject({ transaction_type: "refund", id: expect.any(String) });
			},
		],
		[
			"GET /transaction",
			async (row) => {
				await approved("sale");
				const query = "limit=5&transaction_status=APPROVED,PENDING&channel=E_COMMERCE&min_amount=1&max_amount=99.99";
				const list = await call(row, `${transactions}/transaction?${query}`);
				expect(list).toMatchObject(customerList);
				expect(list.entities).toEqual(expect.arrayContaining([record]));
			},
		],
		[
			"GET /transaction/user",
			async (row) => {
				await approved("sale");
				const list = await call(row, `${transactions}/transaction/user?limit=5`);
				expect(list.entities).toEqual(expect.arrayContaining([record]));
			},
		],
		[
			"GET /transaction/{transaction_id}",
			async (row) => {
				const id = await approved("sale");
				expect(await call(row, `${transactions}/transaction/${id}`)).toEqual(approvedSale);
			},
		],
	);

	test.each(rows)("%s", (row, run) => run(row));
});
