import type { ActionNeeded, Authentication, ChargeRequest, GivenAuthentication, ReturnedFields } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inquiryAbout, newCharge, newModification } from "../../../../test/fixtures/payments/processor-requests.ts";
import { testCard } from "../../../../test/fixtures/payments/test-card.ts";
import { type Adyen, account, startAdyen } from "../test-support/adyen.ts";
import { createAdyen } from "./adapter.ts";
import { authenticationAnswerOf, chargeOutcomeOf } from "./answers.ts";

let adyen: Adyen;
let processor: ReturnType<typeof createAdyen>;

beforeAll(async () => {
	adyen = await startAdyen();
	processor = createAdyen({ url: adyen.network.url });
});
afterAll(() => adyen.stop());

const browser = {
	acceptHeader: "text/html",
	userAgent: "Mozilla/5.0 Firefox/140.0",
	language: "fr-CA",
	colorDepth: 24,
	screenWidth: 1280,
	screenHeight: 800,
	timeZoneOffset: 300,
	javaEnabled: false,
};
const auto: Authentication = {
	when: "auto",
	returnAddress: "https://pay.example/pay/authenticate/a/b/return",
	browser,
};
const challenged = () => newCharge({ card: testCard("4212345678910006", "737"), authentication: auto });

const submit = (request: ChargeRequest) => processor.submit(request, account);
const bodyOf = (path: string) =>
	JSON.parse(adyen.network.received.filter((one) => one.path.endsWith(path)).at(-1)?.body ?? "{}");

async function begun(request: ChargeRequest): Promise<ActionNeeded["action"]> {
	const answer = await submit(request);
	if (answer.result !== "action") throw new Error(`The payer is not asked: ${answer.result}`);
	expect(answer.processorTransactionId).toBe(request.reference);
	return answer.action;
}

const visit = async (action: ActionNeeded["action"], end: "right" | "wrong" | "attempted" | "unavailable") =>
	(await adyen.payer?.visit(action, end)) ?? {};

const aboutWaiting = (request: ChargeRequest) => inquiryAbout(request, { processorTransactionId: request.reference });

const complete = async (request: ChargeRequest, returned: ReturnedFields) =>
	processor.authentication?.complete(aboutWaiting(request), returned, account);

const waiting = (request: ChargeRequest) => ({ result: "action", processorTransactionId: request.reference });

describe("a charge whose payer may be asked", () => {
	test("names the page to return to, and the browser", async () => {
		await submit(newCharge({ authentication: auto }));
		expect(bodyOf("/payments")).toMatchObject({
			returnUrl: "https://pay.example/pay/authenticate/a/b/return",
			origin: "https://pay.example",
			channel: "Web",
			shopperIP: "203.0.113.7",
			authenticationData: { threeDSRequestData: { nativeThreeDS: "disabled" } },
			browserInfo: { ...browser, javaScriptEnabled: true },
		});
		expect(bodyOf("/payments").authenticationData).not.toHaveProperty("attemptAuthentication");
	});

	test("is always authenticated if the merchant wants it", async () => {
		const action = await begun(newCharge({ authentication: { ...auto, when: "always" } }));
		expect(bodyOf("/payments").authenticationData).toMatchObject({ attemptAuthentication: "always" });
		expect(action).toMatchObject({ url: expect.stringContaining("/threeDS/redirect"), method: "GET", fields: {} });
	});

	test("is taken without a browser, and without an address", async () => {
		const payer = { ...newCharge().payer, address1: null, postalCode: null };
		const charge = newCharge({ authentication: { ...auto, browser: null }, payer });
		expect(await submit(charge)).toMatchObject({ result: "approved" });
		expect(bodyOf("/payments")).toMatchObject({
			browserInfo: { language: "en", javaScriptEnabled: false },
			billingAddress: { street: "NA", country: "ZZ" },
		});
	});

	test("by a bank that does not ask has the result", async () => {
		const charge = newCharge({ card: testCard("5201281505129736", "737"), authentication: auto });
		expect(await submit(charge)).toMatchObject({
			result: "approved",
			authenticated: { status: "Y", version: "2.2.0", eci: "05", liabilityShift: true },
		});
	});
});

