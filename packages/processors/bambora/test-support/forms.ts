/*
 * The fields of Bambora's Swagger 1.0.5 (info.version of https://dev.na.bambora.com), with its lengths, patterns and words, for what
 * a payment by card may have. Anything else is refused.
 */

export interface Detail {
	field: string;
	message: string;
}

interface Field {
	type: "string" | "number" | "integer" | "boolean" | "object" | "array";
	isRequired?: boolean;
	minimum?: number;
	maximum?: number;
	/** Of a number. */
	least?: number;
	most?: number;
	pattern?: RegExp;
	words?: readonly (string | number)[];
	fields?: Form;
}

export type Form = Readonly<Record<string, Field>>;

const text = (maximum: number): Field => ({ type: "string", minimum: 1, maximum });
const required = (field: Field): Field => ({ ...field, isRequired: true });

const countries =
	"AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

const billing: Form = {
	name: text(64),
	address_line1: text(64),
	address_line2: text(64),
	city: text(32),
	province: { type: "string", pattern: /^(?:[A-Z]{2}|--)$/ },
	country: { type: "string", words: countries.split(" ") },
	postal_code: text(16),
	phone_number: { type: "string", pattern: /^\d{1,20}$/ },
	phone_country_code: { type: "string", pattern: /^\d{1,3}$/ },
	phone_type: { type: "string", words: ["m", "h", "w"] },
	email_address: { ...text(64), pattern: /^[^@\s]+@[^@\s]+$/ },
};

const amount: Field = { type: "number", isRequired: true, pattern: /^\d{1,7}(?:\.\d{1,2})?$/ };

const whole = (minimum: number, maximum: number): Field => ({
	type: "integer",
	isRequired: true,
	least: minimum,
	most: maximum,
});

/** The guide "3D Secure 2.0" has stricter limits than the Swagger. */
const browser: Form = {
	accept_header: required(text(2048)),
	java_enabled: required({ type: "boolean" }),
	language: required(text(8)),
	color_depth: required({ type: "integer", words: [4, 8, 15, 16, 24, 32, 48] }),
	screen_height: whole(0, 9_999_999),
	screen_width: whole(0, 9_999_999),
	time_zone: whole(-840, 720),
	user_agent: required(text(2048)),
	javascript_enabled: required({ type: "boolean" }),
};

const threeDSecure: Form = {
	browser: { type: "object", fields: browser },
	enabled: required({ type: "boolean" }),
	version: { type: "integer", words: [2] },
	auth_required: { type: "boolean" },
};

/** "Passthrough Method": all five. */
const passthrough: Form = {
	version: required({ type: "integer", words: [2] }),
	xid: required({ type: "string", pattern: /^\d{1,20}$/ }),
	eci: required({ type: "integer", words: [1, 2, 5, 6] }),
	cavv: required({ type: "string", pattern: /^[A-Za-z0-9+/]{27}=$|^[\dA-F]{40}$/i }),
	ds_transaction_id: required({ type: "string", pattern: /^[\da-f-]{36}$/i }),
};

const card: Form = {
	name: required(text(64)),
	number: required({ type: "string", pattern: /^\d{12,20}$/ }),
	expiry_month: required({ type: "string", pattern: /^(?:0[1-9]|1[0-2])$/ }),
	expiry_year: required({ type: "string", pattern: /^\d\d$/ }),
	cvd: { type: "string", pattern: /^\d{3,4}$/ },
	complete: { type: "boolean" },
	"3d_secure": { type: "object", fields: threeDSecure },
	"3d_secure_passthrough": { type: "object", fields: passthrough },
};

const custom: Form = Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`ref${number}`, text(256)]));

/** `first_unscheduled` is in the guide "Credential-on-File" and in search records, and missing in the request's list. */
const cardOnFileTypes = [
	"first_installment",
	"subsequent_installment",
	"first_recurring",
	"subsequent_recurring",
	"subsequent_customer_initiated",
	"first_unscheduled",
	"subsequent_unscheduled",
] as const;

const paymentMethod: Field = { type: "string", isRequired: true, words: ["card"] };

