import type { JsonObject } from "../../fixtures/client.ts";
import type { Random } from "../random.ts";

/** A JSON Schema as the OpenAPI documents have it. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	enum?: unknown[];
	const?: unknown;
	example?: unknown;
	format?: string;
	minimum?: number;
	maximum?: number;
	properties?: Record<string, Schema>;
	additionalProperties?: Schema | boolean;
	required?: string[];
	items?: Schema;
	anyOf?: Schema[];
	oneOf?: Schema[];
	allOf?: Schema[];
}

/** Texts that programs stumble over. */
const hardTexts = [
	"",
	" ",
	"\0",
	"a\0b",
	"\u0001\u001b[31m",
	"\r\nX-Injected: 1",
	"\ud800",
	"\udc00x",
	"\ufffd",
	"\ufeff",
	"\u202e\u2066",
	"é".repeat(255),
	"e\u0301".repeat(300),
	"😀",
	"𝟙𝟚",
	"１２３",
	"a".repeat(256),
	"a".repeat(8_000),
	"null",
	"undefined",
	"NaN",
	"-1",
	"0",
	"1e400",
	"9007199254740993",
	"99999999999999999999",
	"' or 1=1 --",
	"%",
	"%00",
	"%ff",
	"%zz",
	"\\",
	"\\u0000",
	"{}",
	"[]",
	"__proto__",
	"constructor",
	"..%2f..%2fetc",
	"<script>alert(1)</script>",
	"2026-02-30",
	"0000-01-01",
	"+010000-01-01",
	"1970-01-01",
	"9999-12-31",
	"Europe/Nowhere",
	"javascript:alert(1)",
	"http://[::1",
	"https://例え.example",
	"a@b",
	'"\0"@example.com',
	"ada@example.com,bo@example.com",
	"4111111111111111",
	"CA",
	"ca",
	"QC",
] as const;

const hardNumbers = [
	0,
	-0,
	-1,
	1,
	0.01,
	0.1 + 0.2,
	10.99,
	10.999,
	1e-7,
	1e21,
	1e308,
	999_999.99,
	1_000_000,
	2 ** 31,
	2 ** 53,
	2 ** 53 + 2,
	2 ** 63,
	8.64e15,
	8.64e15 + 1,
	-8.64e15,
] as const;

/** Nearly as many elements as a body may have. */
const manyElements = 4_900;

const hardStructures = [
	null,
	true,
	false,
	[],
	{},
	[null],
	[[]],
	{ a: {} },
	{ length: 1 },
	[1, "a"],
	Array(manyElements).fill(1),
	Object.fromEntries(Array.from({ length: manyElements }, (_, index) => [`k${index}`, 1])),
] as const;

/** Values seen in responses, by the name of their field, so that later requests reach real records. */
export class SeenValues {
	readonly #values = new Map<string, unknown[]>();
	readonly #kept: ReadonlySet<unknown>;

	/** @param kept values that no request may name, such as the credential of the run itself */
	constructor(kept: Iterable<unknown>) {
		this.#kept = new Set(kept);
	}

	add(value: unknown, name = ""): void {
		if (Array.isArray(value)) {
			for (const item of value.slice(0, 5)) this.add(item, name);
		} else if (typeof value === "object" && value !== null) {
			for (const [key, inner] of Object.entries(value)) this.add(inner, key);
		} else if (value !== null && !secretName.test(name) && !this.#kept.has(value)) {
			const values = this.#values.get(name) ?? [];
			values.push(value);
			this.#values.set(name, values.slice(-seenPerName));
		}
	}

	/** A value of a field, or of one whose name ends alike: `card_lookup_id` also takes a `lookup_id`. */
	pick(name: string, random: Random): unknown {
		const names = [name, ...(name.endsWith("_id") ? ["lookup_id", "transaction_id", "id"] : [])];
		const values = this.#values.get(random.pick(names as [string, ...string[]])) ?? this.#values.get(name) ?? [];
		return values.length === 0 ? undefined : random.pick(values as [unknown, ...unknown[]]);
	}
}

