import type { ProcessorEvent, WebhookRequest } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newCharge, newModification } from "../../../../test/fixtures/payments/processor-requests.ts";
import { type Adyen, account, startAdyen } from "../test-support/adyen.ts";
import { settledLine, settlementReport } from "../test-support/reports.ts";
import { createAdyen } from "./adapter.ts";

let adyen: Adyen;
let processor: ReturnType<typeof createAdyen>;

beforeAll(async () => {
	adyen = await startAdyen();
	processor = createAdyen({ url: adyen.network.url });
});
afterAll(() => adyen.stop());

async function read(request: WebhookRequest, secrets: Record<string, string> = account): Promise<ProcessorEvent[]> {
	return (await processor.readWebhook?.(request, secrets)) ?? [];
}

async function charged(changes: Parameters<typeof newCharge>[0] = {}) {
	const charge = newCharge(changes);
	const { processorTransactionId: id = "" } = await processor.submit(charge, account);
	return { charge, id };
}

describe("an outcome", () => {
	test("of a charge has its amount and Adyen's id", async () => {
		const { charge, id } = await charged();
		expect(await read(adyen.webhookAbout(charge.reference))).toEqual([
			{
				id: `${id}-AUTHORISATION-true`,
				kind: "outcome",
				reference: charge.reference,
				operation: "charge",
				outcome: expect.objectContaining({
					result: "approved",
					authorizationCode: "065696",
					processorTransactionId: id,
					amountCents: 12_34,
					currency: "CAD",
				}),
			},
		]);
	});

	test("of a card's verification is left out, as it is not a transaction", async () => {
		const { charge } = await charged({ operation: "verification", amountCents: 0 });
		expect(await read(adyen.webhookAbout(charge.reference))).toEqual([]);
	});

	test("of a refused charge is mapped by Adyen's words", async () => {
		adyen.failNext("submit", { declined: "12" });
		const { charge } = await charged();
		expect(await read(adyen.webhookAbout(charge.reference))).toMatchObject([
			{ outcome: { result: "declined", declineCode: "insufficient_funds", message: "Not enough balance" } },
		]);
	});

	test("of a capture, a refund and a void is that of our reference", async () => {
		const { charge, id } = await charged({ operation: "authorization" });
		const capture = newModification("capture", charge, id);
		const refund = newModification("refund", capture, id);
		const voiding = newModification("void", charge, id);
		for (const request of [capture, refund, voiding]) await processor.submit(request, account);
		const told = await Promise.all(
			[capture, refund, voiding].map(({ reference }) => read(adyen.webhookAbout(reference))),
		);
		expect(told.flat()).toMatchObject([
			{
				reference: capture.reference,
				operation: "capture",
				outcome: { result: "approved", processorTransactionId: id, amountCents: 12_34 },
			},
			{ reference: refund.reference, operation: "refund", outcome: { result: "approved", amountCents: 12_34 } },
			{
				reference: voiding.reference,
				operation: "void",
				outcome: { result: "declined", declineCode: "not_permitted", message: "Payment already captured" },
			},
		]);
	});

	test.each([
		["CAPTURE_FAILED", "capture"],
		["REFUND_FAILED", "refund"],
		["REFUNDED_REVERSED", "refund"],
	])("of %s declines the %s, although it succeeded", async (eventCode, operation) => {
		const about = { pspReference: "PSP1", originalReference: "PSP0", merchantReference: "ref1", reason: "Rejected" };
		expect(await read(adyen.webhook([{ eventCode, ...about }]))).toMatchObject([
			{ reference: "ref1", operation, outcome: { result: "declined", message: "Rejected" } },
		]);
	});

	test("of several items in one body is told for each", async () => {
		const items = ["ref1", "ref2"].map((merchantReference, index) => ({
			eventCode: "AUTHORISATION",
			pspReference: `PSP${index}`,
			merchantReference,
			amount: { value: 12_34, currency: "CAD" },
		}));
		expect(
			(await read(adyen.webhook(items))).map(
				(processorEvent) => "reference" in processorEvent && processorEvent.reference,
			),
		).toEqual(["ref1", "ref2"]);
	});
});

