import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { inquiryAbout, newCharge, newModification } from "../../../../test/fixtures/payments/processor-requests.ts";
import { type Adyen, account, startAdyen } from "../test-support/adyen.ts";
import { accountingReport, bookedLine } from "../test-support/reports.ts";
import { createAdyen } from "./adapter.ts";

let adyen: Adyen;
let processor: ReturnType<typeof createAdyen>;

beforeAll(async () => {
	adyen = await startAdyen();
	processor = createAdyen({ url: adyen.network.url });
});
afterEach(() => adyen.reports.clear());
afterAll(() => adyen.stop());

const requestedAt = Date.parse("2026-11-23T09:00:00Z");

const inquire = (request: Parameters<typeof inquiryAbout>[0], at = requestedAt) =>
	processor.inquire(inquiryAbout(request, { requestedAt: at }), { ...account, report_api_key: adyen.reportApiKey });

function report(day: string, lines: Parameters<typeof accountingReport>[0]): void {
	adyen.reports.set(`payments_accounting_report_2026_11_${day}.csv`, accountingReport(lines));
}

const paymentOf = ({ reference }: { reference: string }) => ({
	pspReference: "PSP1",
	reference,
	amountCents: 12_34,
	currency: "CAD",
});

test.each([
	["Authorised", "approved"],
	["Refused", "declined"],
	["Error", "declined"],
])("a charge that a report calls %s is %s", async (type, result) => {
	const charge = newCharge();
	report("23", [bookedLine("Received", paymentOf(charge)), bookedLine(type, paymentOf(charge))]);
	expect(await inquire(charge)).toMatchObject({ result, processorTransactionId: "PSP1", amountCents: 12_34 });
});

test("a charge that no report of its days names was not received", async () => {
	const charge = newCharge();
	for (const day of ["22", "23", "24"]) report(day, [bookedLine("Authorised", paymentOf(newCharge()))]);
	expect(await inquire(charge)).toEqual({ result: "not_received" });
	adyen.reports.delete("payments_accounting_report_2026_11_24.csv");
	expect(await inquire(charge)).toMatchObject({ result: "unknown", isFinal: true });
});

test("a charge that is received, but not decided, is unknown", async () => {
	const charge = newCharge();
	for (const day of ["22", "23", "24"]) report(day, [bookedLine("Received", paymentOf(charge))]);
	expect(await inquire(charge)).toMatchObject({ result: "unknown" });
});

test.each([
	["capture", "SentForSettle", "approved"],
	["refund", "SentForRefund", "approved"],
	["void", "Cancelled", "approved"],
	["void", "Refunded", "approved"],
	["refund", "Authorised", "unknown"],
] as const)("a %s that a report calls %s is %s", async (operation, type, result) => {
	const charge = newCharge();
	const change = newModification(operation, charge, "PSP1");
	for (const day of ["22", "23", "24"]) report(day, [bookedLine(type, paymentOf(charge), change.reference)]);
	expect(await inquire(change)).toMatchObject({ result });
});

test("a refund that failed after it was sent is declined", async () => {
	const charge = newCharge();
	const refund = newModification("refund", charge, "PSP1");
	report("23", [bookedLine("SentForRefund", paymentOf(charge), refund.reference)]);
	report("24", [bookedLine("RefundFailed", paymentOf(charge), refund.reference)]);
	expect(await inquire(refund)).toMatchObject({ result: "declined" });
});

test("a modification that no report names is unknown, as failures are in another report", async () => {
	for (const day of ["22", "23", "24"]) report(day, []);
	expect(await inquire(newModification("refund", newCharge(), "PSP1"))).toMatchObject({ result: "unknown" });
});

test("simultaneous inquiries read each report once", async () => {
	const earlier = adyen.network.received.length;
	await Promise.all(Array.from({ length: 20 }, () => inquire(newCharge())));
	expect(adyen.network.received.length - earlier).toBe(3);
});

test("a report that cannot be read leaves the request unknown", async () => {
	for (const fault of ["error_500_before", "reset_before"] as const) {
		adyen.failNext("events", fault);
		adyen.failNext("events", fault);
		expect(await inquire(newCharge())).toMatchObject({ result: "unknown" });
	}
});

test("a request of the last hour is in no report yet", async () => {
	const earlier = adyen.network.received.length;
	expect(await inquire(newCharge(), Date.now())).toMatchObject({ result: "unknown", isFinal: false });
	expect(adyen.network.received).toHaveLength(earlier);
});
