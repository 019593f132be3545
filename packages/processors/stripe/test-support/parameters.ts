import type Stripe from "stripe";

/** `false`: Stripe knows the parameter, and the simulator does not: a test that sends it fails. */
type Rule = RegExp | false | { readonly [name: string]: Rule };

/** Exactly the names of the SDK's type. */
type Rules<Params> = { readonly [Name in keyof Required<Params>]: Rule };

type Create = Stripe.PaymentIntentCreateParams;
type Setup = Stripe.SetupIntentCreateParams;

const text = /^[\s\S]{1,5000}$/;
const whole = /^\d+$/;
const flag = /^(?:true|false)$/;
const currency = /^[a-z]{3}$/;
const metadata: Rule = { "*": /^[\s\S]{1,500}$/ };
const expand: Rule = { "*": text };
const onlyCard: Rule = { "*": /^card$/ };

const address: Rules<Stripe.AddressParam> = {
	line1: text,
	line2: text,
	city: text,
	state: text,
	country: /^[A-Z]{2}$/,
	postal_code: text,
};

const billing: Rules<Stripe.PaymentIntentCreateParams.PaymentMethodData.BillingDetails> = {
	name: text,
	email: /^[^@\s]+@[^@\s]+$/,
	phone: /^.{1,20}$/,
	address,
	tax_id: false,
};

/** https://docs.stripe.com/api/payment_methods/create#create_payment_method-card */
const paymentMethod: Rule = {
	type: /^card$/,
	card: { number: text, exp_month: whole, exp_year: whole, cvc: text },
	billing_details: billing,
};

const usage = /^(?:recurring|unscheduled|installment)$/;

const cardOptions: Rules<Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Card> = {
	capture_method: false,
	cvc_token: false,
	installments: false,
	mandate_options: false,
	moto: flag,
	network: false,
	request_extended_authorization: false,
	request_incremental_authorization: false,
	request_multicapture: false,
	request_overcapture: false,
	request_three_d_secure: /^(?:any|automatic|challenge)$/,
	require_cvc_recollection: false,
	setup_credential_usage: usage,
	setup_future_usage: false,
	statement_descriptor_suffix_kana: false,
	statement_descriptor_suffix_kanji: false,
	stored_credential_usage: usage,
	three_d_secure: false,
};

const createIntent: Rules<Create> = {
	amount: whole,
	currency,
	allowed_payment_method_types: onlyCard,
	amount_details: false,
	application_fee_amount: false,
	automatic_payment_methods: false,
	capture_method: /^(?:automatic|automatic_async|manual)$/,
	confirm: flag,
	confirmation_method: false,
	confirmation_token: false,
	customer: false,
	customer_account: false,
	description: /^[\s\S]{1,1000}$/,
	error_on_requires_action: flag,
	excluded_payment_method_types: false,
	expand,
	hooks: false,
	mandate: false,
	mandate_data: false,
	metadata,
	off_session: /^(?:true|false|one_off|recurring)$/,
	on_behalf_of: false,
	payment_details: false,
	payment_method: false,
	payment_method_configuration: false,
	payment_method_data: paymentMethod,
	// `mit_exemption` is in no public list: Stripe's support enables it.
	payment_method_options: { card: { ...cardOptions, mit_exemption: { network_transaction_id: text } } },
	radar_options: false,
	receipt_email: false,
	return_url: false,
	setup_future_usage: /^(?:off_session|on_session)$/,
	shipping: false,
	statement_descriptor: text,
	statement_descriptor_suffix: text,
	transfer_data: false,
	transfer_group: false,
	use_stripe_sdk: false,
};

const setupCardOptions: Rules<Stripe.SetupIntentCreateParams.PaymentMethodOptions.Card> = {
	mandate_options: false,
	moto: flag,
	network: false,
	request_three_d_secure: false,
	setup_credential_usage: usage,
	three_d_secure: false,
};

const createSetup: Rules<Setup> = {
	allowed_payment_method_types: onlyCard,
	attach_to_self: false,
	automatic_payment_methods: false,
	confirm: flag,
	confirmation_token: false,
	customer: false,
	customer_account: false,
	description: false,
	excluded_payment_method_types: false,
	expand,
	flow_directions: false,
	mandate_data: false,
	metadata,
	on_behalf_of: false,
	payment_method: false,
	payment_method_configuration: false,
	payment_method_data: paymentMethod,
	payment_method_options: { card: setupCardOptions },
	return_url: false,
	single_use: false,
	usage: /^(?:off_session|on_session)$/,
	use_stripe_sdk: false,
};

const capture: Rules<Stripe.PaymentIntentCaptureParams> = {
	amount_details: false,
	amount_to_capture: whole,
	application_fee_amount: false,
	expand,
	final_capture: false,
	hooks: false,
	metadata,
	payment_details: false,
	statement_descriptor: text,
	statement_descriptor_suffix: text,
	transfer_data: false,
};

const cancel: Rules<Stripe.PaymentIntentCancelParams> = {
	cancellation_reason: /^(?:duplicate|fraudulent|requested_by_customer|abandoned)$/,
	expand,
};

const cancelSetup: Rules<Stripe.SetupIntentCancelParams> = {
	cancellation_reason: /^(?:duplicate|requested_by_customer|abandoned)$/,
	expand,
};

const refund: Rules<Stripe.RefundCreateParams> = {
	amount: whole,
	charge: false,
	currency: false,
	customer: false,
	expand,
	instructions_email: false,
	metadata,
	origin: false,
	payment_intent: text,
	reason: /^(?:duplicate|fraudulent|requested_by_customer)$/,
	refund_application_fee: false,
	reverse_transfer: false,
};

