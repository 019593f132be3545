import type { ActionNeeded, Authentication, ChargeRequest, GivenAuthentication, Inquiry } from "@cardseal/vault";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testCard } from "../../../../test/fixtures/payments/test-card.ts";
import { cardNumber, inquiryAbout, newCharge } from "../test-support/requests.ts";
import { type StripeSimulator, startStripe } from "../test-support/simulator.ts";
import { createStripe } from "./adapter.ts";
import { authenticatedOf } from "./authentication.ts";

let stripe: StripeSimulator;
let adapter: ReturnType<typeof createStripe>;

beforeAll(async () => {
	stripe = await startStripe({ now: () => Date.now() });
	adapter = createStripe({ url: stripe.network.url, timeLimitMs: 5_000 });
});

afterAll(() => stripe.stop());

beforeEach(() => {
	stripe.banks.clear();
	stripe.switches.importsAuthentication = true;
});

const returnAddress = "https://pay.example/pay/authenticate/x/return";
const auto: Authentication = { when: "auto", returnAddress, browser: null };

const submit = (request: ChargeRequest) => adapter.submit(request, stripe.network.account);

const challenged = (changes: Partial<ChargeRequest> = {}) =>
	newCharge({ card: testCard("4000002760003184", "937"), authentication: auto, ...changes });

async function begun(request: ChargeRequest): Promise<ActionNeeded> {
	const answer = await submit(request);
	if (answer.result !== "action") throw new Error(`The payer is not asked, but ${answer.result}.`);
	return answer;
}

const about = (request: ChargeRequest, { processorTransactionId }: ActionNeeded) =>
	inquiryAbout(request, { processorTransactionId });

function complete(request: ChargeRequest, needed: ActionNeeded, fields = {}): Promise<Inquiry> | undefined {
	return adapter.authentication?.complete(about(request, needed), fields, stripe.network.account);
}

function abandon(request: ChargeRequest, needed: ActionNeeded): Promise<Inquiry> | undefined {
	return adapter.authentication?.abandon(about(request, needed), stripe.network.account);
}

const inquire = (request: ChargeRequest) => adapter.inquire(inquiryAbout(request), stripe.network.account);

const intentOf = ({ reference }: ChargeRequest) => {
	const intent = stripe.books.intentOf(reference);
	if (intent === undefined) throw new Error("There is no such intent.");
	return intent;
};

function sentCharge(): URLSearchParams {
	const path = "/v1/payment_intents";
	return new URLSearchParams(
		stripe.network.received.filter((one) => one.kind === "submit" && one.path === path).at(-1)?.body,
	);
}

const option = (name: string) => sentCharge().get(`payment_method_options[card][${name}]`);

const failed = { result: "declined", declineCode: "authentication_failed", declineClass: "soft" };

describe("Stripe's result of 3-D Secure", () => {
	test.each([
		["authenticated", null, "05", "none", "Y", true],
		["authenticated", null, "02", null, "Y", true],
		["authenticated", null, null, null, "Y", true],
		["authenticated", null, "07", null, "Y", false],
		["authenticated", null, "05", "low_risk", "Y", false],
		["attempt_acknowledged", null, "06", null, "A", true],
		["attempt_acknowledged", null, "01", null, "A", true],
		["exempted", null, "07", "low_risk", "I", false],
		["data_share_only", null, "07", null, "I", false],
		["failed", null, null, null, "N", false],
		["failed", "rejected", null, null, "R", false],
		["failed", "abandoned", null, null, "C", false],
		["failed", "canceled", null, null, "C", false],
		["not_supported", "card_not_enrolled", null, null, "U", false],
		["processing_error", "protocol_error", null, null, "U", false],
	])(
		"%s (%s) with ECI %s and exemption %s is %s, liability shift %s",
		(result, reason, eci, exemption, status, shift) => {
			const told = {
				result,
				result_reason: reason,
				electronic_commerce_indicator: eci,
				exemption_indicator: exemption,
				version: "2.2.0",
			};
			const expected = { status, version: "2.2.0", ...(eci && { eci }), liabilityShift: shift };
			expect(authenticatedOf(told)).toEqual(expected);
		},
	);

	test.each([null, undefined, { result: null }, { result: "something_new" }])("%j is none", (told) => {
		expect(authenticatedOf(told)).toBeUndefined();
	});
});

