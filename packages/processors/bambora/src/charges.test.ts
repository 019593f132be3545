import type { Approval, Purpose } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newCharge, payer, storedUse } from "../test-support/requests.ts";
import { type BamboraSimulator, startBambora } from "../test-support/simulator.ts";
import { createBambora } from "./adapter.ts";

let simulator: BamboraSimulator;

beforeAll(async () => {
	simulator = await startBambora();
});
afterAll(() => simulator.stop());

const adapter = () => createBambora({ url: simulator.network.url });
const submit = (request: ReturnType<typeof newCharge>) => adapter().submit(request, simulator.network.account);

function lastBody() {
	const sent = simulator.network.received.filter(({ path }) => path === "/v1/payments");
	return JSON.parse(sent.at(-1)?.body ?? "");
}

async function seriesOf(purpose: Purpose): Promise<string> {
	const first = await submit(newCharge({ storedCredential: storedUse("first", purpose) }));
	if (first.result !== "approved") throw new Error("The first charge was not approved.");
	return first.networkTransactionId ?? "";
}

const numberOf = (series: string | undefined) => Number(series?.split(".")[0]);

test("a payment has the documented fields, and our reference as its order number", async () => {
	const request = newCharge({ invoiceId: "INV-1042" });
	expect(await submit(request)).toMatchObject({ result: "approved", amountCents: 12_34 });
	expect(lastBody()).toEqual({
		order_number: request.reference,
		amount: 12.34,
		payment_method: "card",
		customer_ip: "203.0.113.7",
		billing: {
			name: "Ada Okafor",
			address_line1: "1 King Street",
			city: "Toronto",
			province: "ON",
			country: "CA",
			postal_code: "M5V 1A1",
			phone_number: "14165551234",
			email_address: "ada@example.com",
		},
		custom: { ref1: "INV-1042" },
		card: {
			name: "Ada Okafor",
			number: "4012888888881881",
			expiry_month: expect.stringMatching(/^\d\d$/),
			expiry_year: expect.stringMatching(/^\d\d$/),
			cvd: "937",
			complete: true,
			"3d_secure": { enabled: false },
		},
	});
});

test("an authorization and a verification leave the payment incomplete", async () => {
	await submit(newCharge({ operation: "authorization" }));
	expect(lastBody()).toMatchObject({ amount: 12.34, card: { complete: false } });
	expect(await submit(newCharge({ operation: "verification", amountCents: 0 }))).toMatchObject({ result: "approved" });
	expect(lastBody()).toMatchObject({ amount: 0, card: { complete: false } });
});

test.each([
	["a province outside of North America", { country: "DE", province: "BE" }, { country: "DE", province: "--" }],
	["a province that is no code", { province: "Ontario" }, { country: "CA" }],
	["a province of another country", { country: "US", province: "ON" }, { country: "US" }],
	["a state", { country: "US", province: "NY" }, { country: "US", province: "NY" }],
	["a country without a province", { country: "FR", province: null }, { country: "FR", province: "--" }],
	["a payer without a country", { country: null, province: "ON" }, {}],
	["a long address", { address1: "é".repeat(70) }, { address_line1: "é".repeat(64) }],
	["an email that is too long", { email: `${"a".repeat(60)}@example.com` }, { postal_code: "M5V 1A1" }],
	["a company", { firstName: null, lastName: null, company: "Okafor\nLtd." }, { name: "Okafor Ltd." }],
])("%s is sent as Bambora takes it", async (_, changes, billing) => {
	expect(await submit(newCharge({ payer: { ...payer, ...changes } }))).toMatchObject({ result: "approved" });
	expect(lastBody().billing).toMatchObject(billing);
});

test("an IP address that is longer than Bambora's field is left out", async () => {
	const ipAddress = "2001:0db8:0000:0000:0000:ff00:0042:8329";
	expect(await submit(newCharge({ payer: { ...payer, ipAddress } }))).toMatchObject({ result: "approved" });
	expect(lastBody()).not.toHaveProperty("customer_ip");
});

