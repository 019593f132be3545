import { type Mark, marks } from "./hunt.ts";

/** One way to send data to a route. */
export interface Carrier {
	/** Names the request that leaked. */
	what: string;
	/** Appended to the route's path. */
	pathSuffix?: string;
	headers?: Record<string, string>;
	body?: string | Uint8Array<ArrayBuffer>;
}

const json = { "Content-Type": "application/json" };
const maximumBodyBytes = 64 * 1024;

const year = String(new Date().getUTCFullYear() + 5).slice(-2);

/** The four card fields in wire format. */
export function cardFields(number: Mark, code: Mark = marks.code) {
	return { card_number: number.value, card_expiry_month: "08", card_expiry_year: year, cvv2: code.value };
}

/** Groups the digits of a number by four. */
function grouped(number: Mark, separator: string): string {
	return (number.value.match(/.{1,4}/g) ?? []).join(separator);
}

/** Spellings that a reader takes for a card number and a search for digits may miss. */
export const disguises: readonly [what: string, disguise: (number: Mark) => string][] = [
	["with two blanks", (number) => grouped(number, "  ")],
	["with blanks and dashes", (number) => grouped(number, " - ")],
	["with non-breaking blanks", (number) => grouped(number, "\u00a0")],
	["with zero-width blanks", (number) => grouped(number, "\u200b")],
	["with non-breaking dashes", (number) => grouped(number, "\u2011")],
	["with underscores", (number) => grouped(number, "_")],
	["with commas", (number) => grouped(number, ",")],
	["with slashes", (number) => grouped(number, "/")],
	["in full-width digits", ({ value }) => value.replace(/./g, (digit) => String.fromCharCode(0xff10 + Number(digit)))],
	["with a leading zero", ({ value }) => `0${value}`],
	["with digits behind", ({ value }) => `${value}${marks.code.value}`],
	["among more digits", ({ value }) => `7007${value}7007`],
];

/** Paths and queries with card data or a secret. */
export function addressCarriers(secrets: readonly Mark[]): Carrier[] {
	const { value } = marks.visa;
	const encodedBlanks = encodeURIComponent(grouped(marks.mastercard, " "));
	return [
		{ what: "number at the end of the path", pathSuffix: `/${value}` },
		{ what: "number with blanks in the path", pathSuffix: `/${encodedBlanks}` },
		{ what: "number and code in the query", pathSuffix: `?card_number=${value}&cvv2=${marks.code.value}` },
		{ what: "number with blanks in the query", pathSuffix: `?q=${encodedBlanks}` },
		{ what: "number as public key and language", pathSuffix: `?key=${value}&origin=https://a.example&locale=${value}` },
		{ what: "number as the page's host", pathSuffix: `?key=a&origin=https://${value}.example` },
		...disguises.map(([what, disguise]) => {
			return { what: `number ${what} in the path`, pathSuffix: `/${encodeURI(disguise(marks.mastercard))}` };
		}),
		...secrets.flatMap((secret) => [
			{ what: `${secret.name} in the path`, pathSuffix: `/${secret.value}` },
			{ what: `${secret.name} in the query`, pathSuffix: `?token=${secret.value}` },
		]),
	];
}

/** Headers with card data or a secret. */
export function headerCarriers(secrets: readonly Mark[]): Carrier[] {
	const names = ["Idempotency-Key", "User-Agent", "Cookie", "Referer", "X-Forwarded-For", "X-Request-Id", "Accept"];
	const separators = ["-", " - ", "_", ",", "/"];
	const numbers = [marks.visa.value, `0${marks.visa.value}`, ...separators.map((one) => grouped(marks.amex, one))];
	const values = [...numbers, ...secrets.map(({ value }) => value)];
	const basic = Buffer.from(`${marks.visa.value}:${marks.code.value}`).toString("base64");
	return [
		...names.flatMap((name) =>
			values.map((value) => ({ what: `in ${name}`, headers: { ...json, [name]: value }, body: "{}" })),
		),
		{ what: "as a bearer token", headers: { ...json, Authorization: `Bearer ${marks.visa.value}` }, body: "{}" },
		{ what: "as another scheme", headers: { ...json, Authorization: `Card ${marks.visa.value}` }, body: "{}" },
		{ what: "as basic credentials", headers: { Authorization: `Basic ${basic}` }, body: "{}" },
		{
			what: "as a character set",
			headers: { "Content-Type": `application/json; charset=${marks.visa.value}` },
			body: "{}",
		},
	];
}

/** Bodies with complete cards, each with another outcome of the demo processor. */
export function chargeCarriers(tokens: readonly Mark[]): Carrier[] {
	const charges = [
		{ amount: 31, ...cardFields(marks.visa) },
		{ amount: 30, ...cardFields(marks.mastercard) },
		{ amount: 31, ...cardFields(marks.amex, marks.amexCode) },
		{ amount: 31, ...cardFields(marks.unionPay) },
		{ amount: 31, ...cardFields(marks.answerLost) },
		{ amount: 31, ...cardFields(marks.neverReceived) },
		{ amount: 31, ...cardFields(marks.visa), card_number: Number(marks.visa.value), cvv2: Number(marks.code.value) },
		{ amount: 31, ...cardFields(marks.mastercard), card_number: grouped(marks.mastercard, " ") },
		// Unknown fields are ignored, wherever they contain the card (P-04).
		{ amount: 31, ...cardFields(marks.visa), pan: marks.mastercard.value, track2: `;${marks.visa.value}=2908101937?` },
		{ amount: 31, ...cardFields(marks.visa), card: { number: marks.amex.value, cvc: marks.amexCode.value } },
		...tokens.map(({ value }) => ({ amount: 31, token: value })),
	];
	// Each twice: a token's second use is refused, and a repeated key gets the stored response.
	return charges.flatMap((charge, index) => {
		// Each charge has another payer, who gets a receipt if it is approved.
		const body = JSON.stringify({ ...charge, email: `payer${index}@example.com`, invoice_id: `INV-${index}` });
		const headers = { ...json, "Idempotency-Key": `leak-hunt-${index}` };
		return [1, 2].flatMap((time) => [
			{ what: `charge ${index}, time ${time}`, headers: json, body },
			{ what: `charge ${index} with a key, time ${time}`, headers, body },
		]);
	});
}