const paging: Rules<Stripe.PaginationParams> = {
	ending_before: text,
	limit: /^(?:[1-9]\d?|100)$/,
	starting_after: text,
};
const created: Rules<Stripe.RangeQueryParam> = { gt: whole, gte: whole, lt: whole, lte: whole };
const ofCustomer = { customer: false, customer_account: false } as const;

const listIntents: Rules<Stripe.PaymentIntentListParams> = { ...paging, ...ofCustomer, created, expand };
const listSetups: Rules<Stripe.SetupIntentListParams> = {
	...paging,
	...ofCustomer,
	attach_to_self: false,
	created,
	expand,
	payment_method: false,
};
const listRefunds: Rules<Stripe.RefundListParams> = { ...paging, charge: false, created, expand, payment_intent: text };
const listDisputes: Rules<Stripe.DisputeListParams> = {
	...paging,
	charge: false,
	created,
	expand,
	payment_intent: text,
};
const listPayouts: Rules<Stripe.PayoutListParams> = {
	...paging,
	arrival_date: false,
	created,
	destination: false,
	expand,
	status: text,
};
const listBalance: Rules<Stripe.BalanceTransactionListParams> = {
	...paging,
	created,
	currency,
	expand,
	payout: text,
	source: text,
	type: text,
};
const listEvents: Rules<Stripe.EventListParams> = {
	...paging,
	created,
	delivery_success: flag,
	expand,
	type: text,
	types: { "*": text },
};
const search: Rules<Stripe.PaymentIntentSearchParams> = { query: text, limit: paging.limit, page: text, expand };

const evidence: Rule = Object.fromEntries(
	// https://docs.stripe.com/api/disputes/update#update_dispute-evidence
	["uncategorized_text", "product_description", "shipping_carrier", "shipping_tracking_number"].map((name) => [
		name,
		/^[\s\S]+$/,
	]),
);

const answerDispute: Rules<Stripe.DisputeUpdateParams> = {
	evidence,
	expand,
	intended_submission_method: false,
	metadata,
	submit: flag,
};

const nothing: Rule = { expand };

/** The first that matches. Paths have no number of the version. */
const endpoints: readonly [method: string, path: RegExp, rules: Rule][] = [
	["POST", /^\/payment_intents$/, createIntent],
	["GET", /^\/payment_intents$/, listIntents],
	["GET", /^\/payment_intents\/search$/, search],
	["GET", /^\/payment_intents\/[^/]+$/, nothing],
	["POST", /^\/payment_intents\/[^/]+\/capture$/, capture],
	["POST", /^\/payment_intents\/[^/]+\/cancel$/, cancel],
	["POST", /^\/setup_intents$/, createSetup],
	["GET", /^\/setup_intents$/, listSetups],
	["GET", /^\/setup_intents\/[^/]+$/, nothing],
	["POST", /^\/setup_intents\/[^/]+\/cancel$/, cancelSetup],
	["POST", /^\/refunds$/, refund],
	["GET", /^\/refunds$/, listRefunds],
	["GET", /^\/refunds\/[^/]+$/, nothing],
	["GET", /^\/events$/, listEvents],
	["GET", /^\/balance_transactions$/, listBalance],
	["GET", /^\/payouts$/, listPayouts],
	["GET", /^\/account$/, nothing],
	["GET", /^\/disputes$/, listDisputes],
	["GET", /^\/disputes\/[^/]+$/, nothing],
	["POST", /^\/disputes\/[^/]+$/, answerDispute],
	["POST", /^\/disputes\/[^/]+\/close$/, nothing],
];

/** https://docs.stripe.com/expand: at most four levels. */
const expandable = new Set([
	"latest_charge",
	"latest_charge.balance_transaction",
	"latest_attempt",
	"data.latest_charge",
	"data.latest_charge.balance_transaction",
	"data.latest_attempt",
	"data.source",
	"data.source.payment_intent",
]);

export interface ParameterError {
	code?: string;
	param: string;
	message: string;
}

/** @returns `undefined` for a path that Stripe does not have */
export function checkParameters(method: string, path: string, form: URLSearchParams): ParameterError[] | undefined {
	const rules = endpoints.find(([wanted, pattern]) => wanted === method && pattern.test(path))?.[2];
	if (rules === undefined) return undefined;
	return [...form].flatMap(([name, value]) => checkOne(rules, name, value) ?? []);
}

function checkOne(rules: Rule, param: string, value: string): ParameterError | undefined {
	const rule = ruleOf(
		rules,
		param.split("[").map((part) => part.replace("]", "")),
	);
	if (!(rule instanceof RegExp)) return unknown(param);
	if (value === "") {
		const message = `You passed an empty string for '${param}'.`;
		return { code: "parameter_invalid_empty", param, message };
	}
	if (rule === whole && !whole.test(value)) {
		return { code: "parameter_invalid_integer", param, message: `Invalid integer: ${value}` };
	}
	if (!rule.test(value)) return { param, message: `Invalid ${param}` };
	const isExpansion = param.startsWith("expand[");
	if (isExpansion && !expandable.has(value)) return { param, message: `This property cannot be expanded (${value}).` };
	return undefined;
}

const longestKey = 40;

function ruleOf(rules: Rule, path: readonly string[]): Rule | undefined {
	const [part, ...rest] = path;
	if (part === undefined) return rules;
	if (rules === false || rules instanceof RegExp) return undefined;
	const rule = Object.hasOwn(rules, part) ? rules[part] : part.length <= longestKey ? rules["*"] : undefined;
	return rule === undefined ? undefined : ruleOf(rule, rest);
}

function unknown(param: string): ParameterError {
	return { code: "parameter_unknown", param, message: `Received unknown parameter: ${param}` };
}