describe("a webhook", () => {
	const item = { eventCode: "AUTHORISATION", pspReference: "PSP1", merchantReference: "ref1" };

	test.each([
		["of an unknown event", { eventCode: "OFFER_CLOSED" }],
		["of another merchant account of the company", { merchantAccountCode: "AnotherShop" }],
		["of a cancellation that the adapter made itself", { eventCode: "TECHNICAL_CANCEL" }],
		["of its reference", { eventCode: "CANCELLATION", merchantReference: "ref1-cancel" }],
		["of another report", { eventCode: "REPORT_AVAILABLE", pspReference: "dispute_report_2026_11_23.csv" }],
	])("%s tells nothing", async (_, changes) => {
		expect(await read(adyen.webhook([{ ...item, ...changes }]))).toEqual([]);
	});

	test("with one wrong signature among several is refused", async () => {
		const { headers, body } = adyen.webhook([item, { ...item, pspReference: "PSP2" }]);
		const changed = Buffer.from(Buffer.from(body).toString().replace("PSP2", "PSP3"));
		await expect(read({ headers, body: changed })).rejects.toMatchObject({ name: "WebhookRefused" });
	});

	test.each(["", "null", "[]", "{}", '{"notificationItems":[]}'])("with the body %j is refused", async (text) => {
		const request = { headers: {}, body: Buffer.from(text) };
		await expect(read(request)).rejects.toMatchObject({ name: "WebhookRefused" });
	});

	test("of an account without a key is refused", async () => {
		const { webhook_hmac_key: _, ...without } = account;
		await expect(read(adyen.webhook([item]), without)).rejects.toMatchObject({ name: "WebhookRefused" });
	});
});

describe("a dispute", () => {
	const about = {
		pspReference: "DISPUTE1",
		originalReference: "PSP1",
		merchantReference: "ref1",
		amount: { value: 12_34, currency: "CAD" },
	};
	const defensePeriodEndsAt = "2026-12-18T10:15:30+01:00";
	const openData = {
		disputeStatus: "Undefended",
		chargebackReasonCode: " 4853",
		defensePeriodEndsAt,
		defendable: "true",
	};

	test("has the network's reason and the end of its defence", async () => {
		const item = { eventCode: "NOTIFICATION_OF_CHARGEBACK", ...about, additionalData: openData };
		expect(await read(adyen.webhook([item]))).toMatchObject([
			{
				kind: "dispute",
				disputeId: "DISPUTE1",
				reference: "ref1",
				state: "open",
				amountCents: 12_34,
				currency: "CAD",
				reasonCode: "4853",
				evidenceDueAt: Date.parse("2026-12-18T09:15:30Z"),
				happenedAt: expect.any(Number),
			},
		]);
	});

	test.each([
		["REQUEST_FOR_INFORMATION", undefined, "open"],
		["CHARGEBACK", "Pending", "under_review"],
		["INFORMATION_SUPPLIED", undefined, "under_review"],
		["CHARGEBACK_REVERSED", undefined, "under_review"],
		["ISSUER_RESPONSE_TIMEFRAME_EXPIRED", "Won", "won"],
		["PREARBITRATION_WON", undefined, "won"],
		["PREARBITRATION_LOST", undefined, "lost"],
		["SECOND_CHARGEBACK", undefined, "lost"],
		["DISPUTE_DEFENSE_PERIOD_ENDED", "Accepted", "accepted"],
	])("after %s with the status %s is %s", async (eventCode, disputeStatus, state) => {
		const additionalData = {
			...(disputeStatus && { disputeStatus }),
			...(state !== "open" && { defensePeriodEndsAt }),
		};
		const item = { eventCode, ...about, additionalData };
		expect(await read(adyen.webhook([item]))).toMatchObject([{ kind: "dispute", state, evidenceDueAt: null }]);
	});

	test("that cannot be defended has no end of its defence", async () => {
		const item = { eventCode: "CHARGEBACK", ...about, additionalData: { ...openData, defendable: "false" } };
		expect(await read(adyen.webhook([item]))).toMatchObject([{ state: "open", evidenceDueAt: null }]);
	});

	const evidence = {
		explanation: "The parcel (blue) was delivered on 3 May. Reçu signé.",
		productDescription: "A lamp",
		shippingCarrier: null,
		shippingTrackingNumber: "EP123",
	};

	test("is defended with a file that has the text", async () => {
		const dispute = adyen.disputes.open("DISPUTE2");
		await processor.sendEvidence?.("DISPUTE2", evidence, account);
		expect(dispute.answer).toBe("defended SupplyDefenseMaterial");
		const file = dispute.documents.get("DefenseMaterial")?.toString("latin1");
		expect(file).toContain("(The parcel \\(blue\\) was delivered on 3 May. Reçu signé.)");
		expect(file).toContain("(EP123)");
	});

	test("is accepted", async () => {
		const dispute = adyen.disputes.open("DISPUTE3");
		await processor.acceptDispute?.("DISPUTE3", account);
		expect(dispute.answer).toBe("accepted");
	});

	test("that is decided takes no answer", async () => {
		adyen.disputes.open("DISPUTE4").isOpen = false;
		const refusal = { name: "DisputeRefused", message: expect.stringMatching(/no longer defendable/) };
		await expect(processor.acceptDispute?.("DISPUTE4", account)).rejects.toMatchObject(refusal);
		await expect(processor.sendEvidence?.("DISPUTE4", evidence, account)).rejects.toMatchObject(refusal);
	});

	test("whose answer meets a fault can be answered again", async () => {
		for (const fault of ["error_500_before", "reset_after"] as const) {
			const dispute = adyen.disputes.open(`DISPUTE-${fault}`);
			const accept = () => processor.acceptDispute?.(`DISPUTE-${fault}`, account);
			adyen.failNext("dispute", fault);
			await expect(accept()).rejects.not.toMatchObject({ name: "DisputeRefused" });
			await accept();
			expect(dispute.answer).toBe("accepted");
		}
	});
});

