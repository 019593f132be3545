import type { ActionNeeded, Authentication, ChargeRequest, GivenAuthentication, ReturnedFields } from "@cardseal/vault";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { testCard } from "../../../../test/fixtures/payments/test-card.ts";
import { acceptCard } from "../../../vault/src/cards/card.ts";
import type { AccountRules } from "../test-support/api.ts";
import { auto, browser, inquiryAbout, newCharge, newModification } from "../test-support/requests.ts";
import { type BamboraSimulator, startBambora } from "../test-support/simulator.ts";
import { createBambora } from "./adapter.ts";
import { outcomeOf, readPayment } from "./answers.ts";

let simulator: BamboraSimulator;
let rules: AccountRules;

beforeAll(async () => {
	simulator = await startBambora();
	rules = { ...simulator.rules };
});
afterEach(() => void Object.assign(simulator.rules, rules));
afterAll(() => simulator.stop());

const adapter = () => createBambora({ url: simulator.network.url });
const account = (hasReports = true) => {
	const { reporting_passcode: reporting = "", ...rest } = simulator.network.account;
	return hasReports ? { ...rest, reporting_passcode: reporting } : rest;
};
const submit = (request: ChargeRequest) => adapter().submit(request, account());
const bodyOf = (path: string) =>
	JSON.parse(simulator.network.received.filter((one) => one.path.endsWith(path)).at(-1)?.body ?? "{}");
const countOf = (kind: string) => simulator.network.received.filter((one) => one.kind === kind).length;

const challenged = (changes: Partial<ChargeRequest> = {}) =>
	newCharge({ card: testCard("4012007153923001", "123"), authentication: auto, ...changes });
const always: Authentication = {
	when: "always",
	returnAddress: "https://pay.example/pay/authenticate/a/b/return",
	browser,
};

async function begun(request: ChargeRequest): Promise<ActionNeeded> {
	const answer = await submit(request);
	if (answer.result !== "action") throw new Error(`The payer is not asked: ${answer.result}`);
	return answer;
}

const visit = async ({ action }: ActionNeeded, end: "right" | "wrong" | "attempted" | "unavailable") =>
	(await simulator.payer?.visit(action, end)) ?? {};

const aboutWaiting = (request: ChargeRequest, { processorTransactionId }: ActionNeeded) =>
	inquiryAbout(request, { processorTransactionId });

const complete = async (request: ChargeRequest, needed: ActionNeeded, returned: ReturnedFields, hasReports = true) =>
	adapter().authentication?.complete(aboutWaiting(request, needed), returned, account(hasReports));

const abandon = async (request: ChargeRequest, needed: ActionNeeded, hasReports = true) =>
	adapter().authentication?.abandon(aboutWaiting(request, needed), account(hasReports));

const failed = { result: "declined", declineClass: "soft", declineCode: "authentication_failed" };

