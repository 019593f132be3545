import { AccountRefused, type AccountSecrets } from "@cardseal/vault";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inquiryAbout, newCharge, newModification, newStoredCharge } from "../test-support/requests.ts";
import { type MonerisSimulator, startMoneris } from "../test-support/simulator.ts";
import { createMoneris } from "./adapter.ts";

let moneris: MonerisSimulator;
let usual: MonerisSimulator["switches"];

beforeAll(async () => {
	moneris = await startMoneris();
	usual = { ...moneris.switches };
});
afterEach(() => void Object.assign(moneris.switches, usual));
afterAll(() => moneris.stop());

function adapter() {
	const { url } = moneris.network;
	return createMoneris({ url, sandboxUrl: "http://127.0.0.1:1" });
}

let processor: ReturnType<typeof adapter>;
let account: AccountSecrets;

beforeEach(() => {
	processor = adapter();
	account = moneris.network.account;
});

const submit = (request: Parameters<typeof processor.submit>[0]) => processor.submit(request, account);
const inquire = (request: Parameters<typeof inquiryAbout>[0]) => processor.inquire(inquiryAbout(request), account);

function lastSent(): Record<string, Record<string, unknown>> {
	const sent = moneris.network.received.filter(({ kind }) => kind === "submit");
	return JSON.parse(sent.at(-1)?.body ?? "{}");
}

const countSent = () => moneris.network.received.filter(({ kind }) => kind === "submit").length;

async function store(operation: "sale" | "verification" = "sale") {
	const storedCredential = { use: "first", purpose: "unscheduled", networkTransactionId: null } as const;
	const first = newCharge({ operation, amountCents: operation === "sale" ? 12_34 : 0, storedCredential });
	const answer = await submit(first);
	if (answer.result !== "approved" || !answer.networkTransactionId) throw new Error("The card was not stored.");
	return answer.networkTransactionId;
}

describe("a stored card", () => {
	test.each(["sale", "verification"] as const)(
		"is stored by a %s, and charged without its number or code",
		async (how) => {
			const id = await store(how);
			const later = newStoredCharge(id);
			expect(await submit(later)).toMatchObject({ result: "approved", networkTransactionId: id });
			const [issuerId, paymentMethodId] = id.split(".");
			expect(lastSent().paymentMethod).toEqual({
				paymentMethodSource: "PAYMENT_METHOD_ID",
				paymentMethodId,
				credentialOnFileInformation: {
					paymentIndicator: "MERCHANT_INITIATED",
					paymentInformation: "SUBSEQUENT",
					issuerId,
				},
			});
			expect(JSON.stringify(lastSent())).not.toContain("4012888888881881");
			expect(await inquire(later)).toMatchObject({ result: "approved" });
		},
	);

	test.each(["recurring", "instalment", "no_show"] as const)(
		"for later purchases is charged as %s, too",
		async (purpose) => {
			const networkTransactionId = await store("verification");
			const storedCredential = { use: "later", purpose, networkTransactionId } as const;
			const renewal = newCharge({ initiatedBy: "merchant", commerce: "recurring", storedCredential });
			expect(await submit(renewal)).toMatchObject({ result: "approved", networkTransactionId });
		},
	);

	test("is charged with its code while the payer has it", async () => {
		const id = await store();
		const storedCredential = { use: "later", purpose: "unscheduled", networkTransactionId: id } as const;
		expect(await submit(newCharge({ storedCredential }))).toMatchObject({ result: "approved", cvvResult: "MATCH" });
		expect(lastSent().paymentMethod).toMatchObject({
			paymentMethodSource: "CARD",
			credentialOnFileInformation: { paymentIndicator: "CUSTOMER_INITIATED", paymentInformation: "SUBSEQUENT" },
		});
	});

	test("that another processor stored is refused with what to do, and not charged", async () => {
		const later = newStoredCharge("016153570198200");
		expect(await submit(later)).toMatchObject({
			result: "declined",
			declineCode: "generic",
			declineClass: "data",
			message: expect.stringContaining("Ask the payer for the card"),
		});
		expect(await moneris.booked(later.reference)).toEqual([]);
	});
});