describe("a charge whose payer may be asked", () => {
	test.each([
		["auto", "automatic"],
		["always", "any"],
	] as const)("under %s requests %s, and names the return address", async (when, asked) => {
		await submit(newCharge({ authentication: { when, returnAddress, browser: null } }));
		expect(option("request_three_d_secure")).toBe(asked);
		expect(sentCharge().get("return_url")).toBe(returnAddress);
		expect(sentCharge().has("error_on_requires_action")).toBe(false);
	});

	test("without it sends neither, and fails instead of waiting", async () => {
		await submit(newCharge());
		expect(option("request_three_d_secure")).toBeNull();
		expect(sentCharge().has("return_url")).toBe(false);
		expect(sentCharge().get("error_on_requires_action")).toBe("true");
	});

	test("tells what the bank found without asking", async () => {
		const card = testCard("4000000000003055", "937");
		expect(await submit(newCharge({ card, authentication: { ...auto, when: "always" } }))).toMatchObject({
			result: "approved",
			authenticated: { status: "Y", version: "2.2.0", eci: "05", liabilityShift: true },
		});
	});

	test("is approved without liability shift when the bank cannot authenticate", async () => {
		const card = testCard("378282246310005", "9372");
		expect(await submit(newCharge({ card, authentication: { ...auto, when: "always" } }))).toMatchObject({
			result: "approved",
			authenticated: { status: "U", liabilityShift: false },
		});
	});

	test("that the bank declines without asking leaves nothing open", async () => {
		stripe.banks.set(cardNumber, { answer: { code: "card_declined", decline_code: "insufficient_funds" } });
		const request = newCharge({ authentication: auto });
		const outcome = await submit(request);
		expect(outcome).toMatchObject({ result: "declined", declineCode: "insufficient_funds", cvvResult: "MATCH" });
		expect(intentOf(request).status).toBe("canceled");
		expect(await inquire(request)).toMatchObject({ declineCode: "insufficient_funds" });
	});
});

describe("a payer at the bank", () => {
	test.each([
		["right", { status: "Y", eci: "05", liabilityShift: true }],
		["attempted", { status: "A", eci: "06", liabilityShift: true }],
		["unavailable", { status: "U", eci: "07", liabilityShift: false }],
	] as const)("whose authentication is %s pays", async (end, authenticated) => {
		const request = challenged();
		const needed = await begun(request);
		await stripe.payer.visit(needed.action, end);
		const outcome = await complete(request, needed);
		expect(outcome).toMatchObject({ result: "approved", authenticated });
		expect(await inquire(request)).toEqual(outcome);
	});

	test("who fails is declined, and cannot pay any more", async () => {
		const request = challenged();
		const needed = await begun(request);
		await stripe.payer.visit(needed.action, "wrong");
		expect(await complete(request, needed)).toMatchObject({ ...failed, authenticated: { status: "N" } });
		expect(intentOf(request)).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
		expect(await complete(request, needed)).toMatchObject(failed);
		expect(await inquire(request)).toMatchObject(failed);
	});

	test("who fails, and pays by the page's secret before the return is taken, has paid", async () => {
		const request = challenged();
		const needed = await begun(request);
		await stripe.payer.visit(needed.action, "wrong");
		stripe.payOtherwise(intentOf(request));
		expect(await complete(request, needed)).toMatchObject({ result: "approved", amountCents: 12_34 });
	});

	test("whom the bank declines afterwards is declined with both results", async () => {
		const request = challenged({ card: testCard("4000008400001629", "937") });
		const needed = await begun(request);
		await stripe.payer.visit(needed.action, "right");
		const outcome = await complete(request, needed);
		expect(outcome).toMatchObject({ declineCode: "do_not_honour", authenticated: { status: "Y", eci: "05" } });
		expect(intentOf(request).status).toBe("canceled");
		expect(await inquire(request)).toEqual(outcome);
	});

	test("who brings another intent's id changes nothing", async () => {
		const [one, other] = [challenged(), challenged()];
		const [needed, neededByOther] = [await begun(one), await begun(other)];
		const fields = await stripe.payer.visit(neededByOther.action, "right");
		expect(fields.payment_intent).toBe(neededByOther.processorTransactionId);
		expect(await complete(one, needed, fields)).toMatchObject({ result: "action", action: needed.action });
	});

	test("is waited for by inquiries and lists", async () => {
		const request = challenged();
		const needed = await begun(request);
		expect(await inquire(request)).toEqual(needed);
		const period = { from: Date.now() - 60_000, to: Date.now() + 60_000 };
		const page = await adapter.listRequests?.(period, undefined, stripe.network.account);
		expect(page?.requests.find(({ reference }) => reference === request.reference)).toMatchObject({
			outcome: { result: "accepted", processorTransactionId: needed.processorTransactionId },
		});
	});

	test("who has no page that leads to the bank is declined", async () => {
		const request = challenged();
		const needed = await begun(request);
		Object.assign(intentOf(request), { next_action: { type: "use_stripe_sdk" } });
		expect(await complete(request, needed)).toMatchObject(failed);
		expect(intentOf(request).status).toBe("canceled");
	});
});