describe("a charge whose payer may be asked", () => {
	test("names the page to return to, and the browser", async () => {
		expect(await submit(newCharge({ authentication: auto }))).toMatchObject({
			result: "approved",
			authenticated: { status: "Y", liabilityShift: true },
		});
		expect(bodyOf("/payments")).toMatchObject({
			term_url: "https://pay.example/pay/authenticate/a/b/return",
			card: {
				"3d_secure": {
					browser: {
						accept_header: "text/html",
						user_agent: "Mozilla/5.0 Firefox/140.0",
						language: "fr-CA",
						color_depth: 24,
						screen_height: 800,
						screen_width: 1280,
						time_zone: 300,
						java_enabled: false,
						javascript_enabled: true,
					},
					enabled: true,
					version: 2,
					auth_required: false,
				},
			},
		});
	});

	test.each([
		["none", null, { language: "en", javascript_enabled: false }],
		["a long language", { ...browser, language: "zh-Hant-TW" }, { language: "zh" }],
		["one colour", { ...browser, colorDepth: 1 }, { color_depth: 4 }],
		["a far time zone", { ...browser, timeZoneOffset: 840 }, { time_zone: 720 }],
		["long headers", { ...browser, acceptHeader: "a".repeat(3_000) }, { accept_header: "a".repeat(2_048) }],
	])("is taken with a browser of %s", async (_, given, expected) => {
		const authentication = { ...auto, browser: given };
		expect(await submit(newCharge({ authentication }))).toMatchObject({ result: "approved" });
		expect(bodyOf("/payments").card["3d_secure"].browser).toMatchObject(expected);
	});

	test.each([
		["4012004040524514", auto, { result: "approved", authenticated: { status: "A", liabilityShift: true } }],
		["4475853611842840", auto, { result: "approved", authenticated: { status: "U", liabilityShift: false } }],
		["4475853611842840", always, { ...failed, authenticated: { status: "U", liabilityShift: false } }],
		["4012001775445550", auto, { ...failed, issuerCode: "311", authenticated: { status: "N" } }],
		["4012003360932265", always, { ...failed, issuerCode: "311", authenticated: { status: "R" } }],
	] as const)("of the card %s, whose bank does not ask", async (number, authentication, expected) => {
		// The sandbox does not take them.
		const card = acceptCard({ number, month: "08", year: "30", securityCode: "123" }, "live", Date.UTC(2026, 10, 23));
		expect(await submit(newCharge({ card, authentication }))).toMatchObject(expected);
	});

	test("is not authenticated by an account that does it by default, unless it is asked for", async () => {
		simulator.rules.authenticatesByDefault = true;
		const ordinary = await submit(newCharge());
		expect(ordinary).toMatchObject({ result: "approved" });
		expect(ordinary.result === "approved" && ordinary.authenticated).toBeUndefined();
	});
});

describe("the end of a charge", () => {
	test.each([
		["right", auto, { result: "approved", authenticated: { status: "Y", liabilityShift: true } }],
		["attempted", auto, { result: "approved", authenticated: { status: "A", liabilityShift: true } }],
		["unavailable", auto, { result: "approved", authenticated: { status: "U", liabilityShift: false } }],
		["unavailable", always, { ...failed, issuerCode: "311" }],
		["wrong", auto, { ...failed, issuerCode: "311", authenticated: { status: "N", liabilityShift: false } }],
	] as const)("of a payer who is %s", async (end, authentication, expected) => {
		const charge = challenged({ authentication });
		const needed = await begun(charge);
		const returned = await visit(needed, end);
		expect(await complete(charge, needed, returned)).toMatchObject(expected);
		const path = `/${encodeURIComponent(needed.processorTransactionId)}/continue`;
		expect(bodyOf(path)).toEqual({ payment_method: "credit_card", card_response: { cres: returned.cres } });
	});

	test("sends nothing without the bank's answer, or with that of another session", async () => {
		const [one, other] = [challenged(), challenged()];
		const [needed, neededByOther] = [await begun(one), await begun(other)];
		const ofOther = await visit(neededByOther, "right");
		const earlier = countOf("authentication");
		for (const returned of [{}, { cres: "" }, { cres: "a b" }, { PaRes: "Y", MD: "1" }, ofOther]) {
			expect(await complete(one, needed, returned)).toMatchObject({ result: "action" });
		}
		for (const name of ["threeDSSessionData", "threeDS_session_data"]) {
			const returned = { cres: ofOther.cres ?? "", [name]: neededByOther.processorTransactionId };
			expect(await complete(one, needed, returned)).toMatchObject({ result: "action" });
		}
		expect(countOf("authentication")).toBe(earlier);
		expect(await complete(one, needed, { cres: ofOther.cres ?? "" })).toMatchObject({ result: "action" });
		expect(await simulator.booked(one.reference)).toEqual([]);
	});

	test.each([
		[true, 762, { result: "approved" }],
		[true, 1177, { result: "approved" }],
		[true, 311, { result: "approved" }],
		[false, 762, { result: "unknown", isFinal: true }],
		[false, 1177, { result: "unknown", isFinal: true }],
	] as const)("whose answer was lost is found with reports (%s, %i)", async (hasReports, code, expected) => {
		simulator.rules.endedSessionCode = code;
		const charge = challenged();
		const needed = await begun(charge);
		const returned = await visit(needed, "right");
		simulator.failNext("authentication", "torn");
		await expect(complete(charge, needed, returned, hasReports)).rejects.toThrow();
		expect(await complete(charge, needed, returned, hasReports)).toMatchObject(expected);
		expect(await simulator.booked(charge.reference)).toHaveLength(1);
	});

	test("is not known when the account is refused", async () => {
		const charge = challenged();
		const needed = await begun(charge);
		const returned = await visit(needed, "right");
		const refused = { ...account(), api_passcode: "wrong" };
		const ending = adapter().authentication?.complete(aboutWaiting(charge, needed), returned, refused);
		await expect(ending).rejects.toThrow();
		expect(await complete(charge, needed, returned)).toMatchObject({ result: "approved" });
	});

	test("of another payment is not taken", async () => {
		const charge = challenged();
		const needed = await begun(charge);
		simulator.failNext("authentication", "other_reference");
		await expect(complete(charge, needed, await visit(needed, "right"))).rejects.toThrow("another payment");
	});

	test("that the bank declines is its decline", async () => {
		const charge = challenged();
		const needed = await begun(charge);
		const returned = await visit(needed, "right");
		simulator.failNext("authentication", { declined: "610" });
		expect(await complete(charge, needed, returned)).toMatchObject({
			declineCode: "insufficient_funds",
			authenticated: { status: "Y" },
		});
	});
});

