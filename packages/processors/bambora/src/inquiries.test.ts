import type { ListedRequest, Modification, Outcome } from "@cardseal/vault";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { inquiryAbout, newCharge, newModification } from "../test-support/requests.ts";
import { type BamboraSimulator, startBambora } from "../test-support/simulator.ts";
import { createBambora } from "./adapter.ts";

let simulator: BamboraSimulator;

beforeAll(async () => {
	simulator = await startBambora();
});
afterEach(() => {
	Object.assign(simulator.rules, { keepsOrderNumbers: true, releasesBy: "completion_of_0" });
});
afterAll(() => simulator.stop());

const adapter = () => createBambora({ url: simulator.network.url });
const account = (hasReports = true) => {
	const { reporting_passcode: reporting = "", ...rest } = simulator.network.account;
	return hasReports ? { ...rest, reporting_passcode: reporting } : rest;
};

async function approved(request: Parameters<ReturnType<typeof createBambora>["submit"]>[0]): Promise<Outcome> {
	const outcome = await adapter().submit(request, account());
	if (outcome.result !== "approved") throw new Error("The request was not approved.");
	return outcome;
}

async function modified(operation: Modification) {
	const charge = newCharge({ operation: operation === "refund" ? "sale" : "authorization" });
	const request = newModification(operation, charge, await approved(charge), operation === "void" ? undefined : 10_00);
	return { charge, request, outcome: await approved(request) };
}

describe("a charge", () => {
	test("is found by its id, without the reporting passcode", async () => {
		const request = newCharge();
		const { processorTransactionId } = await approved(request);
		const inquiry = inquiryAbout(request, { processorTransactionId });
		expect(await adapter().inquire(inquiry, account(false))).toMatchObject({
			result: "approved",
			processorTransactionId,
		});
	});

	test("is not decided by the id of another payment", async () => {
		const [request, other] = [newCharge(), newCharge()];
		const { processorTransactionId } = await approved(other);
		const inquiry = inquiryAbout(request, { processorTransactionId });
		await expect(adapter().inquire(inquiry, account())).rejects.toThrow("another payment");
	});

	test("is not found by our reference without the reporting passcode, which the reason says", async () => {
		const request = newCharge();
		await approved(request);
		expect(await adapter().inquire(inquiryAbout(request), account(false))).toEqual({
			result: "unknown",
			isFinal: true,
			reason: expect.stringContaining("reporting API passcode"),
		});
	});

	test.each([-40, 40])("is found although our clock was %i days off", async (days) => {
		const request = newCharge();
		const outcome = await approved(request);
		const requestedAt = Date.now() + days * 24 * 60 * 60 * 1000;
		expect(await adapter().inquire(inquiryAbout(request, { requestedAt }), account())).toEqual(outcome);
	});

	test("is not decided by a report about another one", async () => {
		const request = newCharge();
		await approved(request);
		simulator.failNext("inquire", "other_reference");
		await expect(adapter().inquire(inquiryAbout(request), account())).rejects.toThrow("another payment");
	});

	test("that Bambora approved twice is left to people", async () => {
		const request = newCharge();
		await approved(request);
		await approved({ ...request, reference: `${request.reference}b` });
		for (const transaction of simulator.books.all().slice(-1)) transaction.orderNumber = request.reference;
		expect(await adapter().inquire(inquiryAbout(request), account())).toMatchObject({
			result: "unknown",
			isFinal: true,
		});
	});
});

describe.each(["capture", "refund", "void"] as const)("a %s", (operation) => {
	test.each([
		["with", true],
		["without", false],
	])("is found by our reference, %s the reporting passcode", async (_, hasReports) => {
		const { request, outcome } = await modified(operation);
		expect(await adapter().inquire(inquiryAbout(request), account(hasReports))).toEqual(outcome);
	});

	test("is found by its id", async () => {
		const { request, outcome } = await modified(operation);
		const { processorTransactionId } = outcome;
		const inquiry = inquiryAbout(request, { processorTransactionId });
		expect(await adapter().inquire(inquiry, account(false))).toEqual(outcome);
	});

	test.each([true, false])(
		"of the same amount is not taken for one that never arrived (reports: %s)",
		async (hasReports) => {
			const { charge, request } = await modified(operation);
			const lost = { ...newModification(operation, charge, null, request.amountCents), original: request.original };
			expect(await adapter().inquire(inquiryAbout(lost), account(hasReports))).toEqual({ result: "not_received" });
		},
	);
});

