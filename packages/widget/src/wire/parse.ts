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
	brands: "string",
} as const satisfies Record<keyof Theme, string>;

const greatestHeight = 2_000;
const longestText = 255;
const tokenPattern = /^ct1[\w-]{142}$/;
/** The page must not load the list of brands: it would be code for card numbers. */
const brandPattern = /^[A-Z]\w{2,9}$/;

type Fields = Record<string, unknown>;
type Check = (value: unknown) => boolean;

/** Copies own properties once, so that a value cannot change between check and use; no getter runs. */
function fieldsOf(value: unknown): Fields {
	const fields: Record<string, unknown> = Object.create(null);
	for (const name of typeof value === "object" && value ? Object.keys(value) : []) {
		fields[name] = Object.getOwnPropertyDescriptor(value, name)?.value;
	}
	return fields;
}

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= longestText;
const isOneOf = <Name extends string>(names: readonly Name[], value: unknown): value is Name =>
	(names as readonly unknown[]).includes(value);
const isField = (value: unknown): value is FieldName => isOneOf(fieldNames, value);
const isId = (value: unknown): value is number => Number.isSafeInteger(value);
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const matching =
	(pattern: RegExp): Check =>
	(value) =>
		isText(value) && pattern.test(value);
const optional =
	(check: Check): Check =>
	(value) =>
		value === undefined || check(value);
const isFieldList = (value: unknown) =>
	Array.isArray(value) && value.length <= fieldNames.length && value.every(isField);

function parseGreeting<Kind extends "hello" | "connect">(value: unknown, kind: Kind) {
	const { cardseal, protocol, nonce } = fieldsOf(value);
	return cardseal === kind && isId(protocol) && isText(nonce) ? { cardseal: kind, protocol, nonce } : undefined;
}

export function parseHello(value: unknown): Hello | undefined {
	return parseGreeting(value, "hello");
}

/** `undefined` for anything else. Protocol and nonce are compared later. */
export function parseConnect(value: unknown): Connect | undefined {
	return parseGreeting(value, "connect");
}

export function parseToFrame(value: unknown): ToFrame | undefined {
	const { type, id, field, options, isDark } = fieldsOf(value);
	switch (type) {
		case "clear":
			return { type };
		case "focus":
			return field === undefined || isField(field) ? { type, field } : undefined;
		case "tokenize":
			return isId(id) ? { type, id } : undefined;
		case "options": {
			const parsed = parseOptions(fieldsOf(options));
			return parsed && { type, options: parsed, isDark: isDark === true };
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

/** Omits tokens of a wrong type, so that the form still appears. */
function parseTheme(theme: Fields): Theme {
	const tokens = Object.entries(themeTypes).filter(([name, type]) => typeof theme[name] === type);
	return Object.fromEntries(tokens.map(([name]) => [name, theme[name]]));
}

const contents: Record<ToHost["type"], Record<string, Check>> = {
	ready: {},
	submit: {},
	done: {},
	canceled: {},
	title: { title: matching(/^\D*$/) },
	size: { height: (value) => typeof value === "number" && value >= 0 && value <= greatestHeight },
	change: { complete: isBoolean, empty: isBoolean, invalid: isFieldList },
	brand: { brand: optional(matching(brandPattern)) },
	focus: { field: isField },
	blur: { field: isField },
	token: { id: isId, token: matching(tokenPattern) },
	invalid: { id: isId, fields: isFieldList },
	failed: { id: optional(isId), cause: (value) => isOneOf(failureCauses, value) },
};

export function parseToHost(value: unknown): ToHost | undefined {
	const fields = fieldsOf(value);
	const found = Object.entries(contents).find(([type]) => type === fields.type);
	if (!found) return undefined;
	const [type, content] = found;
	const message: Fields = { type };
	for (const [name, isValid] of Object.entries(content)) {
		if (!isValid(fields[name])) return undefined;
		message[name] = fields[name];
	}
	if (type === "token") message.cardholder = parseCardholder(fieldsOf(fields.cardholder));
	return message as unknown as ToHost;
}

function parseCardholder({ name, postalCode }: Fields): { name?: string; postalCode?: string } {
	return { ...(isText(name) && { name }), ...(isText(postalCode) && { postalCode }) };
}
