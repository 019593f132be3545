import type { Approval, ChargeRequest, Outcome, ProcessorRequest, Purpose } from "@cardseal/vault";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Card } from "../../../vault/src/cards/card.ts";
import { cardNumber, inquiryAbout, newCharge, newHold, newModification } from "../test-support/requests.ts";
import type { Bank } from "../test-support/rules.ts";
import { type StripeSimulator, startStripe } from "../test-support/simulator.ts";
import { createStripe } from "./adapter.ts";
import { statementSuffixOf } from "./requests.ts";

let stripe: StripeSimulator;
let adapter: ReturnType<typeof createStripe>;

beforeAll(async () => {
	stripe = await startStripe({ now: () => Date.now() });
	adapter = createStripe({ url: stripe.network.url, timeLimitMs: 5_000 });
});

afterAll(() => stripe.stop());

beforeEach(() => {
	stripe.banks.clear();
	stripe.network.skewClock(0);
	Object.assign(stripe.switches, { rawCards: true, mitExemption: true, moto: true, forbidden: [] });
});

async function submit(request: ProcessorRequest): Promise<Outcome> {
	const answer = await adapter.submit(request, stripe.network.account);
	if (answer.result === "accepted" || answer.result === "action")
		throw new Error("The request was accepted, not decided.");
	return answer;
}

const inquire = (request: ProcessorRequest, changes = {}) =>
	adapter.inquire(inquiryAbout(request, changes), stripe.network.account);

/** The parameters of the newest request with this path. */
function sentTo(path: string): URLSearchParams {
	const sent = stripe.network.received.filter((one) => one.kind === "submit" && one.path === path).at(-1);
	return new URLSearchParams(sent?.body);
}

const sentCharge = () => sentTo("/v1/payment_intents");

function bankAnswers(answer: Bank["answer"], checks: Bank["checks"] = {}): void {
	stripe.banks.set(cardNumber, { answer, checks });
}

function storedCharge(
	initiatedBy: ChargeRequest["initiatedBy"],
	use: "first" | "later",
	purpose: Purpose,
	networkTransactionId: string | null = null,
): ChargeRequest {
	return newCharge({ initiatedBy, storedCredential: { use, purpose, networkTransactionId } });
}

describe("a charge", () => {
	test("names our reference in its metadata and its idempotency key, and the invoice in its description", async () => {
		const request = newCharge({ invoiceId: "INV-7", payerReference: "payer_1" });
		await submit(request);
		const sent = sentCharge();
		expect(sent.get("metadata[reference]")).toBe(request.reference);
		expect(sent.get("metadata[payer_reference]")).toBe("payer_1");
		expect(sent.get("description")).toBe("INV-7");
		const [event] = [...stripe.books.events.values()].slice(-1);
		expect(event?.request.idempotency_key).toBe(`charge/${request.reference}`);
	});

	test("is sent once when the connection is reset, although the SDK would repeat it", async () => {
		const earlier = stripe.network.received.length;
		stripe.failNext("submit", "reset_before");
		await expect(submit(newCharge())).rejects.toThrow("Stripe gave no usable answer");
		expect(stripe.network.received.length).toBe(earlier + 1);
	});

	test("tells the end of an authorization's hold", async () => {
		const { captureBefore } = (await submit(newHold())) as Approval;
		expect(captureBefore).toBeGreaterThan(Date.now() + 6 * 86_400_000);
	});

	test("whose 500 is Stripe's stored answer is found by an inquiry", async () => {
		const request = newCharge();
		stripe.switches.crashesNext = true;
		await expect(submit(request)).rejects.toThrow("HTTP 500");
		expect(await inquire(request)).toMatchObject({ result: "approved", amountCents: 12_34 });
	});

	test("that was made while our clock was wrong by hours is found by a search", async () => {
		const request = newCharge();
		await submit(request);
		stripe.network.skewClock(120_000);
		const requestedAt = Date.now() - 5 * 3_600_000;
		expect(await inquire(request, { requestedAt })).toMatchObject({ result: "approved" });
		stripe.network.skewClock(0);
	});

	test("that Stripe never received is not received", async () => {
		expect(await inquire(newCharge())).toEqual({ result: "not_received" });
		expect(await inquire(newCharge({ operation: "verification", amountCents: 0 }))).toEqual({ result: "not_received" });
	});
});