/** Refused bodies with card data or a token. */
export function refusedCarriers(tokens: readonly Mark[]): Carrier[] {
	const card = cardFields(marks.visa);
	const number = marks.visa.value;
	const asJson: [what: string, body: unknown][] = [
		["number with blanks", { ...card, card_number: grouped(marks.visa, " ") }],
		["number with dashes", { ...card, card_number: grouped(marks.mastercard, "-") }],
		["number and code as JSON numbers", { ...card, card_number: Number(number), cvv2: Number(marks.code.value) }],
		...disguises.map(([what, disguise]): [string, unknown] => {
			return [`number ${what}`, { ...card, card_number: disguise(marks.mastercard) }];
		}),
		["number in an array", { ...card, card_number: [...number] }],
		["number in two parts", { ...card, card_number: [number.slice(0, 8), number.slice(8)] }],
		["number in an object", { ...card, card_number: { value: number } }],
		["number one digit too long", { ...card, card_number: `${number}0` }],
		["number in every card field", { ...card, card_expiry_month: number, card_expiry_year: number, cvv2: number }],
		["code with a blank", { ...card, cvv2: ` ${marks.code.value}` }],
		["a wrong code for the brand", { ...card, cvv2: marks.amexCode.value }],
		["a card without an amount", { ...card, amount: undefined }],
		["number as amount", { ...card, amount: Number(number) }],
		["number as amount in quotes", { ...card, amount: number }],
		["number as tax", { ...card, amount: 31, amount_tax: Number(number) }],
		["number as tip", { ...card, amount: 31, amount_tip: number }],
		["number as currency", { ...card, currency: number }],
		["number as email address", { ...card, email: number }],
		["number as blind copies", { ...card, bcc_emails: `${number},${number}` }],
		["number as country", { ...card, country: number }],
		["number as postal code", { ...card, country: "CA", postal_code: number }],
		["number as public key and page", { ...card, public_key: number, origin: `https://${number}.example` }],
		["number as a switch", { ...card, sending_receipt: number }],
		["number as a field's name", { [number]: marks.code.value }],
		["number under a forbidden name", { ...card, constructor: { card_number: number } }],
		["number nested deep", { a: { b: { c: { d: { e: { f: { g: { h: card } } } } } } } }],
		["number as grant, client, secret and scope", { grant_type: number, client_id: number, client_secret: number }],
		["an array of cards", [card]],
		["a card in a string", JSON.stringify(card)],
		...tokens.flatMap(({ value }): [string, unknown][] => [
			["token beside the card", { ...card, token: value }],
			["token in the number's place", { ...card, card_number: value }],
			["changed token", { token: `${value.slice(0, -1)}A` }],
			["token in an array", { token: [value] }],
			["token as currency", { token: value, currency: value }],
		]),
	];
	const whole = JSON.stringify({ amount: 31, ...card });
	const form = new URLSearchParams({ ...card, grant_type: number, client_id: number, client_secret: marks.code.value });
	return [
		...asJson.map(([what, body]) => ({
			what,
			headers: json,
			body: JSON.stringify(isPlainObject(body) ? { amount: 31, ...body } : body),
		})),
		{ what: "JSON cut off", headers: json, body: whole.slice(0, -2) },
		{ what: "JSON without commas", headers: json, body: whole.replaceAll(",", " ") },
		{ what: "JSON in single quotes", headers: json, body: whole.replaceAll('"', "'") },
		{ what: "JSON after a byte order mark", headers: json, body: `\uFEFF${whole}` },
		{ what: "JSON that is not UTF-8", headers: json, body: Buffer.concat([Buffer.from(whole), Buffer.of(0xff)]) },
		{
			what: "JSON that is too large",
			headers: json,
			body: whole.repeat(Math.ceil(maximumBodyBytes / whole.length) + 1),
		},
		{ what: "JSON called text", headers: { "Content-Type": "text/plain" }, body: whole },
		{ what: "JSON called a form", headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: whole },
		{ what: "a form", headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: form.toString() },
		{ what: "a form called JSON", headers: json, body: form.toString() },
		{ what: "XML", headers: { "Content-Type": "application/xml" }, body: `<card>${number}</card>` },
	];
}

function isPlainObject(value: unknown): value is object {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Input that is not HTTP, or too large: Node refuses it before the application sees it. */
export function rawRequests(): string[] {
	const { value } = marks.visa;
	return [
		`GET /${value}?cvv2=${marks.code.value} HTTP/9.9\r\nHost: a\r\n\r\n`,
		`${value}\r\n\r\n`,
		`POST /transaction-service/sale HTTP/1.1\r\nHost: a\r\nCard ${value}\r\n\r\n`,
		`POST /transaction-service/sale HTTP/1.1\r\nHost: a\r\nContent-Length: ${value}x\r\n\r\n`,
		`GET / HTTP/1.1\r\nHost: a\r\nX-Card: ${`${value} `.repeat(2_000)}\r\n\r\n`,
		`GET /${`${value}/`.repeat(600)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
		`POST /transaction-service/sale HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${value}\r\n`,
	];
}