describe("a void of an authorization", () => {
	test("is a completion of 0, on any day", async () => {
		const hold = newCharge({ operation: "authorization" });
		const request = newModification("void", hold, await approved(hold));
		simulator.books.endDay();
		const outcome = await approved(request);
		const { path, body } = simulator.network.received.at(-1) ?? {};
		expect([path, JSON.parse(body ?? "")]).toEqual([
			expect.stringMatching(/completions$/),
			{ amount: 0, order_number: request.reference, payment_method: "card" },
		]);
		expect(await adapter().inquire(inquiryAbout(request), account())).toEqual(outcome);
		const listed = await adapter().listRequests?.({ from: Date.now(), to: Date.now() }, undefined, account());
		expect(listed?.requests.filter(({ reference }) => reference === request.reference)).toMatchObject([
			{ operation: "void", amountCents: hold.amountCents, originalReference: hold.reference },
		]);
	});

	test("that Bambora refuses for its amount is sent as a void", async () => {
		simulator.rules.releasesBy = "void";
		const hold = newCharge({ operation: "authorization" });
		const request = newModification("void", hold, await approved(hold));
		const outcome = await approved(request);
		expect(simulator.network.received.at(-1)?.path).toMatch(/void$/);
		for (const hasReports of [true, false]) {
			expect(await adapter().inquire(inquiryAbout(request), account(hasReports))).toEqual(outcome);
		}
		const late = newCharge({ operation: "authorization" });
		const tooLate = newModification("void", late, await approved(late));
		simulator.books.endDay();
		expect(await adapter().submit(tooLate, account())).toMatchObject({
			declineCode: "not_permitted",
			issuerCode: "205",
		});
	});

	test("is not taken for a capture, nor a capture for it", async () => {
		const { charge, request } = await modified("void");
		const capture = { ...newModification("capture", charge, null, 10_00), original: request.original };
		expect(await adapter().inquire(inquiryAbout(capture), account())).toEqual({ result: "not_received" });
		const captured = await modified("capture");
		const voiding = { ...newModification("void", captured.charge, null), original: captured.request.original };
		expect(await adapter().inquire(inquiryAbout(voiding), account())).toEqual({ result: "not_received" });
	});
});

describe("when Bambora keeps the original's order number", () => {
	test.each(["capture", "void"] as const)("the only %s is ours", async (operation) => {
		simulator.rules.keepsOrderNumbers = false;
		const { request, outcome } = await modified(operation);
		expect(await adapter().inquire(inquiryAbout(request), account())).toEqual(outcome);
	});

	test("a refund of the same amount may be another, so nothing is guessed", async () => {
		simulator.rules.keepsOrderNumbers = false;
		const { request } = await modified("refund");
		expect(await adapter().inquire(inquiryAbout(request), account())).toMatchObject({
			result: "unknown",
			isFinal: true,
		});
	});

	test("a refund of another amount was not received", async () => {
		simulator.rules.keepsOrderNumbers = false;
		const { charge, request } = await modified("refund");
		const lost = { ...newModification("refund", charge, null, 1_00), original: request.original };
		expect(await adapter().inquire(inquiryAbout(lost), account())).toEqual({ result: "not_received" });
	});

	test("of two captures of the same amount, neither is guessed", async () => {
		simulator.rules.keepsOrderNumbers = false;
		const { charge, request } = await modified("capture");
		const again = { ...newModification("capture", charge, null, 10_00), original: request.original };
		expect(await adapter().submit(again, account())).toMatchObject({ declineCode: "not_permitted", issuerCode: "203" });
		expect(await adapter().inquire(inquiryAbout(again), account())).toMatchObject({ result: "unknown", isFinal: true });
	});
});

describe("an original whose id is not known", () => {
	test("is found by its reference, and refunded", async () => {
		const sale = newCharge();
		await approved(sale);
		const refund = newModification("refund", sale, null, 5_00);
		const outcome = await approved(refund);
		expect(await adapter().inquire(inquiryAbout(refund), account())).toEqual(outcome);
	});

	test("cannot be refunded without the reporting passcode", async () => {
		const sale = newCharge();
		await approved(sale);
		const refund = newModification("refund", sale, null, 5_00);
		expect(await adapter().submit(refund, account(false))).toMatchObject({ declineCode: "request_refused" });
		expect(await adapter().inquire(inquiryAbout(refund), account(false))).toMatchObject({ result: "unknown" });
		expect(await simulator.booked(refund.reference)).toEqual([]);
	});
});

test("a list names the card of a charge and the original of a void, over pages", async () => {
	const { charge, request } = await modified("void");
	const filler = { amountCents: 1_00, isComplete: true, cardNumber: "4012888888881881", expiry: "0841" };
	const flags = { hasCvd: false, hasAddress: false, ref1: "", cardOnFile: undefined, declineCode: undefined };
	for (let count = 0; count < 500; count++)
		simulator.books.charge({ ...filler, ...flags, orderNumber: `filler${count}` });
	const last = newCharge({ invoiceId: "INV-7" });
	await approved(last);
	const listed: ListedRequest[] = [];
	let cursor: string | undefined;
	do {
		const page = await adapter().listRequests?.({ from: Date.now(), to: Date.now() }, cursor, account());
		listed.push(...(page?.requests ?? []));
		cursor = page?.cursor;
	} while (cursor !== undefined);
	const find = (reference: string) => listed.filter((one) => one.reference === reference);
	expect(find(charge.reference)).toMatchObject([{ operation: "authorization", originalReference: null }]);
	expect(find(request.reference)).toMatchObject([{ operation: "void", originalReference: charge.reference }]);
	expect(find(last.reference)).toMatchObject([
		{
			invoiceId: "INV-7",
			card: { brand: "Amex", suffix: "1881", expiryYear: expect.stringMatching(/^\d\d$/) },
		},
	]);
	await expect(adapter().listRequests?.({ from: 0, to: 1 }, undefined, account(false))).rejects.toThrow("reporting");
});