describe("a statement's text", () => {
	test.each([
		["Zoë's <Bäckerei> & Café", "Zoes Backe"],
		["  SHOP   24 ", "SHOP 24"],
		["12345", undefined],
		["東京", undefined],
		["", undefined],
		[null, undefined],
	])("%j is sent as %j", (text, suffix) => {
		expect(statementSuffixOf(text)).toBe(suffix);
	});

	test("is left out, or has at most 10 characters that Stripe takes, and a letter", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), (text) => {
				expect(statementSuffixOf(text) ?? "A").toMatch(/^(?=.*[A-Za-z])[\x20-\x7e]{1,10}$/);
				expect(statementSuffixOf(text) ?? "A").not.toMatch(/[<>\\'"*]/);
			}),
		);
	});

	test.each(["Zoë's <Bäckerei> & Café", "12345", '東京 \\ " *', "\u0000\n", "A".repeat(300)])(
		"%j fails no charge",
		async (statementText) => {
			expect(await submit(newCharge({ statementText }))).toMatchObject({ result: "approved" });
		},
	);
});

describe("a stored card", () => {
	test.each<[Purpose, string]>([
		["recurring", "recurring"],
		["unscheduled", "unscheduled"],
		["instalment", "installment"],
		["no_show", "unscheduled"],
	])("is stored for %s use", async (purpose, usage) => {
		await submit(storedCharge("cardholder", "first", purpose));
		const sent = sentCharge();
		expect(sent.get("setup_future_usage")).toBe("off_session");
		expect(sent.get("payment_method_options[card][setup_credential_usage]")).toBe(usage);
		expect(sent.has("off_session")).toBe(false);
	});

	test("is charged by the merchant with the network's id, off session", async () => {
		const { networkTransactionId = null } = await submit(storedCharge("cardholder", "first", "recurring"));
		expect(networkTransactionId).toMatch(/^\d{15}$/);
		await submit(storedCharge("merchant", "later", "recurring", networkTransactionId));
		const sent = sentCharge();
		expect(sent.get("off_session")).toBe("true");
		expect(sent.get("payment_method_options[card][stored_credential_usage]")).toBe("recurring");
		const name = "payment_method_options[card][mit_exemption][network_transaction_id]";
		expect(sent.get(name)).toBe(networkTransactionId);
	});

	test("is charged by its cardholder without the merchant's exemption", async () => {
		await submit(storedCharge("cardholder", "later", "unscheduled", "123456789012345"));
		const names = [...sentCharge().keys()].filter((name) => name.startsWith("payment_method_options"));
		expect(names).toEqual([]);
		expect(sentCharge().has("off_session")).toBe(false);
	});

	test("without a security code sends none", async () => {
		const fields = { number: cardNumber, month: "08", year: "30", securityCode: undefined };
		await submit(newCharge({ card: new Card(fields, "Visa"), initiatedBy: "merchant" }));
		expect(sentCharge().has("payment_method_data[card][cvc]")).toBe(false);
	});
});

test("a charge by telephone is marked so, and is on session", async () => {
	await submit(newCharge({ commerce: "moto" }));
	expect(sentCharge().get("payment_method_options[card][moto]")).toBe("true");
	expect(sentCharge().has("off_session")).toBe(false);
});

