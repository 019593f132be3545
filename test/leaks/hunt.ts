import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { unescape as decodePercent } from "node:querystring";
import pg from "pg";

/** A value that must not be found. */
export interface Mark {
	/** Names the value without repeating it. */
	name: string;
	kind: "number" | "security_code" | "secret";
	value: string;
}

/** The place and the form of a find. */
export interface Finding {
	mark: string;
	form: string;
	place: string;
}

function cardNumber(value: string): Mark {
	return { name: `card number …${value.slice(-4)}`, kind: "number", value };
}

function bankAccountNumber(value: string): Mark {
	return { name: `bank account number …${value.slice(-4)}`, kind: "number", value };
}

function securityCode(value: string): Mark {
	return { name: `security code ${value}`, kind: "security_code", value };
}

/** Creates a value at run time: a card token, a bearer token, a client secret. */
export function secret(name: string, value: string): Mark {
	return { name, kind: "secret", value };
}

/**
 * The card data and the bank account that the hunt sends. None of these numbers is in our documentation or in the
 * browser's library, so a find comes from a request.
 */
export const marks = {
	visa: cardNumber("4012888888881881"),
	mastercard: cardNumber("5105105105105100"),
	amex: cardNumber("371449635398431"),
	/** 19 digits. */
	unionPay: cardNumber("6205500000000000004"),
	/** The processor decides, and its answer is lost. */
	answerLost: cardNumber("4000000000000259"),
	/** The processor never receives the request. */
	neverReceived: cardNumber("4000000000000267"),
	/** Its bank asks the payer. */
	challenged: cardNumber("5200000000001096"),
	/** Sent in free text, which is stored in the clear. */
	inFreeText: cardNumber("6011000990139424"),
	/** Written by the hunt itself, so that it must be found. */
	planted: cardNumber("3566002020360505"),
	/** 12 digits, because shorter ones occur in ids and times. No sandbox bank returns it. */
	bankAccount: bankAccountNumber("483926175804"),
	code: securityCode("937"),
	amexCode: securityCode("9317"),
} as const;

/**
 * Separators between two digits of a number: as people write it, as URLs encode it, and across two strings or fields.
 */
const betweenDigits = `(?:[\\s\\u00a0._/+-]|%20|%2[BDbd]|\\\\u00a0|[\\u2010-\\u2015]){0,3}`;
const betweenParts = `(?:${betweenDigits}|["'\\\\,;:|\\s]{1,8})`;

/** Removes disguises of digits from a text: percent signs, other widths, invisible characters. */
function undisguised(text: string): string {
	return text
		.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => decodePercent(run))
		.normalize("NFKC")
		.replace(/\p{Cf}/gu, "");
}

/** Finds the value as text, with any spacing of its digits. */
function matcherOf({ kind, value }: Mark): (text: string, plain: string) => boolean {
	if (kind === "secret") {
		const parts = thirds(value);
		return (text) => parts.some((part) => text.includes(part));
	}
	// Three digits occur in many times, ids and addresses; alone between other characters they are a code.
	const code = new RegExp(`(?<![0-9A-Za-z.:-])${value}(?![0-9A-Za-z.:-])`);
	const number = new RegExp([...value].join(betweenParts));
	if (kind === "security_code") return (text) => code.test(text);
	return (text, plain) => number.test(text) || number.test(plain);
}

/** A third of a long secret counts as found. */
function thirds(value: string): string[] {
	const length = Math.ceil(value.length / 3);
	return [value.slice(0, length), value.slice(length, 2 * length), value.slice(2 * length)];
}

interface Search {
	matches: ReturnType<typeof matcherOf>;
	forms: (Form & { text: string })[];
}

/** Prepared once for each mark: a hunt searches 20,000 texts. */
const searches = new WeakMap<Mark, Search>();

function searchFor(mark: Mark): Search {
	const prepared = searches.get(mark);
	if (prepared !== undefined) return prepared;
	const forms = formsOf(mark).map((form) => ({ ...form, text: form.bytes.toString("latin1") }));
	const search = { matches: matcherOf(mark), forms };
	searches.set(mark, search);
	return search;
}

/** Finds values in a text, in any form. */
export function searchText(text: string, wanted: readonly Mark[], place: string): Finding[] {
	const plain = undisguised(text);
	return wanted.flatMap((mark) => {
		const { matches, forms } = searchFor(mark);
		if (matches(text, plain)) return [{ mark: mark.name, form: "text", place }];
		return forms.filter((form) => text.includes(form.text)).map(({ name }) => ({ mark: mark.name, form: name, place }));
	});
}

interface Form {
	name: string;
	bytes: Buffer;
}

/** The value's forms as bytes. A security code is too short among bytes, so it needs its field name next to it. */
function formsOf({ kind, value }: Mark): Form[] {
	if (kind === "security_code") {
		const pairs = [
			`"cvv2":"${value}"`,
			`"cvv2": "${value}"`,
			`"cvv2":${value}`,
			`cvv2=${value}`,
			`"securityCode":"${value}"`,
		];
		return pairs.map((pair) => ({ name: "with its name", bytes: Buffer.from(pair) }));
	}
	if (kind === "secret") return thirds(value).flatMap(textForms);
	const digits = kind === "number" ? [...packedForms(value), ...groupedForms(value)] : [];
	return [...textForms(value), ...digits];
}