describe("a settlement report", () => {
	const withReports = () => ({ ...account, report_api_key: adyen.reportApiKey });
	const { merchant_account: merchantAccount } = account;
	const fileName = "settlement_detail_report_batch_12.csv";
	const available = () =>
		adyen.webhook([
			{ eventCode: "REPORT_AVAILABLE", pspReference: fileName, merchantReference: "", reason: "https://evil.example/" },
		]);
	const payment = { pspReference: "PSP1", reference: "sale1" };

	test("becomes a settlement that adds up", async () => {
		const line = { merchantAccount, payment };
		adyen.reports.set(
			fileName,
			settlementReport([
				settledLine({ ...line, type: "Settled", grossCents: 99_00, netCents: 98_55 }),
				settledLine({
					...line,
					type: "Settled",
					modificationReference: "capture1",
					grossCents: 51_00,
					netCents: 50_70,
				}),
				settledLine({
					...line,
					type: "Refunded",
					modificationReference: "refund1",
					grossCents: -33_00,
					netCents: -33_10,
				}),
				settledLine({ ...line, type: "Chargeback", grossCents: -12_34, netCents: -27_34 }),
				settledLine({ merchantAccount, type: "Fee", grossCents: 0, netCents: -1_00 }),
				settledLine({ merchantAccount: "AnotherShop", type: "Settled", grossCents: 7_00, netCents: 7_00 }),
				settledLine({ merchantAccount, type: "MerchantPayout", grossCents: 0, netCents: -87_81 }),
			]),
		);
		expect(await read(available(), withReports())).toEqual([
			{
				id: "settlement-12-CAD",
				kind: "settlement",
				settlementId: "12-CAD",
				currency: "CAD",
				netCents: 87_81,
				paidAt: Date.parse("2026-11-23T09:00:00Z"),
				items: [
					["payment", "sale1", 99_00, 45],
					["payment", "capture1", 51_00, 30],
					["refund", "refund1", -33_00, 10],
					["dispute", "sale1", -12_34, 15_00],
					["fee", null, -1_00, 0],
				].map(([kind, reference, amountCents, feeCents], index) => ({
					id: `12-${index + 1}`,
					kind,
					reference,
					amountCents,
					feeCents,
					happenedAt: Date.parse("2026-11-23T09:00:00Z"),
				})),
			},
		]);
	});

	test("of a sale in another currency has the paid currency's amounts", async () => {
		const fees = { "Markup (NC)": "0.20", "Interchange (NC)": "0.123" };
		const sold = { merchantAccount, payment, type: "Settled", grossCents: 10_00, netCents: 13_18, currency: "USD" };
		adyen.reports.set(fileName, settlementReport([settledLine({ ...sold, netCurrency: "CAD", fees })]));
		expect(await read(available(), withReports())).toMatchObject([
			{ currency: "CAD", netCents: 13_18, items: [{ amountCents: 13_50, feeCents: 32 }] },
		]);
	});

	test("whose payout is not its sum shows the payout", async () => {
		const sold = { merchantAccount, payment, type: "Settled", grossCents: 10_00, netCents: 9_00 };
		const paid = { merchantAccount, type: "MerchantPayout", grossCents: 0, netCents: -8_00 };
		adyen.reports.set(fileName, settlementReport([settledLine(sold), settledLine(paid)]));
		expect(await read(available(), withReports())).toMatchObject([{ netCents: 8_00 }]);
	});

	test("that cannot be read is announced again, and after an hour left to the operator", async () => {
		adyen.reports.delete(fileName);
		await expect(read(available(), withReports())).rejects.toThrow("not there");
		adyen.reports.set(fileName, "Type,Net Currency\r\nSettled,CAD\r\n");
		await expect(read(available(), withReports())).rejects.toThrow("lacks the column");
		adyen.network.skewClock(-2 * 60 * 60 * 1000);
		const announced = available();
		adyen.network.skewClock(0);
		// Settlements without items are not applied.
		expect(await read(announced, withReports())).toMatchObject([{ settlementId: fileName, items: [] }]);
	});

	test("of an account without the report user tells nothing", async () => {
		expect(await read(available())).toEqual([]);
	});
});
