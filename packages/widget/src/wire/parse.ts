import {
	type Connect,
	type FieldName,
	type FormOptions,
	fieldNames,
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

const longestText = 255;

type Fields = Record<string, unknown>;

/** Copies properties once, so that a value cannot change between check and use. */
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
export function parseConnect(value: unknown): Connect | undefined {
	const { cardseal, protocol, nonce } = fieldsOf(value);
	return cardseal === "connect" && isId(protocol) && isText(nonce) ? { cardseal, protocol, nonce } : undefined;
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

/** Omits tokens of a wrong type. */
function parseTheme(theme: Fields): Theme {
	const tokens = Object.entries(themeTypes).filter(([name, type]) => typeof theme[name] === type);
	return Object.fromEntries(tokens.map(([name]) => [name, theme[name]]));
}

/**
 * Lets no card number and no markup into the page: token, height, id and cardholder have their form; all else has
 * neither digit nor `<`.
 */
export function parseToHost(data: unknown): ToHost | undefined {
	const { type, id, height, token, cardholder, ...words } = Object(data);
	const text = JSON.stringify(words);
	if (/[\d<]/.test(text) || height > 2_000) return undefined;
	if (type !== "token") return { ...JSON.parse(text), type, id, height };
	if (!/^ct1[\w-]{142}$/.test(token)) return undefined;
	const { name, postalCode } = Object(cardholder);
	return { type, id, token, cardholder: { name: shortText(name), postalCode: shortText(postalCode) } };
}

const shortText = (value: unknown) => (value && `${value}`.slice(0, 255)) as string;