describe("a charge that waits for its payer", () => {
	test.each([true, false])("says so, and is declined when it is abandoned; with reports: %s", async (hasReports) => {
		const charge = challenged();
		const needed = await begun(charge);
		const about = aboutWaiting(charge, needed);
		const { processorTransactionId } = needed;
		expect(await adapter().inquire(about, account(hasReports))).toMatchObject({
			result: "action",
			processorTransactionId,
		});
		expect(await abandon(charge, needed, hasReports)).toMatchObject(failed);
		expect(await simulator.booked(charge.reference)).toEqual([]);
	});

	test("and was charged, unknown to us, is approved when it is abandoned or asked about", async () => {
		const charge = challenged();
		const needed = await begun(charge);
		await complete(charge, needed, await visit(needed, "right"));
		expect(await abandon(charge, needed)).toMatchObject({ result: "approved" });
		expect(await adapter().inquire(aboutWaiting(charge, needed), account())).toMatchObject({ result: "approved" });
	});

	test("and failed, unknown to us, is a failed authentication", async () => {
		const charge = challenged();
		const needed = await begun(charge);
		await complete(charge, needed, await visit(needed, "wrong"));
		expect(await abandon(charge, needed)).toMatchObject({ ...failed, issuerCode: "311" });
	});

	test("is not changed at Bambora by its session", async () => {
		const charge = challenged();
		const needed = await begun(charge);
		const change = newModification("void", charge, { ...needed, result: "declined" } as never);
		const outcome = await adapter().submit(change, account(false));
		expect(outcome).toMatchObject({ declineCode: "request_refused" });
	});
});

describe("a result that the merchant made", () => {
	const cavv = "AAABBEg0VhI0VniQEjRWAAAAAAA=";
	const dsTransactionId = "f25084f0-5b16-4c0a-ae5d-b24808a95e4b";
	const made: GivenAuthentication = { version: "2.2.0", eci: "05", status: "Y", cavv, dsTransactionId };

	test("is passed through", async () => {
		expect(await submit(newCharge({ authentication: { when: "made", result: made } }))).toMatchObject({
			result: "approved",
		});
		expect(bodyOf("/payments").card["3d_secure_passthrough"]).toEqual({
			version: 2,
			xid: expect.stringMatching(/^\d{1,18}$/),
			eci: 5,
			cavv,
			ds_transaction_id: dsTransactionId,
		});
	});

	test("without a value is left out, as Bambora has no place for it", async () => {
		const result: GivenAuthentication = { ...made, status: "U", eci: "07", cavv: null };
		expect(await submit(newCharge({ authentication: { when: "made", result } }))).toMatchObject({ result: "approved" });
		expect(bodyOf("/payments").card).toMatchObject({ "3d_secure": { enabled: false } });
	});
});

