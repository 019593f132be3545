import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { unescape as decodePercent } from "node:querystring";
import pg from "pg";

/** Something that must not be found where it does not belong. */
export interface Mark {
	/** Tells marks apart without repeating them. */
	name: string;
	kind: "number" | "security_code" | "secret";
	value: string;
}

/** Where a mark was found, and in what form. */
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

/** A mark made at run time: a card token, a bearer token, a client secret. */
export function secret(name: string, value: string): Mark {
	return { name, kind: "secret", value };
}

/**
 * The card data and the bank account that the hunt sends. None of these numbers stands in our documentation or in the browser's library, so that
 * wherever one is found it came from a request.
 */
export const marks = {
	visa: cardNumber("4012888888881881"),
	mastercard: cardNumber("5105105105105100"),
	amex: cardNumber("371449635398431"),
	/** 19 digits. */
	unionPay: cardNumber("6205500000000000004"),
	/** The processor decides and its answer is lost. */
	answerLost: cardNumber("4000000000000259"),
	/** The processor never receives the request. */
	neverReceived: cardNumber("4000000000000267"),
	/** Put where free text belongs, which is stored in the clear. */
	inFreeText: cardNumber("6011000990139424"),
	/** Written by the hunt itself, to be found. */
	planted: cardNumber("3566002020360505"),
	/** 12 digits, as short ones stand in ids and times; it is returned by no bank of the sandbox. */
	bankAccount: bankAccountNumber("483926175804"),
	code: securityCode("937"),
	amexCode: securityCode("9317"),
} as const;

/** What may stand between two digits of one number: as people write it, as URLs do, and split over two strings or fields. */
const betweenDigits = `(?:[\\s\\u00a0._/+-]|%20|%2[BDbd]|\\\\u00a0|[\\u2010-\\u2015]){0,3}`;
const betweenParts = `(?:${betweenDigits}|["'\\\\,;:|\\s]{1,8})`;

/** A text without what hides digits: percent signs, other widths, and signs that show nothing. */
function undisguised(text: string): string {
	return decodePercent(text)
		.normalize("NFKC")
		.replace(/\p{Cf}/gu, "");
}

/** Whether a text holds the mark as text, however its digits are spaced. */
function matcherOf({ kind, value }: Mark): (text: string) => boolean {
	if (kind === "secret") {
		const parts = thirds(value);
		return (text) => parts.some((part) => text.includes(part));
	}
	// Three digits stand in many a time, id and address; alone between other signs they are a code.
	const code = new RegExp(`(?<![0-9A-Za-z.:-])${value}(?![0-9A-Za-z.:-])`);
	const number = new RegExp([...value].join(betweenParts));
	if (kind === "security_code") return (text) => code.test(text);
	return (text) => number.test(text) || number.test(undisguised(text));
}

/** A long secret is as good as found when a third of it is. */
function thirds(value: string): string[] {
	const length = Math.ceil(value.length / 3);
	return [value.slice(0, length), value.slice(length, 2 * length), value.slice(2 * length)];
}

/** Finds marks in a text, in whatever form. */
export function searchText(text: string, wanted: readonly Mark[], place: string): Finding[] {
	return wanted.flatMap((mark) => {
		if (matcherOf(mark)(text)) return [{ mark: mark.name, form: "text", place }];
		return formsOf(mark)
			.filter(({ bytes }) => text.includes(bytes.toString("latin1")))
			.map(({ name }) => ({ mark: mark.name, form: name, place }));
	});
}

interface Form {
	name: string;
	bytes: Buffer;
}

/** How a mark looks as bytes. A security code alone is too short to mean anything among bytes, so it needs its name beside it. */
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

/** The part of a base64 text that `bytes` alone decide when they stand `offset` (0 to 2) bytes into a group of three. */
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
	// A number that is mostly zeros is, half a byte on, what every empty page begins with.
	const telling = runs.filter((bytes) => new Set(bytes).size > 2);
	return telling.map((bytes) => ({ name: "packed decimal", bytes }));
}

function groupedForms(digits: string): Form[] {
	const groups = digits.match(/.{1,4}/g) ?? [];
	return [" ", "-", "%20"].map((separator) => ({ name: "grouped", bytes: Buffer.from(groups.join(separator)) }));
}

/** Finds marks among bytes. */
export function searchBytes(bytes: Buffer, wanted: readonly Mark[], place: string): Finding[] {
	return wanted.flatMap((mark) =>
		formsOf(mark)
			.filter((form) => bytes.includes(form.bytes))
			.map(({ name }) => ({ mark: mark.name, form: name, place })),
	);
}

/** Finds marks in every file beneath a folder, byte by byte: data pages, write-ahead log, logs, settings. */
export async function searchFiles(directory: string, wanted: readonly Mark[]): Promise<Finding[]> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	const findings: Finding[] = [];
	for (const entry of entries.filter((one) => one.isFile())) {
		const path = join(entry.parentPath, entry.name);
		findings.push(...searchBytes(await readFile(path), wanted, path));
	}
	return findings;
}

/** Finds marks in every value of every column of every table, the system's own included. */
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
	columns: { name: string; type: string }[];
}

/** Tables, materialized views and sequences that this role may read. */
async function listTables(client: pg.Client): Promise<Table[]> {
	const { rows } = await client.query<Table>(`
		select namespace.nspname as schema, class.relname as table,
			json_agg(json_build_object('name', attribute.attname, 'type', format_type(attribute.atttypid, null))) as columns
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
	// The system's own tables are full of numbers as short as a security code.
	const sought = schema === "pg_catalog" ? wanted.filter(({ kind }) => kind !== "security_code") : wanted;
	const values = columns.map(({ name, type }) => {
		const column = client.escapeIdentifier(name);
		return type === "bytea" ? column : `${column}::text as ${column}`;
	});
	const { rows } = await client.query<Record<string, Buffer | string | null>>(
		`select ${values.join(", ")} from ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(table)}`,
	);
	return columns.flatMap(({ name }) => {
		const cells = rows.map((row) => row[name] ?? "");
		return searchCells(cells, sought, `${schema}.${table}.${name}`);
	});
}

/** Bytes may be anything: themselves, or text in some encoding. */
function searchCells(cells: (Buffer | string)[], wanted: readonly Mark[], place: string): Finding[] {
	// All texts in one go, with a sign between them that stands between no two digits of a number.
	const texts = cells.map((cell) => cell.toString()).join("\0");
	const binary = cells.filter((cell) => typeof cell !== "string");
	return [...searchText(texts, wanted, place), ...binary.flatMap((bytes) => searchBytes(bytes, wanted, place))];
}