describe("a decline", () => {
	test.each(["error", "payment"] as const)("that comes as %s has codes, checks and id", async (declinesAs) => {
		moneris.switches.declinesAs = declinesAs;
		moneris.failNext("submit", { declined: "51" });
		const charge = newCharge();
		const outcome = await submit(charge);
		expect(outcome).toMatchObject({
			result: "declined",
			declineCode: "insufficient_funds",
			declineClass: "soft",
			issuerCode: "481-51",
			avsResult: "MATCH",
			cvvResult: "MATCH",
			processorTransactionId: expect.stringMatching(/^pi/),
		});
		expect(await inquire(charge)).toEqual(outcome);
	});

	test("whose details cannot be read keeps its codes", async () => {
		moneris.failNext("submit", { declined: "54" });
		moneris.failNext("inquire", "error_500_before");
		expect(await submit(newCharge())).toMatchObject({ declineCode: "expired_card", issuerCode: "482-54" });
	});
});

describe("a request that Moneris refuses", () => {
	test.each(["JPY", "EUR"])("in %s is never sent", async (currency) => {
		const earlier = countSent();
		expect(await submit(newCharge({ currency }))).toMatchObject({ declineCode: "request_refused" });
		expect(countSent()).toBe(earlier);
	});

	test("names the field to change, never its value", async () => {
		moneris.switches.currencies = ["CAD"];
		expect(await submit(newCharge({ currency: "USD" }))).toMatchObject({
			declineCode: "request_refused",
			declineClass: "configuration",
			message: "Moneris refuses this request. Fields: amount.currency.",
		});
	});

	test("for its statement text is charged once, without the text", async () => {
		moneris.switches.businessName = "A VERY LONG NAME INC";
		const charge = newCharge({ statementText: "Order 1042" });
		expect(await submit(charge)).toMatchObject({ result: "approved" });
		expect(lastSent()).not.toHaveProperty("dynamicDescriptor");
		expect(await moneris.booked(charge.reference)).toHaveLength(1);
	});

	test("because its key was used is no decline, and charges once", async () => {
		const charge = newCharge();
		await submit(charge);
		await expect(submit(charge)).rejects.toThrow("Moneris answered 4");
		expect(await moneris.booked(charge.reference)).toHaveLength(1);
		expect(await inquire(charge)).toMatchObject({ result: "approved" });
	});
});

describe("an account", () => {
	test("signs in once for simultaneous charges", async () => {
		const signIns = () => moneris.network.received.filter(({ path }) => path === "/oauth2/token").length;
		const earlier = signIns();
		await Promise.all([submit(newCharge()), submit(newCharge()), submit(newCharge())]);
		expect(signIns()).toBe(earlier + 1);
	});

	test("whose sign-in fails charges nothing, and its next charge signs in", async () => {
		moneris.failNext("account", "error_500_before");
		const charge = newCharge();
		expect(await submit(charge)).toMatchObject({ result: "declined", declineCode: "not_received" });
		expect(await moneris.booked(charge.reference)).toEqual([]);
		expect(await submit(newCharge())).toMatchObject({ result: "approved" });
	});

	test("whose token was revoked signs in again, and charges once", async () => {
		await submit(newCharge());
		moneris.revokeTokens();
		const charge = newCharge();
		expect(await submit(charge)).toMatchObject({ result: "approved" });
		expect(await moneris.booked(charge.reference)).toHaveLength(1);
	});

	test.each([
		["that may not act for the merchant", { isMerchantOfClient: false }, "merchant ID"],
		["whose client lacks a scope", { scopes: ["payment.write"] }, "refund.write"],
	])("%s is refused with what to arrange", async (_, changes, words) => {
		Object.assign(moneris.switches, changes);
		expect(await submit(newCharge())).toMatchObject({
			result: "declined",
			declineCode: "account_refused",
			declineClass: "configuration",
			message: expect.stringContaining(words),
		});
		const verification = processor.verify(account);
		await expect(verification).rejects.toThrow(AccountRefused);
		await expect(verification).rejects.toThrow(words);
	});

	test("of the test system is told, and goes to the test system's address", async () => {
		const sandbox = { ...account, environment: "sandbox" };
		expect(processor.isTest?.(sandbox)).toBe(true);
		expect(processor.isTest?.(account)).toBe(false);
		expect(await processor.submit(newCharge(), sandbox)).toMatchObject({ declineCode: "not_received" });
	});

	test("of another environment is refused", async () => {
		await expect(processor.verify({ ...account, environment: "staging" })).rejects.toThrow(AccountRefused);
	});
});