const seenPerName = 20;

/** Sign-in attempts with a real address would lock the account that the run needs. */
const secretName = /email|password|secret|token|csrf/;

export interface Values {
	random: Random;
	seen: SeenValues;
	/** The root of the OpenAPI document, for references. */
	document: JsonObject;
	/** Fresh values of fields that no schema describes well, such as card tokens. */
	special: Record<string, () => unknown>;
}

const hardShare = 0.12;

export function hardValue(random: Random): unknown {
	if (random.chance(0.6)) return hardText(random);
	return random.chance(0.6) ? random.pick(hardNumbers) : random.pick<unknown>(hardStructures);
}

export function hardText(random: Random): string {
	return random.chance(0.8) ? random.pick(hardTexts) : random.pick(hardTexts) + random.pick(hardTexts);
}

/** Returns a value that mostly fits a schema. */
export function valueFor(values: Values, schema: Schema, name = "", depth = 0): unknown {
	const { random, seen, special } = values;
	if (depth > 0 && random.chance(hardShare)) return hardValue(random);
	const known = special[name];
	if (known !== undefined) return known();
	const earlier = random.chance(0.5) ? seen.pick(name, random) : undefined;
	return earlier ?? plainValue(values, resolve(values.document, schema), name, depth);
}

function plainValue(values: Values, schema: Schema, name: string, depth: number): unknown {
	const { random } = values;
	const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
	if (choices !== undefined) return random.pick(choices as [unknown, ...unknown[]]);
	const options = schema.anyOf ?? schema.oneOf;
	if (options !== undefined) return valueFor(values, random.pick(options as [Schema, ...Schema[]]), name, depth);
	if (schema.allOf !== undefined)
		return Object.assign({}, ...schema.allOf.map((part) => objectFor(values, part, depth)));
	if (schema.properties !== undefined) return objectFor(values, schema, depth);
	if (schema.example !== undefined && random.chance(0.8)) return schema.example;
	return scalarFor(values, schema, name, depth);
}

function scalarFor(values: Values, schema: Schema, name: string, depth: number): unknown {
	const { random } = values;
	switch ([schema.type].flat()[0]) {
		case "boolean":
			return random.chance(0.5);
		case "integer":
		case "number":
			return random.between(schema.minimum ?? 0, Math.min(schema.maximum ?? 500, 500));
		case "array":
			return Array.from({ length: random.between(0, 2) }, () => valueFor(values, schema.items ?? {}, name, depth + 1));
		case "null":
			return null;
		default:
			return textFor(schema, name, random);
	}
}

function textFor({ format }: Schema, name: string, random: Random): string {
	if (format === "email" || name.includes("email")) return `payer${random.between(1, 50)}@example.com`;
	if (format === "date") return "2026-11-21";
	if (format === "uri" || name.includes("uri") || name.includes("url")) return "https://shop.example/back";
	return random.pick(["Maple & Main", "x", "CAD", "1", "ada"]);
}

function objectFor(values: Values, schema: Schema, depth: number): JsonObject {
	const { properties = {}, required = [] } = resolve(values.document, schema);
	const { random } = values;
	const wanted = Object.entries(properties).filter(([name]) => random.chance(required.includes(name) ? 0.97 : 0.35));
	return Object.fromEntries(wanted.map(([name, inner]) => [name, valueFor(values, inner, name, depth + 1)]));
}

/** Follows the reference of a schema. */
export function resolve(document: JsonObject, schema: Schema): Schema {
	if (schema.$ref === undefined) return schema;
	const path = schema.$ref.replace(/^#\//, "").split("/");
	const found = path.reduce<unknown>((part, key) => (part as JsonObject | undefined)?.[key], document);
	return resolve(document, (found ?? {}) as Schema);
}