describe("the result of an authentication", () => {
	const payment = { id: 1, approved: 1, message_id: 1, message: "Approved", type: "P", amount: 12.34 };
	const toldBy = (more: object) => {
		const read = readPayment({ status: 200, body: { ...payment, ...more } });
		const outcome = outcomeOf(read, { operation: "sale", currency: "CAD" });
		return outcome?.result === "approved" ? outcome.authenticated : "declined";
	};

	test.each([
		[{}, undefined],
		[{ "3d_secure": { status: "Astonished" } }, undefined],
		[
			{ "3d_secure": { status: "Succeeded", version: "2.2.0" }, card: { eci: 5 } },
			{ status: "Y", version: "2.2.0", eci: "05", liabilityShift: true },
		],
		[{ "3d_secure": { status: "Succeeded", downgraded: true } }, { status: "Y", liabilityShift: false }],
		[
			{ "3d_secure": { status: "Attempted" }, card: { cavv_result: 0 } },
			{ status: "A", liabilityShift: false },
		],
		[
			{ "3d_secure": { status: "Attempted" }, card: { cavv_result: 2 } },
			{ status: "A", liabilityShift: true },
		],
		[{ "3d_secure": { status: "Error" } }, { status: "U", liabilityShift: false }],
	])("of %j is %j", (more, expected) => {
		if (expected === undefined) expect(toldBy(more)).toBeUndefined();
		else expect(toldBy(more)).toMatchObject(expected);
	});
});

describe("the simulator refuses", () => {
	const fieldsOf = async (changes: object, secure: object = {}) => {
		await submit(newCharge({ authentication: auto }));
		const body = bodyOf("/payments");
		const { merchant_id: id, api_passcode: passcode } = simulator.network.account;
		const response = await fetch(`${simulator.network.url}/v1/payments`, {
			method: "POST",
			headers: {
				"Content-Type": "application/json",
				Authorization: `Passcode ${Buffer.from(`${id}:${passcode}`).toString("base64")}`,
			},
			body: JSON.stringify({
				...body,
				order_number: undefined,
				...changes,
				card: { ...body.card, "3d_secure": { ...body.card["3d_secure"], ...secure } },
			}),
		});
		const { details = [] } = (await response.json()) as { details?: { field: string }[] };
		return [response.status, details.map(({ field }) => field)];
	};
	const given = {
		accept_header: "*/*",
		java_enabled: false,
		language: "en",
		color_depth: 24,
		screen_height: 1,
		screen_width: 1,
	};
	const whole = { ...given, time_zone: 0, user_agent: "Mozilla/5.0", javascript_enabled: true };

	test.each([
		["no address to return to", { term_url: undefined }, {}, "term_url"],
		["the first version", {}, { version: 1 }, "card:3d_secure:version"],
		["no version", {}, { version: undefined }, "version"],
		["no browser", {}, { browser: undefined }, "browser"],
		["a part of a browser", {}, { browser: { ...whole, user_agent: undefined } }, "card:3d_secure:browser:user_agent"],
		["a word for a number", {}, { browser: { ...whole, color_depth: "24" } }, "card:3d_secure:browser:color_depth"],
		["a time zone of Mars", {}, { browser: { ...whole, time_zone: 900 } }, "card:3d_secure:browser:time_zone"],
	])("a payment with %s", async (_, changes, secure, field) => {
		expect(await fieldsOf(changes, secure)).toEqual([400, [field]]);
	});
});