describe("stored cards", () => {
	test.each([
		["recurring", "first_recurring", "subsequent_recurring"],
		["instalment", "first_installment", "subsequent_installment"],
		["unscheduled", "first_unscheduled", "subsequent_unscheduled"],
		["no_show", "first_unscheduled", "subsequent_unscheduled"],
	] as const)("%s: %s, then %s with the series", async (purpose, first, later) => {
		const series = await seriesOf(purpose);
		expect(lastBody().card_on_file).toEqual({ type: first });
		const charge = newCharge({ initiatedBy: "merchant", storedCredential: storedUse("later", purpose, series) });
		expect(await submit(charge)).toMatchObject({ result: "approved", networkTransactionId: series });
		expect(lastBody()).toMatchObject({ card_on_file: { type: later, series_id: numberOf(series) } });
		expect(lastBody().card).not.toHaveProperty("cvd");
		expect(lastBody().recurring_payment).toBe(purpose === "recurring" || purpose === "instalment" ? true : undefined);
	});

	test.each([
		["unscheduled", "recurring", "subsequent_recurring"],
		["unscheduled", "instalment", "subsequent_installment"],
		["recurring", "unscheduled", "subsequent_unscheduled"],
		["instalment", "recurring", "subsequent_recurring"],
	] as const)("a card of an %s series that the merchant charges as %s begins another", async (first, purpose, type) => {
		const series = await seriesOf(first);
		const charge = newCharge({ initiatedBy: "merchant", storedCredential: storedUse("later", purpose, series) });
		const { networkTransactionId } = (await submit(charge)) as Approval;
		expect(lastBody().card_on_file).toEqual({ type });
		const again = storedUse("later", purpose, networkTransactionId);
		await submit(newCharge({ initiatedBy: "merchant", storedCredential: again }));
		expect(lastBody().card_on_file).toEqual({ type, series_id: numberOf(networkTransactionId) });
	});

	test.each(["unscheduled", "recurring"] as const)(
		"a payer who uses a stored card continues an %s series",
		async (first) => {
			const series = await seriesOf(first);
			const charge = newCharge({ storedCredential: storedUse("later", "unscheduled", series) });
			expect(await submit(charge)).toMatchObject({ result: "approved" });
			expect(lastBody().card_on_file).toEqual({ type: "subsequent_customer_initiated", series_id: numberOf(series) });
		},
	);

	test.each([null, "016153570198200"])("a card that was stored elsewhere (%s) begins a series", async (networkId) => {
		const storedCredential = storedUse("later", "recurring", networkId);
		const byMerchant = await submit(newCharge({ initiatedBy: "merchant", storedCredential }));
		expect(byMerchant).toMatchObject({
			result: "approved",
			networkTransactionId: expect.stringMatching(/^\d+\.recurring$/),
		});
		expect(lastBody().card_on_file).toEqual({ type: "subsequent_recurring" });
		expect(await submit(newCharge({ storedCredential }))).toMatchObject({ result: "approved" });
		expect(lastBody().card_on_file).toEqual({ type: "first_recurring" });
	});

	test("a merchant's authorization of a stored card is refused, and nothing is sent", async () => {
		const earlier = simulator.network.received.length;
		const storedCredential = storedUse("later", "unscheduled");
		const charge = newCharge({ operation: "authorization", initiatedBy: "merchant", storedCredential });
		expect(await submit(charge)).toMatchObject({
			declineClass: "configuration",
			declineCode: "request_refused",
			message: expect.stringContaining("Charge it at once."),
		});
		expect(simulator.network.received).toHaveLength(earlier);
	});
});

test("a decline has the results of address and security code", async () => {
	simulator.failNext("submit", { declined: "704" });
	expect(await submit(newCharge())).toMatchObject({
		declineClass: "data",
		declineCode: "incorrect_cvv",
		issuerCode: "704",
		avsResult: "MATCH",
		cvvResult: "MATCH",
	});
});
