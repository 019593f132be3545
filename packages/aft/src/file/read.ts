import { type BankProfile, bankProfiles, kindRouted } from "../profile.ts";
import {
	type Cell,
	readAccount,
	readBlank,
	readDate,
	readDigits,
	readNeededText,
	readNumber,
	readOptionalAccount,
	readOptionalDigits,
	readOptionalText,
	readPattern,
	readText,
	readUnused,
	reject,
	unpack,
} from "./cell.ts";
import { CorruptFile } from "./corrupt-file.ts";
import {
	type Currency,
	type FileHeader,
	type Item,
	type ItemKind,
	kinds,
	type ReceivedFile,
	type Totals,
} from "./file.ts";
import {
	headerLayout,
	headLayout,
	headSize,
	recordSize,
	segmentLayout,
	segmentSize,
	segmentsInRecord,
	trailerLayout,
} from "./layout.ts";
import { type Line, linesOf } from "./lines.ts";
import { totalNames, totalsOf } from "./totals.ts";

const kindsByRecordType = new Map<string, ItemKind>(
	(Object.keys(kinds) as ItemKind[]).map((kind) => [kinds[kind].recordType, kind]),
);

const recordTypes = [...kindsByRecordType.keys()].join(", ");

/**
 * Canadian Payments Standard 005. Rejects all of a file unless every field, filler, count and total is valid. No total
 * covers names, references, dates, accounts and codes. Rejects records between banks.
 *
 * @param profiles name the routing lines that the file may have
 * @throws CorruptFile with line, column and the expected content
 */
export function readAftFile(
	bytes: Uint8Array,
	profiles: readonly Pick<BankProfile, "readRoutingLines">[] = Object.values(bankProfiles),
): ReceivedFile {
	const isRouting = (text: string) =>
		kindRouted(text) !== undefined || profiles.some(({ readRoutingLines }) => readRoutingLines.includes(text));
	const lines = linesOf(bytes, (text) => {
		const [first = ""] = /^\$\$[^$]*\$\$/.exec(text) ?? [];
		return isRouting(first) ? first.length : 0;
	});
	let line = nextLine(lines, 1, "a header record (A)");
	const routingLine = isRouting(line.text) ? line.text : undefined;
	const routed = kindRouted(line.text);
	if (routingLine !== undefined) line = nextLine(lines, 2, "a header record (A)");
	const header = readHeader(recordOf(line));
	const items: Item[] = [];
	for (let recordCount = 2; ; recordCount += 1) {
		line = recordOf(nextLine(lines, line.number + 1, "a trailer record (Z)"));
		const { recordType } = readHead(line, recordCount, header);
		if (recordType.text === "Z") break;
		items.push(...readItems(line, readKind(recordType)));
	}
	const totals = readTotals(line, items);
	const extra = lines.next();
	if (!extra.done) throw new CorruptFile(extra.value.number, 1, "the end of the file behind its trailer");
	const misrouted = routed && items.find(({ kind }) => kind !== routed);
	if (misrouted) throw new CorruptFile(misrouted.line, 1, `${kinds[routed].recordType}, as the routing line has it`);
	return { routingLine, header, items, totals };
}

function nextLine(lines: Iterator<Line>, number: number, expected: string): Line {
	const next = lines.next();
	if (next.done) throw new CorruptFile(number, 1, expected);
	return next.value;
}

function recordOf({ text, number }: Line): Line {
	const strange = text.search(/[^\x20-\x7e]/);
	if (strange !== -1 && strange < recordSize) throw new CorruptFile(number, strange + 1, "a printable ASCII character");
	if (text.length > recordSize) {
		throw new CorruptFile(number, recordSize + 1, `${recordSize} characters in the line`);
	}
	return { number, text: text.padEnd(recordSize) };
}

function readHeader(line: Line): FileHeader {
	const head = unpack(headLayout, line.text, line.number, 0);
	readPattern(head.recordType, /^A$/, "A");
	readNumber(head.recordCount, 1, "");
	const rest = unpack(headerLayout, line.text, line.number, headSize);
	readBlank(rest.filler);
	return {
		originatorId: readNeededText(head.originatorId),
		fileCreationNumber: Number(readDigits(head.fileCreationNumber)),
		creationDate: readDate(rest.creationDate),
		dataCentre: readDigits(rest.dataCentre),
		currency: readPattern(rest.currency, /^(?:CAD|USD)$/, "CAD or USD") as Currency,
	};
}

function readHead(line: Line, recordCount: number, header: FileHeader) {
	const head = unpack(headLayout, line.text, line.number, 0);
	readNumber(head.recordCount, recordCount, ", one more than before");
	if (readText(head.originatorId) !== header.originatorId) reject(head.originatorId, "the originator of the header");
	readNumber(head.fileCreationNumber, header.fileCreationNumber, ", as in the header");
	return head;
}

function readKind(recordType: Cell): ItemKind {
	return kindsByRecordType.get(recordType.text) ?? reject(recordType, `one of ${recordTypes} and Z`);
}

function readItems({ text, number }: Line, kind: ItemKind): Item[] {
	const items: Item[] = [];
	for (let segment = 0; segment < segmentsInRecord; segment += 1) {
		const start = headSize + segment * segmentSize;
		if (segment > 0 && text.slice(start, start + segmentSize).trim() === "") {
			const rest = { name: "unused segments", text: text.slice(start), line: number, column: start + 1 };
			readBlank(rest);
			break;
		}
		items.push(readItem(unpack(segmentLayout, text, number, start), kind));
	}
	return items;
}

function readItem(cells: Record<keyof typeof segmentLayout, Cell>, kind: ItemKind): Item {
	const isOriginators = kind === "credit" || kind === "debit";
	const readBanks = isOriginators ? readUnused : readOptionalDigits;
	const readReturnAccount = isOriginators ? readAccount : readOptionalAccount;
	return {
		kind,
		line: cells.transactionCode.line,
		transactionCode: readTransactionCode(cells.transactionCode, kind),
		amountCents: Number(readDigits(cells.amountCents)) || reject(cells.amountCents, "an amount above zero"),
		valueDate: readDate(cells.valueDate),
		account: readAccount(cells.institution, cells.accountNumber),
		itemTrace: readBanks(cells.itemTrace),
		storedTransactionCode: readBanks(cells.storedTransactionCode),
		originatorShortName: readNeededText(cells.originatorShortName),
		name: readNeededText(cells.name),
		originatorLongName: readNeededText(cells.originatorLongName),
		userId: readText(cells.userId),
		crossReference: readNeededText(cells.crossReference),
		returnAccount: readReturnAccount(cells.returnInstitution, cells.returnAccountNumber),
		sundry: readText(cells.sundry),
		storedItemTrace: readBanks(cells.storedItemTrace),
		settlementCode: readOptionalText(cells.settlementCode),
		invalidElements: readBanks(cells.invalidElements),
	};
}

function readTransactionCode(cell: Cell, kind: ItemKind): string {
	return kind === "returned credit" || kind === "returned debit"
		? readPattern(cell, /^9\d\d$/, "a return code from 900 to 999")
		: readPattern(cell, /^[1-8]\d\d$/, "a transaction code from 100 to 899");
}

function readTotals({ text, number }: Line, items: readonly Item[]): Totals {
	const totals = totalsOf(items);
	const cells = unpack(trailerLayout, text, number, headSize);
	const why = ", what the items come to";
	for (const name of totalNames) {
		readNumber(cells[`${name}Cents`], totals[name].cents, why);
		readNumber(cells[`${name}Count`], totals[name].count, why);
	}
	readBlank(cells.filler);
	return totals;
}
