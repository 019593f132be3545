import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newCharge } from "../test-support/requests.ts";
import { type BamboraSimulator, startBambora } from "../test-support/simulator.ts";
import { createBambora } from "./adapter.ts";

let simulator: BamboraSimulator;
let sent: Record<string, unknown>;
let orders = 0;

beforeAll(async () => {
	simulator = await startBambora();
	await createBambora({ url: simulator.network.url }).submit(newCharge(), simulator.network.account);
	sent = JSON.parse(simulator.network.received.at(-1)?.body ?? "");
});
beforeEach(() => {
	simulator.rules.releasesBy = "completion_of_0";
});
afterAll(() => simulator.stop());

interface Answer {
	status: number;
	id?: string;
	code?: number;
	details?: { field: string }[];
	card_on_file?: { series_id: number };
}

async function post(path: string, body: object): Promise<Answer> {
	const { merchant_id: id, api_passcode: passcode } = simulator.network.account;
	const response = await fetch(`${simulator.network.url}/v1/payments${path}`, {
		method: "POST",
		headers: {
			"Content-Type": "application/json",
			Authorization: `Passcode ${Buffer.from(`${id}:${passcode}`).toString("base64")}`,
		},
		body: JSON.stringify(body),
	});
	return { status: response.status, ...((await response.json()) as object) };
}

const pay = (changes: object) => post("", { ...sent, order_number: `order-${++orders}`, ...changes });
const charge = (type: string, series?: number) =>
	pay({ card_on_file: { type, ...(series !== undefined && { series_id: series }) } });
const hold = async () => (await pay({ card: { ...(sent.card as object), complete: false } })).id;

describe("a series", () => {
	test.each(["recurring", "installment", "unscheduled"])(
		"that is %s takes charges of its kind, and a payer's",
		async (kind) => {
			const series = (await charge(`first_${kind}`)).card_on_file?.series_id;
			for (const other of ["recurring", "installment", "unscheduled"]) {
				const expected = other === kind ? { status: 200 } : { status: 400, code: 1136 };
				expect(await charge(`subsequent_${other}`, series)).toMatchObject(expected);
			}
			expect(await charge("subsequent_customer_initiated", series)).toMatchObject({ status: 200 });
		},
	);

	test("begins without an id, and a payer's later charge names one", async () => {
		const series = (await charge("subsequent_recurring")).card_on_file?.series_id;
		expect(await charge("subsequent_recurring", series)).toMatchObject({ status: 200 });
		expect(await charge("first_recurring", series)).toMatchObject({ code: 1136 });
		expect(await charge("subsequent_customer_initiated")).toMatchObject({ code: 1136 });
		expect(await charge("subsequent_recurring", 1)).toMatchObject({ code: 1136 });
	});
});

describe("a billing address", () => {
	test.each([
		[{ country: "CA", province: "NY" }, "billing:province"],
		[{ country: "US", province: "ON" }, "billing:province"],
		[{ country: "CA", province: "--" }, "billing:province"],
		[{ country: "DE", province: "BE" }, "billing:province"],
		[{ country: "DE" }, "billing:province"],
		[{ province: "ON" }, "billing:country"],
	])("%j is refused", async (billing, field) => {
		expect(await pay({ billing })).toMatchObject({ status: 400, code: 314, details: [{ field }] });
	});

	test.each([{ country: "CA", province: "ON" }, { country: "US" }, { country: "DE", province: "--" }, {}])(
		"%j is taken",
		async (billing) => {
			expect(await pay({ billing })).toMatchObject({ status: 200 });
		},
	);
});

describe("a pre-authorization", () => {
	test("is released by a completion of 0, once, and not voided", async () => {
		const id = await hold();
		expect(await post(`/${id}/void`, { amount: sent.amount })).toMatchObject({ status: 402, code: 200 });
		const completion = { amount: 0, payment_method: "card" };
		expect(await post(`/${id}/completions`, completion)).toMatchObject({ status: 200, amount: 0 });
		for (const amount of [0, 1]) {
			expect(await post(`/${id}/completions`, { ...completion, amount })).toMatchObject({ status: 402, code: 203 });
		}
	});

	test("is voided on its day where completions of 0 are refused", async () => {
		simulator.rules.releasesBy = "void";
		const id = await hold();
		const completion = { amount: 0, payment_method: "card" };
		expect(await post(`/${id}/completions`, completion)).toMatchObject({ status: 402, code: 197 });
		expect(await post(`/${id}/void`, { amount: sent.amount })).toMatchObject({ status: 200 });
	});
});
