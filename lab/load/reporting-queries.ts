import { common, rare } from "../../test/fixtures/payments/seed-transactions.ts";

export interface ReportingQuery {
	query: Query;
	/** `shown`: a filter that is not judged. */
	kind: "single" | "pair" | "shown";
}

type Query = Record<string, string>;

/** Returns each filter with a common value, and with a rare one. */
const filtersBy = (newest: number): Record<string, { often: Query; hardly: Query }> => ({
	dates: {
		often: { from_date: dayBefore(newest, 264), to_date: dayBefore(newest, 27) },
		hardly: { from_date: dayBefore(newest, 166), to_date: dayBefore(newest, 163) },
	},
	status: { often: { transaction_status: "DECLINED" }, hardly: { transaction_status: "PENDING" } },
	channel: { often: { channel: "VT,RECURRING" }, hardly: { channel: "TABLET_POS" } },
	amount: { often: { min_amount: "20", max_amount: "100" }, hardly: { min_amount: "888888" } },
	email: { often: { email_address: common.email }, hardly: { email_address: "nobody@payer.example" } },
	first_name: { often: { first_name: common.firstName }, hardly: { first_name: rare.firstName } },
	last_name: { often: { last_name: common.lastName }, hardly: { last_name: rare.lastName } },
	invoice: { often: { invoice_id: common.invoiceId }, hardly: { invoice_id: rare.invoiceId } },
});

const dayBefore = (newest: number, days: number) => new Date(newest - days * 86_400_000).toISOString().slice(0, 10);

/** Further values of single filters: ranges, and several values at once. */
const more: Query[] = [
	{ transaction_status: "APPROVED" },
	{ transaction_status: "PENDING,DECLINED" },
	{ channel: "E_COMMERCE" },
	{ channel: "MOBILE" },
	{ channel: rare.channel },
	{ channel: `${rare.channel},TABLET_POS` },
	{ min_amount: "999999.99" },
	// One row in a hundred, in no order of time.
	{ min_amount: "500" },
	{ max_amount: "0.99" },
	{ email_address: rare.email },
	{ from_date: "2099-06-01" },
	{ to_date: "2001-01-01" },
	{ currency: "CAD" },
	{ currency: common.currency },
	{ currency: rare.currency },
	{ currency: "GBP" },
	{ card_lookup_id: common.cardLookupId },
	{ card_lookup_id: rare.cardLookupId },
	{ subscription_lookup_id: common.subscriptionLookupId },
	{ subscription_lookup_id: rare.subscriptionLookupId },
	{ custom_id: common.customId },
	{ custom_id: rare.customId },
	{ "metadata[till]": common.till },
	{ "metadata[order]": rare.order },
	{ "metadata[order]": "none" },
	{ "metadata[order]": rare.order, transaction_status: "APPROVED" },
	{ "metadata[till]": common.till, channel: "E_COMMERCE" },
];

/** A narrow range of amounts: up to 1,000 matches are fetched and sorted, and the larger table has them. */
const narrowAmounts: Query = { min_amount: "150.01", max_amount: "150.02" };

/** Every query of the bench: no filter, each filter, and every pair. `newest` is the time of the newest row, ms since 1970. */
export function reportingQueries(newest: number): ReportingQuery[] {
	const values = Object.values(filtersBy(newest)).map(({ often, hardly }) => [often, hardly]);
	const pairs = values.flatMap((ours, place) =>
		values
			.slice(place + 1)
			.flatMap((theirs) =>
				ours.flatMap((one) => theirs.map((other): ReportingQuery => ({ query: { ...one, ...other }, kind: "pair" }))),
			),
	);
	const single = [{}, ...eachFilter(newest), ...more].map((query): ReportingQuery => ({ query, kind: "single" }));
	return [...single, { query: narrowAmounts, kind: "shown" }, ...pairs];
}

/** Each filter alone, once with each of its values. */
export function eachFilter(newest: number): Query[] {
	return Object.values(filtersBy(newest)).flatMap(({ often, hardly }) => [often, hardly]);
}