export const paymentForm: Form = {
	order_number: { ...text(30), pattern: /^\S+$/ },
	amount,
	payment_method: paymentMethod,
	term_url: { ...text(256), pattern: /^https?:\/\// },
	language: text(3),
	customer_ip: { ...text(30), pattern: /^[\d.a-f:]+$/i },
	comments: text(256),
	billing: { type: "object", fields: billing },
	shipping: { type: "object", fields: billing },
	custom: { type: "object", fields: custom },
	card: { type: "object", isRequired: true, fields: card },
	recurring_payment: { type: "boolean" },
	card_on_file: {
		type: "object",
		fields: { type: required({ type: "string", words: cardOnFileTypes }), series_id: { type: "integer" } },
	},
};

/** Its description says "PaymentRequest"; the examples have the amount alone. */
export const completionForm: Form = {
	order_number: { ...text(30), pattern: /^\S+$/ },
	amount,
	payment_method: paymentMethod,
};

/** The guide's example; the Swagger has "card" as the method. */
export const continueForm: Form = {
	payment_method: { type: "string", isRequired: true, words: ["credit_card", "card"] },
	card_response: {
		type: "object",
		isRequired: true,
		fields: { cres: required({ type: "string", pattern: /^[\w+/=-]+$/ }) },
	},
};

export const adjustmentForm: Form = { order_number: { ...text(30), pattern: /^\S+$/ }, amount };

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

export const searchForm: Form = {
	name: required({ type: "string", words: ["Search", "TransHistoryMinimal"] }),
	start_date: required({ type: "string", pattern: time }),
	end_date: required({ type: "string", pattern: time }),
	start_row: required({ type: "integer" }),
	end_row: required({ type: "integer" }),
	criteria: { type: "array" },
};

export const criterionForm: Form = {
	field: required({ type: "integer", words: Array.from({ length: 24 }, (_, index) => index + 1) }),
	operator: required({ type: "string", words: ["%3D", "%3C", "%3E", "%3C%3D", "%3E%3D", "START%20WITH"] }),
	value: required({ type: "string" }),
};

function typeOf(value: unknown): Field["type"] | "null" {
	if (value === null) return "null";
	if (Array.isArray(value)) return "array";
	return typeof value as "string" | "number" | "boolean" | "object";
}

const provinces: Readonly<Record<string, string>> = {
	CA: "AB BC MB NB NL NS NT NU ON PE QC SK YT",
	US: "AA AE AK AL AP AR AS AZ CA CO CT DC DE FL GA GU HI IA ID IL IN KS KY LA MA MD ME MI MN MO MP MS MT NC ND NE NH NJ NM NV NY OH OK OR PA PR RI SC SD TN TX UM UT VA VI VT WA WI WV WY",
};

/** "Set to -- for any countries except for US and Canada." Answers in a public SDK's tests tell of provinces that do not match. */
export function problemsOfPlace({ country, province }: { country?: string; province?: string }): Detail[] {
	if (country === undefined) {
		return province === undefined ? [] : [{ field: "billing:country", message: "Invalid billing country id" }];
	}
	const codes = provinces[country];
	const isRight =
		codes === undefined ? province === "--" : province === undefined || codes.split(" ").includes(province);
	return isRight ? [] : [{ field: "billing:province", message: "Billing province does not match country" }];
}

/** Fields that version 2 demands once it is enabled. */
export function problemsOfThreeDSecure(payment: { term_url?: string; card?: Record<string, unknown> }): Detail[] {
	const asked = payment.card?.["3d_secure"] as { enabled?: boolean; version?: number; browser?: object } | undefined;
	if (asked?.enabled !== true) return [];
	const { version, browser: given } = asked;
	const missing = Object.entries({ term_url: payment.term_url, version, browser: given });
	return missing
		.filter(([, value]) => value === undefined)
		.map(([field]) => ({ field, message: "Required for 3D Secure" }));
}

/** Lists what Bambora would refuse; the values are not repeated. */
export function problemsOf(value: unknown, form: Form, prefix = ""): Detail[] {
	if (typeOf(value) !== "object") return [{ field: prefix, message: "Invalid JSON" }];
	const given = value as Record<string, unknown>;
	const unknown = Object.keys(given).filter((name) => !(name in form));
	return [
		...unknown.map((name) => ({ field: `${prefix}${name}`, message: "Unknown field" })),
		...Object.entries(form).flatMap(([name, field]) => problemsOfField(given[name], field, `${prefix}${name}`)),
	];
}

function problemsOfField(value: unknown, field: Field, name: string): Detail[] {
	if (value === undefined) return field.isRequired ? [{ field: name, message: "Missing field" }] : [];
	const type = typeOf(value);
	const isOfType = field.type === "integer" ? Number.isInteger(value) : type === field.type;
	if (!isOfType) return [{ field: name, message: `The field is no ${field.type}` }];
	if (field.fields) return problemsOf(value, field.fields, `${name}:`);
	const length = [...String(value)].length;
	const isRight =
		length >= (field.minimum ?? 0) &&
		length <= (field.maximum ?? Number.POSITIVE_INFINITY) &&
		(field.least === undefined || Number(value) >= field.least) &&
		(field.most === undefined || Number(value) <= field.most) &&
		(field.pattern?.test(String(value)) ?? true) &&
		(field.words?.includes(value as string) ?? true);
	return isRight ? [] : [{ field: name, message: "The value is not allowed" }];
}