describe("the end of a charge", () => {
	test.each([
		["right", { result: "approved", authenticated: { status: "Y", eci: "05", liabilityShift: true } }],
		["attempted", { result: "approved", authenticated: { status: "A", eci: "06", liabilityShift: true } }],
		["unavailable", { result: "approved", authenticated: { status: "U", eci: "07", liabilityShift: false } }],
		["wrong", { result: "declined", declineCode: "authentication_failed", issuerCode: "11", declineClass: "soft" }],
	] as const)("of a payer who is %s", async (end, expected) => {
		const charge = challenged();
		const returned = await visit(await begun(charge), end);
		expect(await complete(charge, returned)).toMatchObject(expected);
		expect(bodyOf("/payments/details")).toEqual({ details: { redirectResult: returned.redirectResult } });
		const [event] = (await processor.readWebhook?.(adyen.webhookAbout(charge.reference), account)) ?? [];
		const { issuerCode: _, ...told } = expected as typeof expected & { issuerCode?: string };
		expect(event).toMatchObject({ kind: "outcome", reference: charge.reference, outcome: told });
	});

	test("is the same when the fields came to another charge's address before", async () => {
		const [one, other] = [challenged(), challenged()];
		await begun(one);
		const returned = await visit(await begun(other), "right");
		expect(await complete(one, returned)).toMatchObject(waiting(one));
		expect(await complete(other, returned)).toMatchObject({ result: "approved" });
		expect(await adyen.booked(one.reference)).toEqual([]);
		expect(await adyen.booked(other.reference)).toHaveLength(1);
	});

	test("sends no fields that are not of a bank, and none that Adyen refuses end it", async () => {
		const charge = challenged();
		await begun(charge);
		const earlier = adyen.network.received.length;
		for (const returned of [{}, { cres: "e30" }, { redirectResult: "" }, { MD: "1" }]) {
			expect(await complete(charge, returned)).toMatchObject(waiting(charge));
		}
		expect(adyen.network.received).toHaveLength(earlier);
		expect(await complete(charge, { MD: "1", PaRes: "Y" })).toMatchObject(waiting(charge));
		expect(bodyOf("/payments/details")).toEqual({ details: { MD: "1", PaRes: "Y" } });
	});

	test("is not known when the account is refused, or the server fails", async () => {
		const charge = challenged();
		const returned = await visit(await begun(charge), "right");
		const about = aboutWaiting(charge);
		const other = { ...account, api_key: "AQEwrong" };
		await expect(processor.authentication?.complete(about, returned, other)).rejects.toThrow();
		adyen.failNext("authentication", "error_500_after");
		await expect(complete(charge, returned)).rejects.toThrow();
		expect(await complete(charge, returned)).toMatchObject({ result: "approved" });
		expect(await adyen.booked(charge.reference)).toHaveLength(1);
	});

	const about = inquiryAbout(newCharge());
	const answer = { resultCode: "Authorised", pspReference: "PSP1" };

	test("has to name the payment", () => {
		expect(() => authenticationAnswerOf(answer, about)).toThrow(/does not name/);
		const additionalData = { merchantReference: about.reference };
		expect(authenticationAnswerOf({ ...answer, additionalData }, about)).toMatchObject({ result: "approved" });
		expect(authenticationAnswerOf({ ...answer, merchantReference: "another" }, about)).toBeUndefined();
	});

	test.each([
		["Cancelled", { result: "declined", declineCode: "authentication_failed" }],
		["Pending", { result: "accepted", processorTransactionId: "PSP1" }],
		["RedirectShopper", undefined],
	])("that Adyen calls %s is %j", (resultCode, expected) => {
		const told = authenticationAnswerOf({ ...answer, resultCode, merchantReference: about.reference }, about);
		if (expected === undefined) expect(told).toBeUndefined();
		else expect(told).toMatchObject(expected);
	});
});

describe("the result of an authentication", () => {
	const charge = newCharge();
	const authenticatedBy = (additionalData: object) =>
		chargeOutcomeOf({ resultCode: "Authorised", pspReference: "PSP1", additionalData }, charge);

	test.each([
		[{ threeDOffered: "false", threeDOfferedResponse: "N/A", threeDAuthenticatedResponse: "N/A" }, undefined],
		[{}, undefined],
		[{ threeDOffered: "true", threeDOfferedResponse: "C", threeDAuthenticatedResponse: "U" }, { status: "U" }],
		[{ threeDOffered: "true", threeDOfferedResponse: "A", threeDAuthenticatedResponse: "N/A" }, { status: "A" }],
		[{ threeDOffered: "true", threeDOfferedResponse: "C", threeDAuthenticated: "true" }, { status: "Y" }],
		[
			{
				threeDOffered: "true",
				threeDAuthenticatedResponse: "Y",
				eci: "N/A",
				threeDSVersion: "two",
				liabilityShift: "false",
			},
			{ status: "Y", eci: undefined, version: undefined, liabilityShift: false },
		],
	])("in %j is %j", (additionalData, expected) => {
		const told = authenticatedBy(additionalData);
		expect(told).toMatchObject(expected === undefined ? { result: "approved" } : { authenticated: expected });
		expect("authenticated" in told).toBe(expected !== undefined);
	});

	test.each([
		[{ type: "redirect", url: "https://bank.example/acs", method: "POST", data: { creq: "e30" } }, { creq: "e30" }],
		[{ type: "redirect", url: "https://bank.example/acs?a=1", method: "GET" }, {}],
	])("begins at the address of %j", (action, fields) => {
		const told = chargeOutcomeOf({ resultCode: "RedirectShopper", action }, { ...charge, authentication: auto });
		const { url, method } = action;
		expect(told).toEqual({ ...waiting(charge), action: { url, method, fields } });
	});

	test.each([undefined, { type: "threeDS2" }, { type: "redirect", url: "nowhere" }])(
		"does not begin with the action %j, which no browser can follow",
		(action) => {
			const told = chargeOutcomeOf({ resultCode: "ChallengeShopper", action }, { ...charge, authentication: auto });
			expect(told).toMatchObject({ result: "declined", declineCode: "authentication_required" });
		},
	);
});

