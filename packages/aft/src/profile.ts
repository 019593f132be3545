import type { ProvincialHoliday } from "./calendar.ts";
import type { Payment } from "./file.ts";

/** How far from the day a file is made its payments may be dated, in calendar days. */
export interface DateLimits {
	past: number;
	future: number;
}

/**
 * What banks differ in. There is one for each bank an operator works with, and none is the default, since a file made
 * for another bank is refused, or worse, taken for something else. Take the nearest one and change what the bank's own
 * description says: `{ ...tdLike, cutOff: { ...tdLike.cutOff, time: "19:30" } }`.
 */
export interface BankProfile {
	name: string;
	/** A line before the file that tells the bank's systems where it goes; then a file holds one kind only. */
	routingLine: Record<Payment["kind"], string> | undefined;
	lineEnd: "\r\n" | "\n";
	/** What stands in fields that banks fill in later: item trace, stored transaction code, invalid elements. */
	unusedDigits: "0" | " ";
	dates: Record<Payment["kind"], DateLimits>;
	cutOff: CutOff;
	/** Holidays of some provinces on which the bank takes and pays nothing. */
	provincialHolidays: readonly ProvincialHoliday[];
}

export interface CutOff {
	/** `HH:MM`: a file must be there before it to be taken on the same day. */
	time: string;
	/** IANA name of the zone that `time` is in. */
	timeZone: string;
	/** Business days from the day a file is taken to the earliest value date. */
	leadBusinessDays: number;
}

/**
 * The originator's agreement with its bank decides; this is early enough for the exchange of the evening, whose last window
 * is at 21:00 in Toronto.
 */
const cutOff: CutOff = { time: "17:00", timeZone: "America/Toronto", leadBusinessDays: 1 };

/** Where most banks have their centres. A day too many delays a payment; one too few has it come late unannounced. */
const provincialHolidays: readonly ProvincialHoliday[] = ["Family Day", "Civic Holiday"];

/**
 * As RBC describes its CPA-005 files for direct deposits (credits) and pre-authorized payments (debits), which are two
 * services with a routing line each.
 */
export const rbcLike: BankProfile = {
	name: "rbc-like",
	routingLine: { credit: "$$AAPDCPA1464[PROD[NL$$", debit: "$$AAPACPA1464[PROD[NL$$" },
	lineEnd: "\r\n",
	unusedDigits: "0",
	dates: { credit: { past: 30, future: 173 }, debit: { past: 30, future: 173 } },
	cutOff,
	provincialHolidays,
};

/** As TD describes its files: blanks where RBC wants zeros, and its own limits on dates. */
export const tdLike: BankProfile = {
	name: "td-like",
	routingLine: undefined,
	lineEnd: "\r\n",
	unusedDigits: " ",
	dates: { credit: { past: 30, future: 35 }, debit: { past: 173, future: 35 } },
	cutOff,
	provincialHolidays,
};

/** The standard alone, with the narrowest limits of those above. */
export const genericBank: BankProfile = {
	name: "generic",
	routingLine: undefined,
	lineEnd: "\n",
	unusedDigits: "0",
	dates: { credit: { past: 30, future: 35 }, debit: { past: 30, future: 35 } },
	cutOff,
	provincialHolidays,
};

/** By name, for a setting. */
export const bankProfiles: Readonly<Record<string, BankProfile>> = {
	[rbcLike.name]: rbcLike,
	[tdLike.name]: tdLike,
	[genericBank.name]: genericBank,
};

/** `TEST` is for files that a bank checks before it takes the first real one. */
const routingLines: Record<Payment["kind"], RegExp> = {
	credit: /^\$\$AAPDCPA1464\[(?:PROD|TEST)\[NL\$\$$/,
	debit: /^\$\$AAPACPA1464\[(?:PROD|TEST)\[NL\$\$$/,
};

/** Which kind of payments a routing line announces; `undefined` for a line that is none. */
export function kindRouted(line: string): Payment["kind"] | undefined {
	return (["credit", "debit"] as const).find((kind) => routingLines[kind].test(line));
}
