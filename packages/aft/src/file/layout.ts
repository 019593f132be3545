/** In characters (Standard 005). */
export const recordSize = 1464;

export const segmentsInRecord = 6;

export const segmentSize = 240;

export const headSize = recordSize - segmentsInRecord * segmentSize;

interface Place {
	start: number;
	size: number;
}

export type Layout<Name extends string> = Record<Name, Place>;

/** @throws when the fields do not fill exactly `size` characters */
function layout<Name extends string>(size: number, fields: readonly (readonly [Name, number])[]): Layout<Name> {
	const places: Partial<Record<Name, Place>> = {};
	let start = 0;
	for (const [name, fieldSize] of fields) {
		places[name] = { start, size: fieldSize };
		start += fieldSize;
	}
	if (start !== size) throw new Error(`The fields fill ${start} characters, not ${size}.`);
	return places as Layout<Name>;
}

export const headLayout = layout(headSize, [
	["recordType", 1],
	["recordCount", 9],
	["originatorId", 10],
	["fileCreationNumber", 4],
]);

export const headerLayout = layout(recordSize - headSize, [
	["creationDate", 6],
	["dataCentre", 5],
	// Not read.
	["communicationArea", 20],
	["currency", 3],
	["filler", 1406],
]);

export const segmentLayout = layout(segmentSize, [
	["transactionCode", 3],
	["amountCents", 10],
	["valueDate", 6],
	["institution", 9],
	["accountNumber", 12],
	["itemTrace", 22],
	["storedTransactionCode", 3],
	["originatorShortName", 15],
	["name", 30],
	["originatorLongName", 30],
	["userId", 10],
	["crossReference", 19],
	["returnInstitution", 9],
	["returnAccountNumber", 12],
	["sundry", 15],
	["storedItemTrace", 22],
	["settlementCode", 2],
	["invalidElements", 11],
]);

export const trailerLayout = layout(recordSize - headSize, [
	["debitsCents", 14],
	["debitsCount", 8],
	["creditsCents", 14],
	["creditsCount", 8],
	["creditCorrectionsCents", 14],
	["creditCorrectionsCount", 8],
	["debitCorrectionsCents", 14],
	["debitCorrectionsCount", 8],
	["filler", 1352],
]);

export function greatestNumber<Name extends string>(fields: Layout<Name>, name: Name): number {
	return 10 ** fields[name].size - 1;
}

/**
 * Pads texts with blanks, numbers with zeros.
 *
 * @throws Error if a value is longer than its field
 */
export function pack<Name extends string>(fields: Layout<Name>, values: Record<Name, string | number>): string {
	let packed = "";
	for (const name in fields) {
		const { size } = fields[name];
		const value = values[name];
		const text = typeof value === "number" ? String(value).padStart(size, "0") : value.padEnd(size);
		if (text.length > size) throw new Error(`${name} has ${text.length} characters, not ${size}.`);
		packed += text;
	}
	return packed;
}
