import type { InquiryRequest, Outcome } from "@cardseal/vault";
import type { AdyenApi, AdyenOptions } from "./api.ts";
import { generalDecline } from "./decline-codes.ts";
import { centsOf, type Row, rowsOf } from "./report.ts";

const columns = [
	"Psp Reference",
	"Merchant Reference",
	"Main Currency",
	"Main Amount",
	"Record Type",
	"Modification Merchant Reference",
] as const;

type Booked = Row<(typeof columns)[number]>;

const hourMs = 60 * 60 * 1000;

/** A report's days are those of the account's time zone, which the gateway does not know. */
const westernmostMs = 12 * hourMs;
const easternmostMs = 14 * hourMs;

/** Statuses of charges, then of modifications: https://docs.adyen.com/reporting/reports-and-the-payments-lifecycle */
const chargeResults = { Authorised: "approved", Refused: "declined", Error: "declined" } as const;
const modificationResults = {
	capture: { SentForSettle: "approved", CaptureFailed: "declined" },
	refund: { SentForRefund: "approved", Refunded: "approved", RefundFailed: "declined" },
	void: { Cancelled: "approved", SentForRefund: "approved", Refunded: "approved", RefundFailed: "declined" },
} as const;

export type FindReported = (
	request: InquiryRequest,
	api: AdyenApi,
) => Promise<Outcome | { result: "not_received" } | undefined>;

/**
 * Finds a request in the daily payment accounting reports, which Adyen makes once a day is over, if the merchant wants them:
 * https://docs.adyen.com/reporting/invoice-reconciliation/payment-accounting-report
 */
export function createFindReported({
	reportsAfterMs = hourMs,
}: Pick<AdyenOptions, "reportsAfterMs"> = {}): FindReported {
	/** After an outage, many inquiries need the same reports. */
	const reading = new Map<string, Promise<Booked[] | undefined>>();

	function read(day: string, api: AdyenApi): Promise<Booked[] | undefined> {
		const key = `${api.merchantAccount} ${api.isTest} ${day}`;
		const started = reading.get(key);
		if (started !== undefined) return started;
		const report = api.readReport(`payments_accounting_report_${day}.csv`);
		const records = report
			.then((text) => (text === undefined ? undefined : rowsOf(text, columns)))
			.finally(() => reading.delete(key));
		reading.set(key, records);
		return records;
	}

	return async (request, api) => {
		if (!api.hasReports || Date.now() - request.requestedAt < reportsAfterMs) return undefined;
		const reports = await Promise.all(daysOf(request.requestedAt).map((day) => read(day, api)));
		const records = reports.flatMap((report) => report ?? []);
		const outcome = request.original === null ? chargeIn(records, request) : modificationIn(records, request);
		if (outcome !== undefined) return outcome;
		// Modifications that failed are in another report.
		const isComplete = request.original === null && reports.every((report) => report !== undefined);
		const isNamed = records.some((record) => record["Merchant Reference"] === request.reference);
		return isComplete && !isNamed ? { result: "not_received" } : undefined;
	};
}

/** All days that it was anywhere, from an hour before to an hour after. */
function daysOf(requestedAt: number): string[] {
	const first = requestedAt - hourMs - westernmostMs;
	const last = requestedAt + hourMs + easternmostMs;
	const times = [first, requestedAt, last].map((time) => new Date(time).toISOString().slice(0, 10));
	return [...new Set(times)].map((day) => day.replaceAll("-", "_"));
}

function chargeIn(records: Booked[], { reference }: InquiryRequest): Outcome | undefined {
	const results: Readonly<{ [type: string]: "approved" | "declined" }> = chargeResults;
	const found = records.find(
		(record) => record["Merchant Reference"] === reference && record["Record Type"] in results,
	);
	if (found === undefined) return undefined;
	const amount = { amountCents: centsOf(found["Main Amount"]), currency: found["Main Currency"] };
	return { ...outcomeOf(results[found["Record Type"]], found["Psp Reference"]), ...amount };
}

function modificationIn(records: Booked[], { reference, operation }: InquiryRequest): Outcome | undefined {
	if (operation !== "capture" && operation !== "refund" && operation !== "void") return undefined;
	const results: Readonly<{ [type: string]: "approved" | "declined" }> = modificationResults[operation];
	const about = records.filter(
		(record) => record["Modification Merchant Reference"] === reference && record["Record Type"] in results,
	);
	// What failed was sent before.
	const failed = about.find((record) => results[record["Record Type"]] === "declined");
	const found = failed ?? about[0];
	return found && outcomeOf(results[found["Record Type"]], found["Psp Reference"]);
}

/** The report lacks the bank's code and words. */
function outcomeOf(result: "approved" | "declined" | undefined, processorTransactionId: string): Outcome {
	if (result === "approved") {
		return { result, message: "Approved", authorizationCode: "", processorTransactionId };
	}
	return { result: "declined", message: "Refused", ...generalDecline, processorTransactionId };
}