describe("a decline", () => {
	test("tells AVS and CVV results, and an inquiry tells the same", async () => {
		const checks = { address_line1_check: "pass", address_postal_code_check: "fail", cvc_check: "fail" };
		bankAnswers({ code: "card_declined", decline_code: "insufficient_funds" }, checks);
		const request = newCharge();
		const outcome = await submit(request);
		expect(outcome).toMatchObject({
			result: "declined",
			declineCode: "insufficient_funds",
			declineClass: "soft",
			issuerCode: "insufficient_funds",
			avsResult: "PARTIAL",
			cvvResult: "NO_MATCH",
		});
		expect(await inquire(request)).toEqual(outcome);
	});

	test("stays a decline when its intent cannot be read", async () => {
		bankAnswers({ code: "card_declined", decline_code: "lost_card" });
		stripe.failNext("inquire", "error_500_before");
		expect(await submit(newCharge())).toMatchObject({ declineCode: "lost_card", declineClass: "hard" });
	});

	test.each([
		["03", undefined, "hard"],
		["21", undefined, "hard"],
		["25", undefined, "soft"],
		[undefined, "do_not_try_again", "hard"],
		[undefined, "confirm_card_data", "data"],
		[undefined, "try_again_later", "soft"],
	])("with the network's advice %s and Stripe's %s is %s", async (network, advice, declineClass) => {
		bankAnswers({
			code: "card_declined",
			decline_code: "generic_decline",
			...(network && { network_advice_code: network }),
			...(advice && { advice_code: advice }),
		});
		const outcome = await submit(newCharge());
		expect(outcome).toMatchObject({ declineCode: "do_not_honour", declineClass });
		expect("adviceCode" in outcome ? outcome.adviceCode : undefined).toBe(network);
	});

	test("that ends a hard code's attempts is not softened by Stripe's advice", async () => {
		bankAnswers({ code: "card_declined", decline_code: "stolen_card", advice_code: "try_again_later" });
		expect(await submit(newCharge())).toMatchObject({ declineCode: "stolen_card", declineClass: "hard" });
	});
});

describe("3-D Secure", () => {
	test.each(["challenge", "waiting"] as const)(
		"that the bank wants (%s) declines, and leaves nothing open",
		async (answer) => {
			bankAnswers(answer);
			for (const request of [newCharge(), newHold(), newCharge({ operation: "verification", amountCents: 0 })]) {
				const outcome = await submit(request);
				expect(outcome).toMatchObject({ result: "declined", declineCode: "authentication_required" });
				expect(await inquire(request)).toEqual(outcome);
			}
			const open = [...stripe.books.intents.values(), ...stripe.books.setups.values()].filter(
				({ status }) => status === "requires_action",
			);
			expect(open).toEqual([]);
		},
	);

	test("whose intent stays open for a fault is ended by an inquiry", async () => {
		bankAnswers("waiting");
		const request = newCharge();
		stripe.failNext("submit", "answer_lost");
		const submission = submit(request).catch(() => "rejected");
		await expect.poll(() => stripe.booked(request.reference)).toHaveLength(1);
		await stripe.endWaiting();
		expect(await submission).toBe("rejected");
		expect(await inquire(request)).toMatchObject({ declineCode: "authentication_required" });
		expect(stripe.books.intentOf(request.reference)?.status).toBe("canceled");
	});
});

describe("a refusal", () => {
	test.each<[string, Partial<StripeSimulator["switches"]>, () => ChargeRequest, RegExp]>([
		["card numbers", { rawCards: "invalid_request_error" }, newCharge, /raw card data/],
		["card numbers (by a card_error)", { rawCards: "card_error" }, newCharge, /raw card data/],
		[
			"mit_exemption",
			{ mitExemption: false },
			() => storedCharge("merchant", "later", "recurring", "1"),
			/mit_exemption/,
		],
		["MOTO", { moto: false }, () => newCharge({ commerce: "moto" }), /MOTO/],
		["writing", { forbidden: ["/payment_intents"] }, newCharge, /restricted key/],
	])("of an account without %s names what to arrange", async (_name, switches, newRequest, words) => {
		Object.assign(stripe.switches, switches);
		const request = newRequest();
		expect(await submit(request)).toMatchObject({
			declineClass: "configuration",
			declineCode: "account_refused",
			message: expect.stringMatching(words),
		});
		expect(await stripe.booked(request.reference)).toEqual([]);
	});

	test("of a key names the key", async () => {
		const account = { ...stripe.network.account, secret_key: "sk_live_revoked" };
		expect(await adapter.submit(newCharge(), account)).toMatchObject({
			declineCode: "account_refused",
			message: expect.stringMatching(/secret key/),
		});
	});

	test.each([
		[1, "amount_too_small"],
		[100_000_000, "amount_too_large"],
	])("of the amount %i is for the merchant", async (amountCents, code) => {
		expect(await submit(newCharge({ amountCents }))).toMatchObject({
			declineClass: "configuration",
			declineCode: "request_refused",
			message: expect.stringContaining(code),
		});
	});
});