describe("an inquiry", () => {
	test("finds a payment behind a page of others", async () => {
		const first = newCharge();
		await submit(first);
		for (let other = 0; other < 25; other++) await submit(newCharge());
		expect(await inquire(first)).toMatchObject({ result: "approved", amountCents: 12_34 });
	});

	test.each([
		["captured", true],
		["kept", true],
		["captured", false],
		["kept", false],
	] as const)(
		"finds captures and voids when Moneris shows the %s amount, with new notes: %s",
		async (amount, notes) => {
			Object.assign(moneris.switches, { amountAfterCompletion: amount, notesChange: notes });
			const hold = newCharge({ operation: "authorization" });
			const held = await submit(hold);
			const capture = newModification("capture", hold, held, 5_00);
			expect(await inquire(capture)).toEqual({ result: "not_received" });
			const captured = await submit(capture);
			expect(captured).toMatchObject({ result: "approved" });
			const told = (captured as { amountCents?: number }).amountCents;
			expect(told).toBe(amount === "captured" ? 5_00 : undefined);
			expect(await inquire(capture)).toEqual(captured);
			expect(await inquire(hold)).toMatchObject({ result: "approved", amountCents: 12_34 });
			const voiding = newModification("void", capture, captured);
			expect(await inquire(voiding)).toEqual({ result: "not_received" });
			expect(await submit(voiding)).toMatchObject({ result: "approved" });
			expect(await inquire(voiding)).toMatchObject({ result: "approved" });
		},
	);

	test("takes a payment that was cancelled in the portal for a decline", async () => {
		const charge = newCharge();
		await submit(charge);
		moneris.cancelInPortal(charge.reference);
		expect(await inquire(charge)).toMatchObject({ result: "declined", declineCode: "processing_error" });
	});

	test("leaves a lost refund to the operator when the portal made one like it", async () => {
		const charge = newCharge();
		const refund = newModification("refund", charge, await submit(charge), 5_00);
		moneris.refundInPortal(charge.reference, 5_00);
		expect(await inquire(refund)).toMatchObject({ result: "unknown", isFinal: true });
	});
});

test("a settled sale is not voided, and is refunded", async () => {
	const charge = newCharge();
	const answer = await submit(charge);
	moneris.settle();
	expect(await submit(newModification("void", charge, answer))).toMatchObject({
		result: "declined",
		declineCode: "not_permitted",
		declineClass: "hard",
	});
	expect(await submit(newModification("refund", charge, answer, 5_00))).toMatchObject({
		result: "approved",
		amountCents: 5_00,
	});
});

test("a list has captures and voids too, by the references that they noted", async () => {
	const hold = newCharge({ operation: "authorization" });
	const capture = newModification("capture", hold, await submit(hold), 5_00);
	const voiding = newModification("void", capture, await submit(capture));
	await submit(voiding);
	const page = await processor.listRequests?.({ from: Date.now() - 60_000, to: Date.now() }, undefined, account);
	const listed = page?.requests.filter(({ reference }) =>
		[hold, capture, voiding].some((request) => request.reference === reference),
	);
	expect(listed).toMatchObject([
		{ reference: hold.reference, operation: "authorization", amountCents: 12_34, originalReference: null },
		{ reference: capture.reference, operation: "capture", amountCents: 5_00, originalReference: hold.reference },
		{ reference: voiding.reference, operation: "void", originalReference: capture.reference },
	]);
});