function textForms(text: string): Form[] {
	const bytes = Buffer.from(text);
	return [
		{ name: "bytes", bytes },
		{ name: "UTF-16", bytes: Buffer.from(text, "utf16le") },
		{ name: "hexadecimal", bytes: Buffer.from(bytes.toString("hex")) },
		{ name: "base64", bytes: Buffer.from(base64Inside(bytes, 0)) },
		{ name: "base64", bytes: Buffer.from(base64Inside(bytes, 1)) },
		{ name: "base64", bytes: Buffer.from(base64Inside(bytes, 2)) },
	];
}

/** The part of a base64 text that `bytes` determine at `offset` (0 to 2) in a group of three. */
function base64Inside(bytes: Buffer, offset: number): string {
	const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
		.toString("base64")
		.replaceAll("=", "");
	const whole = Math.floor(((offset + bytes.length) * 8) / 6);
	return encoded.slice(Math.ceil((offset * 8) / 6), whole);
}

/** Two decimal digits a byte, as card tokens hold them, at either alignment. */
function packedForms(digits: string): Form[] {
	const even = digits.slice(0, digits.length - (digits.length % 2));
	const shifted = digits.slice(1, digits.length - ((digits.length - 1) % 2));
	const runs = [even, shifted].map((run) => Buffer.from(run, "hex"));
	// A number that is mostly zeros looks, shifted by half a byte, like the start of every empty page.
	const telling = runs.filter((bytes) => new Set(bytes).size > 2);
	return telling.map((bytes) => ({ name: "packed decimal", bytes }));
}

function groupedForms(digits: string): Form[] {
	const groups = digits.match(/.{1,4}/g) ?? [];
	return [" ", "-", "%20"].map((separator) => ({ name: "grouped", bytes: Buffer.from(groups.join(separator)) }));
}

/** Finds values among bytes. */
export function searchBytes(bytes: Buffer, wanted: readonly Mark[], place: string): Finding[] {
	return wanted.flatMap((mark) =>
		searchFor(mark)
			.forms.filter((form) => bytes.includes(form.bytes))
			.map(({ name }) => ({ mark: mark.name, form: name, place })),
	);
}

/** Finds values in every file of a folder, byte by byte: data pages, write-ahead log, logs, settings. */
export async function searchFiles(directory: string, wanted: readonly Mark[]): Promise<Finding[]> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	const findings: Finding[] = [];
	for (const entry of entries.filter((one) => one.isFile())) {
		const path = join(entry.parentPath, entry.name);
		findings.push(...searchBytes(await readFile(path), wanted, path));
	}
	return findings;
}

/** Finds values in every column of every table, system tables included. */
export async function searchDatabase(url: string, wanted: readonly Mark[]): Promise<Finding[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		const findings: Finding[] = [];
		for (const table of await listTables(client)) findings.push(...(await searchTable(client, table, wanted)));
		return findings;
	} finally {
		await client.end();
	}
}

interface Table {
	schema: string;
	table: string;
	columns: { name: string; type: string; isCounter: boolean }[];
}

/** Tables, materialized views and sequences that this role may read. */
async function listTables(client: pg.Client): Promise<Table[]> {
	const { rows } = await client.query<Table>(`
		select namespace.nspname as schema, class.relname as table,
			json_agg(json_build_object(
				'name', attribute.attname,
				'type', format_type(attribute.atttypid, null),
				'isCounter', attribute.attidentity <> '' or attribute.attname = 'sequence'
			)) as columns
		from pg_class class
		join pg_namespace namespace on namespace.oid = class.relnamespace
		join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
		where class.relkind in ('r', 'm', 'S') and has_table_privilege(class.oid, 'select')
		group by namespace.nspname, class.relname`);
	return rows;
}

async function searchTable(
	client: pg.Client,
	{ schema, table, columns }: Table,
	wanted: readonly Mark[],
): Promise<Finding[]> {
	// System tables are full of numbers as short as a security code, and a column that counts rows passes each.
	const withoutCodes = wanted.filter(({ kind }) => kind !== "security_code");
	const values = columns.map(({ name, type }) => {
		const column = client.escapeIdentifier(name);
		return type === "bytea" ? column : `${column}::text as ${column}`;
	});
	const { rows } = await client.query<Record<string, Buffer | string | null>>(
		`select ${values.join(", ")} from ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(table)}`,
	);
	return columns.flatMap(({ name, isCounter }) => {
		const cells = rows.map((row) => row[name] ?? "");
		const sought = schema === "pg_catalog" || isCounter ? withoutCodes : wanted;
		return searchCells(cells, sought, `${schema}.${table}.${name}`);
	});
}

/** Bytes may be binary, or text in some encoding. */
function searchCells(cells: (Buffer | string)[], wanted: readonly Mark[], place: string): Finding[] {
	// Joins all texts with a separator that never occurs between digits of a number.
	const texts = cells.map((cell) => cell.toString()).join("\0");
	const binary = cells.filter((cell) => typeof cell !== "string");
	return [...searchText(texts, wanted, place), ...binary.flatMap((bytes) => searchBytes(bytes, wanted, place))];
}
