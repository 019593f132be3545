import {
	type Cell,
	readAccount,
	readBlank,
	readDate,
	readDigits,
	readExactly,
	readNeededText,
	readOptionalDigits,
	readOptionalText,
	readPattern,
	readText,
	readUnused,
	refuse,
	unpack,
} from "./cell.ts";
import { CorruptFile } from "./corrupt-file.ts";
import {
	type Currency,
	emptyTotals,
	type FileHeader,
	type Item,
	type ItemKind,
	kinds,
	type ReadAftFile,
	type Totals,
} from "./file.ts";
import {
	headerLayout,
	headLayout,
	recordSize,
	segmentLayout,
	segmentSize,
	segmentsInRecord,
	trailerLayout,
} from "./layout.ts";
import { type Line, linesOf } from "./lines.ts";
import { kindRouted } from "./profile.ts";

const headSize = recordSize - segmentsInRecord * segmentSize;

const kindsByRecordType = new Map<string, ItemKind>(
	(Object.keys(kinds) as ItemKind[]).map((kind) => [kinds[kind].recordType, kind]),
);

const recordTypes = [...kindsByRecordType.keys()].join(", ");

/**
 * Reads an AFT file (Canadian Payments Standard 005), and refuses it as a whole if anything in it is not as it should be:
 * every field's form, what fills up, counts without gap or repeat, and the totals of the trailer. What a changed byte can
 * still do is to turn a name, reference, date, account or code into another one of the same form: no total covers those.
 *
 * Records of banks among each other (S, U and others) are refused, as their layout is not known here.
 *
 * @param bytes as received; lines end with CR LF or LF, all of them the same way
 * @throws CorruptFile with line, column and what was expected
 */
export function readFile(bytes: Uint8Array): ReadAftFile {
	const lines = linesOf(bytes);
	let line = nextLine(lines, 1, "a header record (A)");
	const routed = kindRouted(line.text);
	const routingLine = routed && line.text;
	if (routed) line = nextLine(lines, 2, "a header record (A)");
	const header = readHeader(line);
	const items: Item[] = [];
	for (let recordCount = 2; ; recordCount += 1) {
		line = nextLine(lines, line.number + 1, "a trailer record (Z)");
		const head = readHead(line, recordCount, header);
		if (head.recordType.text === "Z") break;
		items.push(...readItems(line, head.recordType));
	}
	const totals = readTotals(line, items);
	const beyond = lines.next();
	if (!beyond.done) throw new CorruptFile(beyond.value.number, 1, "the end of the file behind its trailer");
	const astray = routed && items.find(({ kind }) => kind !== routed);
	if (astray) throw new CorruptFile(astray.line, 1, `${kinds[routed].recordType}, as the routing line has it`);
	return { routingLine, header, items, totals };
}

function nextLine(lines: Iterator<Line>, number: number, expected: string): Line {
	const next = lines.next();
	if (next.done) throw new CorruptFile(number, 1, expected);
	return next.value;
}

/** Makes sure that a record is whole, and printable ASCII. */
function checkRecord({ text, number }: Line): void {
	const strange = text.search(/[^\x20-\x7e]/);
	if (strange !== -1 && strange < recordSize) throw new CorruptFile(number, strange + 1, "a printable ASCII character");
	if (text.length !== recordSize) {
		throw new CorruptFile(number, Math.min(text.length, recordSize) + 1, `${recordSize} characters in the line`);
	}
}

function readHeader(line: Line): FileHeader {
	checkRecord(line);
	const head = unpack(headLayout, line.text, line.number, 0);
	readExactly(head.recordType, "A");
	readExactly(head.recordCount, "000000001");
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

/** What a record behind the header begins with: its type is told, the rest must be as counted and as in the header. */
function readHead(line: Line, recordCount: number, header: FileHeader) {
	checkRecord(line);
	const head = unpack(headLayout, line.text, line.number, 0);
	if (head.recordType.text !== "Z" && !kindsByRecordType.has(head.recordType.text)) {
		refuse(head.recordType, `one of ${recordTypes} and Z`);
	}
	const { size } = headLayout.recordCount;
	readExactly(head.recordCount, String(recordCount).padStart(size, "0"), ", one more than before");
	if (readText(head.originatorId) !== header.originatorId) refuse(head.originatorId, "the originator of the header");
	const number = String(header.fileCreationNumber).padStart(headLayout.fileCreationNumber.size, "0");
	readExactly(head.fileCreationNumber, number, ", as in the header");
	return head;
}

/** The items of a record: at least one, and behind the last one nothing but blanks. */
function readItems({ text, number }: Line, recordType: Cell): Item[] {
	const kind = kindsByRecordType.get(recordType.text);
	if (kind === undefined) return refuse(recordType, `one of ${recordTypes}`);
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
	// What an originator has written is unused where banks write; anything there is none of its doing.
	const readBanks = kind === "credit" || kind === "debit" ? readUnused : readOptionalDigits;
	return {
		kind,
		line: cells.transactionCode.line,
		transactionCode: readTransactionCode(cells.transactionCode, kind),
		amountCents: Number(readDigits(cells.amountCents)) || refuse(cells.amountCents, "an amount above zero"),
		valueDate: readDate(cells.valueDate),
		account: readAccount(cells.institution, cells.accountNumber),
		itemTrace: readBanks(cells.itemTrace),
		storedTransactionCode: readBanks(cells.storedTransactionCode),
		originatorShortName: readNeededText(cells.originatorShortName),
		name: readNeededText(cells.name),
		originatorLongName: readNeededText(cells.originatorLongName),
		userId: readText(cells.userId),
		crossReference: readNeededText(cells.crossReference),
		returnAccount: readAccount(cells.returnInstitution, cells.returnAccountNumber),
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

/** Adds the items up and holds the trailer against that. */
function readTotals({ text, number }: Line, items: readonly Item[]): Totals {
	const totals = emptyTotals();
	for (const { kind, amountCents } of items) {
		const total = totals[kinds[kind].total];
		total.cents += amountCents;
		total.count += 1;
	}
	const cells = unpack(trailerLayout, text, number, headSize);
	const { debits, credits, creditCorrections, debitCorrections } = totals;
	checkTotal(cells.debitCents, debits.cents);
	checkTotal(cells.debitCount, debits.count);
	checkTotal(cells.creditCents, credits.cents);
	checkTotal(cells.creditCount, credits.count);
	checkTotal(cells.creditCorrectionCents, creditCorrections.cents);
	checkTotal(cells.creditCorrectionCount, creditCorrections.count);
	checkTotal(cells.debitCorrectionCents, debitCorrections.cents);
	checkTotal(cells.debitCorrectionCount, debitCorrections.count);
	readBlank(cells.filler);
	return totals;
}

function checkTotal(cell: Cell, sum: number): void {
	readExactly(cell, String(sum).padStart(cell.text.length, "0"), ", what the items come to");
}