describe("a modification", () => {
	test("of a charge whose id is not known here finds it by a search, or is not sent", async () => {
		const hold = newHold();
		const capture = newModification("capture", hold, await submit(hold));
		const unknown = { ...capture, original: { ...capture.original, processorTransactionId: null } };
		expect(await submit(unknown)).toMatchObject({ result: "declined", declineCode: "not_received" });
		expect(await inquire(unknown)).toMatchObject({ result: "unknown", isFinal: false });
		stripe.network.skewClock(120_000);
		expect(await submit(unknown)).toMatchObject({ result: "approved", amountCents: 12_34 });
		stripe.network.skewClock(0);
		expect(await inquire(capture)).toMatchObject({ result: "approved" });
	});

	test("in part captures that part alone, and the authorization keeps its amount", async () => {
		const hold = newHold();
		const capture = newModification("capture", hold, await submit(hold), { amountCents: 5_00 });
		expect(await inquire(capture)).toEqual({ result: "not_received" });
		expect(await submit(capture)).toMatchObject({ result: "approved", amountCents: 5_00 });
		expect(await inquire(hold)).toMatchObject({ result: "approved", amountCents: 12_34 });
	});

	test.each(["capture", "void"] as const)(
		"that is a %s after the hold's end is declined, and found so",
		async (operation) => {
			const hold = newHold();
			const held = (await submit(hold)) as Approval;
			const request = newModification(operation, hold, held);
			stripe.network.skewClock((held.captureBefore ?? 0) - Date.now() + 1_000);
			const outcome = await submit(request);
			expect(outcome).toMatchObject({ declineCode: "not_permitted", declineClass: "hard" });
			expect(stripe.books.intentOf(hold.reference)).toMatchObject({
				status: "canceled",
				cancellation_reason: "automatic",
			});
			expect(await inquire(request)).toEqual(outcome);
			expect(await inquire(hold)).toMatchObject({ result: "approved", amountCents: 12_34 });
		},
	);

	test("that refunds a disputed charge is declined, until the dispute is won", async () => {
		const sale = newCharge();
		const outcome = await submit(sale);
		stripe.events.dispute(sale.reference, "open");
		const refund = newModification("refund", sale, outcome);
		expect(await submit(refund)).toMatchObject({ declineCode: "not_permitted", declineClass: "hard" });
		expect(await stripe.booked(refund.reference)).toEqual([]);
		stripe.events.dispute(sale.reference, "won");
		expect(await submit(newModification("refund", sale, outcome))).toMatchObject({ result: "approved" });
	});

	test("that voids a sale is not sent, as Stripe cancels none", async () => {
		const sale = newCharge();
		const voiding = newModification("void", sale, await submit(sale));
		const earlier = stripe.network.received.length;
		const outcome = await submit(voiding);
		expect(outcome).toMatchObject({ declineCode: "not_permitted", declineClass: "hard" });
		expect(stripe.network.received.length).toBe(earlier);
		expect(await inquire(voiding)).toEqual(outcome);
	});

	test("that refunds later is accepted first, and an inquiry finds its end", async () => {
		const sale = newCharge();
		const refund = newModification("refund", sale, await submit(sale));
		stripe.failNext("submit", "accepted");
		const { processorTransactionId: id } = await adapter.submit(refund, stripe.network.account);
		expect(await inquire(refund)).toEqual({ result: "accepted", processorTransactionId: id });
		Object.assign(stripe.books.refundOf(refund.reference) ?? {}, {
			status: "failed",
			failure_reason: "lost_or_stolen_card",
		});
		expect(await inquire(refund)).toMatchObject({ declineCode: "lost_card", issuerCode: "lost_or_stolen_card" });
	});
});