describe("an abandoned charge", () => {
	test("is cancelled as abandoned", async () => {
		const request = challenged();
		const needed = await begun(request);
		expect(await abandon(request, needed)).toMatchObject(failed);
		expect(intentOf(request)).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
		await expect(stripe.payer.visit(needed.action, "right")).rejects.toThrow("shows no payment");
	});

	test("whose payer ends it between our two requests has that end", async () => {
		const request = challenged();
		const needed = await begun(request);
		stripe.failNext("authentication", "answer_late");
		const earlier = stripe.network.received.length;
		const abandoned = abandon(request, needed);
		await expect.poll(() => stripe.network.received.length).toBe(earlier + 1);
		await stripe.payer.visit(needed.action, "right");
		await stripe.endWaiting();
		expect(await abandoned).toMatchObject({ result: "approved", authenticated: { status: "Y" } });
	});

	test("whose hold the payer begins between our two requests holds nothing", async () => {
		const request = challenged({ operation: "authorization" });
		const needed = await begun(request);
		stripe.failNext("authentication", "answer_late");
		const earlier = stripe.network.received.length;
		const abandoned = abandon(request, needed);
		await expect.poll(() => stripe.network.received.length).toBe(earlier + 1);
		await stripe.payer.visit(needed.action, "right");
		expect(intentOf(request).status).toBe("requires_capture");
		await stripe.endWaiting();
		expect(await abandoned).toMatchObject(failed);
		expect(intentOf(request).status).toBe("canceled");
		expect(await inquire(request)).toMatchObject(failed);
	});

	test("that Stripe does not have is not received", async () => {
		expect(await adapter.authentication?.abandon(inquiryAbout(challenged()), stripe.network.account)).toEqual({
			result: "not_received",
		});
	});
});

describe("an event", () => {
	const newest = () => adapter.readWebhook?.(stripe.newestWebhook(), stripe.network.account);
	const typeOfNewest = () => [...stripe.books.events.values()].at(-1)?.type;

	test("of a payer who is asked, or who failed and may try again, decides nothing", async () => {
		const request = challenged();
		const needed = await begun(request);
		expect([typeOfNewest(), await newest()]).toEqual(["payment_intent.requires_action", []]);
		await stripe.payer.visit(needed.action, "wrong");
		expect([typeOfNewest(), await newest()]).toEqual(["payment_intent.payment_failed", []]);
		expect(intentOf(request).status).toBe("requires_payment_method");
		await complete(request, needed);
		expect(typeOfNewest()).toBe("payment_intent.canceled");
		expect(await newest()).toMatchObject([{ kind: "outcome", reference: request.reference, outcome: failed }]);
	});

	test("of a payer who has paid tells the approval", async () => {
		const request = challenged();
		await stripe.payer.visit((await begun(request)).action, "right");
		expect(await newest()).toMatchObject([
			{ reference: request.reference, outcome: { result: "approved", authenticated: { status: "Y" } } },
		]);
	});
});

describe("the merchant's own result", () => {
	const result: GivenAuthentication = {
		version: "2.2.0",
		eci: "05",
		status: "Y",
		cavv: "AAABBEg0VhI0VniQEjRWAAAAAAA=",
		dsTransactionId: "f25084f0-5b16-4c0a-ae5d-b24808a95e4b",
	};
	const made = (changes: Partial<GivenAuthentication> = {}): Authentication => ({
		when: "made",
		result: { ...result, ...changes },
	});

	test("is sent, with an error instead of another authentication", async () => {
		const card = testCard("4000002760003184", "937");
		expect(await submit(newCharge({ card, authentication: made() }))).toMatchObject({
			result: "approved",
			authenticated: { status: "Y", version: "2.2.0", eci: "05" },
		});
		expect(option("three_d_secure][version")).toBe("2.2.0");
		expect(option("three_d_secure][electronic_commerce_indicator")).toBe("05");
		expect(option("three_d_secure][ares_trans_status")).toBe("Y");
		expect(option("three_d_secure][cryptogram")).toBe(result.cavv);
		expect(option("three_d_secure][transaction_id")).toBe(result.dsTransactionId);
		expect(option("request_three_d_secure")).toBeNull();
		expect(sentCharge().get("error_on_requires_action")).toBe("true");
	});

	test.each([{ cavv: null }, { dsTransactionId: null }])("with %j is not sent", async (changes) => {
		const request = newCharge({ authentication: made(changes) });
		const earlier = stripe.network.received.length;
		expect(await submit(request)).toMatchObject({
			declineClass: "configuration",
			declineCode: "request_refused",
			message: expect.stringContaining("ds_transaction_id"),
		});
		expect(stripe.network.received.length).toBe(earlier);
	});

	test("that the account may not import names what to arrange", async () => {
		stripe.switches.importsAuthentication = false;
		expect(await submit(newCharge({ authentication: made() }))).toMatchObject({
			declineCode: "account_refused",
			message: expect.stringContaining("import the results of 3-D Secure"),
		});
	});
});
