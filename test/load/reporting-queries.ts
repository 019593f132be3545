import { common, rare } from "./seed-transactions.ts";

export interface ReportingQuery {
	query: Query;
	/** True for a page found by a long scan: the values are too common to fetch, and rarely occur together. */
	isLongScan: boolean;
}

type Query = Record<string, string>;

/** Each filter with a common value, and with a rare one. */
const filters: Record<string, { often: Query; hardly: Query }> = {
	dates: {
		often: { from_date: "2026-03-02", to_date: "2026-10-25" },
		hardly: { from_date: "2026-06-08", to_date: "2026-06-11" },
	},
	status: { often: { transaction_status: "DECLINED" }, hardly: { transaction_status: "PENDING" } },
	channel: { often: { channel: "VT,RECURRING" }, hardly: { channel: "TABLET_POS" } },
	amount: { often: { min_amount: "20", max_amount: "100" }, hardly: { min_amount: "888888" } },
	email: { often: { email_address: common.email }, hardly: { email_address: "nobody@payer.example" } },
	first_name: { often: { first_name: common.firstName }, hardly: { first_name: rare.firstName } },
	last_name: { often: { last_name: common.lastName }, hardly: { last_name: rare.lastName } },
	invoice: { often: { invoice_id: common.invoiceId }, hardly: { invoice_id: rare.invoiceId } },
};

/** A range without an order of time: it matches one row in a hundred. */
const oneInHundred: Query = { min_amount: "500" };

/** Further values of single filters: ranges, and several values at once. */
const more: Query[] = [
	{ transaction_status: "APPROVED" },
	{ transaction_status: "PENDING,DECLINED" },
	{ channel: "E_COMMERCE" },
	{ channel: "MOBILE" },
	{ channel: rare.channel },
	{ channel: `${rare.channel},TABLET_POS` },
	{ min_amount: "150.01", max_amount: "150.02" },
	{ min_amount: "999999.99" },
	{ max_amount: "0.99" },
	{ email_address: rare.email },
	{ from_date: "2027-06-01" },
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

/** Every query of the bench: no filter, each filter, and every pair. */
export function reportingQueries(): ReportingQuery[] {
	const values = Object.values(filters).map(({ often, hardly }) => [
		{ query: often, isBroad: true },
		{ query: hardly, isBroad: false },
	]);
	const pairs = values.flatMap((ours, place) =>
		values.slice(place + 1).flatMap((theirs) =>
			ours.flatMap((one) =>
				theirs.map((other) => ({
					query: { ...one.query, ...other.query },
					isLongScan: one.isBroad && other.isBroad,
				})),
			),
		),
	);
	const single = [{}, ...eachFilter(), ...more].map((query) => ({ query, isLongScan: false }));
	return [...single, { query: oneInHundred, isLongScan: true }, ...pairs];
}

/** Each filter alone, once with each of its values. */
export function eachFilter(): Query[] {
	return Object.values(filters).flatMap(({ often, hardly }) => [often, hardly]);
}