describe("a result that the merchant made", () => {
	const cavv = "AAABBEg0VhI0VniQEjRWAAAAAAA=";
	const dsTransactionId = "f25084f0-5b16-4c0a-ae5d-b24808a95e4b";
	const made: GivenAuthentication = { version: "2.2.0", eci: "05", status: "Y", cavv, dsTransactionId };

	test.each([
		[made, { directoryResponse: "Y", authenticationResponse: "Y", cavv, eci: "05", dsTransID: dsTransactionId }],
		[
			{ ...made, status: "R", eci: "07", cavv: null },
			{ directoryResponse: "R", eci: "07" },
		],
	] as [GivenAuthentication, object][])("of %j is sent, and no further one is made", async (result, mpiData) => {
		const charge = newCharge({ authentication: { when: "made", result } });
		expect(await submit(charge)).toMatchObject({ result: "approved" });
		const body = bodyOf("/payments");
		expect(body).toMatchObject({ authenticationData: { attemptAuthentication: "never" } });
		expect(body.mpiData).toEqual({ dsTransID: dsTransactionId, threeDSVersion: "2.2.0", ...mpiData });
	});
});

describe("a charge that waits for its payer", () => {
	test("says so, without Adyen's id", async () => {
		const charge = challenged();
		await begun(charge);
		expect(await processor.inquire(aboutWaiting(charge), account)).toMatchObject(waiting(charge));
	});

	test("is declined when it is abandoned, unless it has an end", async () => {
		const charge = challenged();
		await begun(charge);
		const abandon = async (changes = {}) =>
			processor.authentication?.abandon({ ...aboutWaiting(charge), ...changes }, account);
		expect(await abandon()).toMatchObject({ result: "declined", declineCode: "authentication_failed" });
		expect(await abandon({ processorTransactionId: "PSP1" })).toMatchObject({ result: "unknown", isFinal: false });
	});

	test("and was charged, unknown to us, is approved when it is abandoned, if reports tell it", async () => {
		const charge = challenged();
		await complete(charge, await visit(await begun(charge), "right"));
		adyen.reportPayments();
		const about = { ...aboutWaiting(charge), requestedAt: Date.now() - 2 * 60 * 60 * 1000 };
		const withReports = { ...account, report_api_key: adyen.reportApiKey };
		expect(await processor.authentication?.abandon(about, withReports)).toMatchObject({ result: "approved" });
		expect(await processor.inquire(about, withReports)).toMatchObject({ result: "approved" });
	});

	test("is not changed at Adyen, which knows no such id", async () => {
		const charge = challenged();
		await begun(charge);
		const earlier = adyen.network.received.length;
		const change = newModification("void", charge, charge.reference);
		expect(await processor.submit(change, account)).toMatchObject({ declineCode: "request_refused" });
		expect(adyen.network.received).toHaveLength(earlier);
	});
});

describe("the simulator refuses", () => {
	const refusalOf = async (changes: object) => {
		await submit(newCharge({ authentication: auto }));
		const response = await fetch(`${adyen.network.url}/v72/payments`, {
			method: "POST",
			headers: { "X-API-Key": account.api_key, "Content-Type": "application/json" },
			body: JSON.stringify({ ...bodyOf("/payments"), ...changes }),
		});
		const { message } = (await response.json()) as { message?: string };
		return [response.status, message];
	};
	const mpiData = { eci: "05", threeDSVersion: "2.2.0", directoryResponse: "Y" };
	const dsTransID = "f25084f0-5b16-4c0a-ae5d-b24808a95e4b";
	const never = { authenticationData: { attemptAuthentication: "never" } };

	test.each([
		["no browser", { browserInfo: undefined }, /browserInfo/],
		["a part of a browser", { browserInfo: { ...browser, language: undefined } }, /browserInfo.language/],
		["another depth of colours", { browserInfo: { ...browser, colorDepth: 10 } }, /colorDepth/],
		["no origin", { origin: undefined }, /origin/],
		["a path in the origin", { origin: "https://pay.example/pay" }, /origin/],
		["no address", { billingAddress: undefined }, /billingAddress/],
		["an unknown payer", { shopperIP: undefined, shopperEmail: undefined }, /shopperIP/],
		["a made result without its value", { mpiData: { ...mpiData, dsTransID }, ...never }, /cavv/],
		["a made result without its id", { mpiData, ...never }, /dsTransID/],
		["a made result and another one", { mpiData: { ...mpiData, dsTransID } }, /attemptAuthentication/],
	])("a payment with %s", async (_, changes, message) => {
		expect(await refusalOf(changes)).toEqual([422, expect.stringMatching(message)]);
	});
});
