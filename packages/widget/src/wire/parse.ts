import type { Brand } from "@cardseal/card";
import {
	type Connect,
	type FieldName,
	type FormOptions,
	failureCauses,
	fieldNames,
	type Hello,
	type Theme,
	type ToFrame,
	type ToHost,
} from "./messages.ts";

/** Repeated here, since the page must not load the code for card numbers. */
const brands: readonly Brand[] = ["Visa", "Mastercard", "Amex", "Discover", "Diners", "JCB", "UnionPay", "Maestro"];

/** The theme's tokens and their types; the frame checks the values. */
const themeTypes = {
	scheme: "string",
	accent: "string",
	text: "string",
	background: "string",
	border: "string",
	danger: "string",
	radius: "number",
	spacing: "number",
	fontSize: "number",
	fontFamily: "string",
} as const satisfies Record<keyof Theme, string>;

/** px: upper limit of the form's height. */
const greatestHeight = 2_000;
/** Characters: the limit of the frame's own fields. */
const longestText = 255;
const tokenPattern = /^ct1[\w-]{142}$/;

type Fields = Record<string, unknown>;

/**
 * Copies the own properties of untrusted data once. Inherited ones are ignored and no getter runs, so that a value
 * cannot change between check and use.
 */
function fieldsOf(value: unknown): Fields {
	const fields: Record<string, unknown> = Object.create(null);
	for (const name of typeof value === "object" && value ? Object.keys(value) : []) {
		fields[name] = Object.getOwnPropertyDescriptor(value, name)?.value;
	}
	return fields;
}

function parseFieldNames(value: unknown): FieldName[] | undefined {
	const names = Object.values(fieldsOf(value));
	return Array.isArray(value) && names.length <= fieldNames.length && names.every(isField) ? names : undefined;
}

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= longestText;
const isOneOf = <Name extends string>(names: readonly Name[], value: unknown): value is Name =>
	(names as readonly unknown[]).includes(value);
const isField = (value: unknown): value is FieldName => isOneOf(fieldNames, value);
const isBrand = (value: unknown): value is Brand => isOneOf(brands, value);
const isId = (value: unknown): value is number => Number.isSafeInteger(value);
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

function parseGreeting<Kind extends "hello" | "connect">(value: unknown, kind: Kind) {
	const { cardseal, protocol, nonce } = fieldsOf(value);
	return cardseal === kind && isId(protocol) && isText(nonce) ? { cardseal: kind, protocol, nonce } : undefined;
}

/** Parses the frame's first message; `undefined` for anything else. Protocol and nonce are compared later. */
export function parseHello(value: unknown): Hello | undefined {
	return parseGreeting(value, "hello");
}

/** Parses the host's answer to it; `undefined` for anything else. Protocol and nonce are compared later. */
export function parseConnect(value: unknown): Connect | undefined {
	return parseGreeting(value, "connect");
}

/** Parses a message from the merchant's page; `undefined` for anything else. */
export function parseToFrame(value: unknown): ToFrame | undefined {
	const { type, id, field, options } = fieldsOf(value);
	switch (type) {
		case "clear":
			return { type };
		case "focus":
			return field === undefined || isField(field) ? { type, field } : undefined;
		case "tokenize":
			return isId(id) ? { type, id } : undefined;
		case "options": {
			const parsed = parseOptions(fieldsOf(options));
			return parsed && { type, options: parsed };
		}
		default:
			return undefined;
	}
}

function parseOptions({ locale, theme, fields, disabled }: Fields): FormOptions | undefined {
	const { name, postalCode } = fieldsOf(fields);
	if (!isText(locale) || !isBoolean(name) || !isBoolean(postalCode) || !isBoolean(disabled)) return undefined;
	return { locale, theme: parseTheme(fieldsOf(theme)), fields: { name, postalCode }, disabled };
}

/** The tokens of the right type. Others are left out, so that the form still appears in default colours. */
function parseTheme(theme: Fields): Theme {
	const tokens = Object.entries(themeTypes).filter(([name, type]) => typeof theme[name] === type);
	return Object.fromEntries(tokens.map(([name]) => [name, theme[name]]));
}

/** Parses a message from the frame; `undefined` for anything else. */
export function parseToHost(value: unknown): ToHost | undefined {
	const fields = fieldsOf(value);
	const { type, height, brand, field } = fields;
	switch (type) {
		case "ready":
		case "submit":
			return { type };
		case "size":
			return typeof height === "number" && height >= 0 && height <= greatestHeight ? { type, height } : undefined;
		case "change":
			return parseChange(fields);
		case "brand":
			return brand === undefined || isBrand(brand) ? { type, brand } : undefined;
		case "focus":
		case "blur":
			return isField(field) ? { type, field } : undefined;
		default:
			return parseAnswer(fields);
	}
}

function parseChange({ complete, empty, invalid }: Fields): ToHost | undefined {
	const names = parseFieldNames(invalid);
	return isBoolean(complete) && isBoolean(empty) && names
		? { type: "change", complete, empty, invalid: names }
		: undefined;
}

/** Parses the answer to `tokenize`. */
function parseAnswer({ type, id, token, cardholder, fields, cause }: Fields): ToHost | undefined {
	if (type === "failed" && (id === undefined || isId(id)) && isOneOf(failureCauses, cause)) {
		return { type, id, cause };
	}
	if (!isId(id)) return undefined;
	const names = parseFieldNames(fields);
	if (type === "invalid" && names) return { type, id, fields: names };
	if (type === "token" && isText(token) && tokenPattern.test(token)) {
		return { type, id, token, cardholder: parseCardholder(fieldsOf(cardholder)) };
	}
	return undefined;
}

function parseCardholder({ name, postalCode }: Fields): { name?: string; postalCode?: string } {
	return { ...(isText(name) && { name }), ...(isText(postalCode) && { postalCode }) };
}
