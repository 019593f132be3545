import type Stripe from "stripe";

type Rule = RegExp | { readonly [name: string]: Rule };

/** Names of the SDK's type. Stripe knows others, which the simulator refuses: no test sends them. */
type Rules<Params> = { readonly [Name in keyof Params]?: Rule };

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
};

/** https://docs.stripe.com/api/payment_methods/create#create_payment_method-card */
const paymentMethod: Rule = {
	type: /^card$/,
	card: { number: text, exp_month: whole, exp_year: whole, cvc: text },
	billing_details: billing,
};

const usage = /^(?:recurring|unscheduled|installment)$/;

const importedAuthentication: Rules<Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Card.ThreeDSecure> = {
	ares_trans_status: /^[ACINRUY]$/,
	// 20 bytes.
	cryptogram: /^[A-Za-z0-9+/]{27}=$/,
	electronic_commerce_indicator: /^0[12567]$/,
	exemption_indicator: /^(?:low_risk|none)$/,
	requestor_challenge_indicator: /^\d{2}$/,
	transaction_id: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
	version: /^(?:1\.0\.2|2\.1\.0|2\.2\.0|2\.3\.0|2\.3\.1)$/,
};

const cardOptions: Rules<Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Card> = {
	moto: flag,
	request_three_d_secure: /^(?:any|automatic|challenge)$/,
	setup_credential_usage: usage,
	stored_credential_usage: usage,
	three_d_secure: importedAuthentication,
};

const createIntent: Rules<Create> = {
	amount: whole,
	currency,
	allowed_payment_method_types: onlyCard,
	capture_method: /^(?:automatic|automatic_async|manual)$/,
	confirm: flag,
	description: /^[\s\S]{1,1000}$/,
	error_on_requires_action: flag,
	expand,
	metadata,
	off_session: /^(?:true|false|one_off|recurring)$/,
	payment_method_data: paymentMethod,
	// `mit_exemption` is in no public list: Stripe's support enables it.
	payment_method_options: { card: { ...cardOptions, mit_exemption: { network_transaction_id: text } } },
	return_url: /^https?:\/\/\S{1,2040}$/,
	setup_future_usage: /^(?:off_session|on_session)$/,
	statement_descriptor: text,
	statement_descriptor_suffix: text,
};

const setupCardOptions: Rules<Stripe.SetupIntentCreateParams.PaymentMethodOptions.Card> = {
	moto: flag,
	setup_credential_usage: usage,
};

const createSetup: Rules<Setup> = {
	allowed_payment_method_types: onlyCard,
	confirm: flag,
	expand,
	metadata,
	payment_method_data: paymentMethod,
	payment_method_options: { card: setupCardOptions },
	usage: /^(?:off_session|on_session)$/,
};

const capture: Rules<Stripe.PaymentIntentCaptureParams> = {
	amount_to_capture: whole,
	expand,
	metadata,
	statement_descriptor: text,
	statement_descriptor_suffix: text,
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
	expand,
	metadata,
	payment_intent: text,
	reason: /^(?:duplicate|fraudulent|requested_by_customer)$/,
};

const limit = /^(?:[1-9]\d?|100)$/;

const paging: Rules<Stripe.PaginationParams> = {
	ending_before: text,
	limit,
	starting_after: text,
};
const created: Rules<Stripe.RangeQueryParam> = { gt: whole, gte: whole, lt: whole, lte: whole };

const listIntents: Rules<Stripe.PaymentIntentListParams> = { ...paging, created, expand };
const listSetups: Rules<Stripe.SetupIntentListParams> = {
	...paging,
	created,
	expand,
};
const listRefunds: Rules<Stripe.RefundListParams> = { ...paging, created, expand, payment_intent: text };
const listDisputes: Rules<Stripe.DisputeListParams> = {
	...paging,
	created,
	expand,
	payment_intent: text,
};
const listPayouts: Rules<Stripe.PayoutListParams> = {
	...paging,
	created,
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
const search: Rules<Stripe.PaymentIntentSearchParams> = { query: text, limit, page: text, expand };

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
	["GET", /^\/payouts\/[^/]+$/, nothing],
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
	if (rules instanceof RegExp) return undefined;
	const rule = Object.hasOwn(rules, part) ? rules[part] : part.length <= longestKey ? rules["*"] : undefined;
	return rule === undefined ? undefined : ruleOf(rule, rest);
}

function unknown(param: string): ParameterError {
	return { code: "parameter_unknown", param, message: `Received unknown parameter: ${param}` };
}
