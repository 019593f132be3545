import type { ProvincialHoliday } from "./calendar/calendar.ts";
import type { Payment } from "./file/file.ts";

/** Calendar days from the creation date. */
export interface DateLimits {
	past: number;
	future: number;
}

/**
 * There is no default: a file for another bank is rejected, or misread. Start from the nearest profile: `{ ...tdLike,
 * cutOff: { ...tdLike.cutOff, time: "19:30" } }`.
 */
export interface BankProfile {
	name: string;
	/** A file with this line holds one kind only. */
	routingLine: Record<Payment["kind"], string> | undefined;
	/** Returned files may have one of other products. */
	readRoutingLines: readonly string[];
	lineEnd: "\r\n" | "\n";
	/** Fills the fields of banks. */
	unusedDigits: "0" | " ";
	dates: Record<Payment["kind"], DateLimits>;
	cutOff: CutOff;
	provincialHolidays: readonly ProvincialHoliday[];
}

export interface CutOff {
	/** `HH:MM`; an earlier file is processed on the same day. */
	time: string;
	timeZone: string;
	/** From the processing of a file to the earliest value date. */
	leadBusinessDays: number;
}

/** Precedes the last exchange window, 21:00 in Toronto. The agreement with the bank decides. */
const cutOff: CutOff = { time: "17:00", timeZone: "America/Toronto", leadBusinessDays: 1 };

/** One too many delays a payment; one too few makes it late. */
const provincialHolidays: readonly ProvincialHoliday[] = ["Family Day", "Civic Holiday"];

/** RBC's description of CPA-005 files. */
export const rbcLike: BankProfile = {
	name: "rbc-like",
	routingLine: { credit: "$$AAPDCPA1464[PROD[NL$$", debit: "$$AAPACPA1464[PROD[NL$$" },
	readRoutingLines: ["$$AA01CPA1464[PROD[NL$$", "$$AA01CPA1464[TEST[NL$$"],
	lineEnd: "\r\n",
	unusedDigits: "0",
	dates: { credit: { past: 30, future: 173 }, debit: { past: 30, future: 173 } },
	cutOff,
	provincialHolidays,
};

export const tdLike: BankProfile = {
	name: "td-like",
	routingLine: undefined,
	readRoutingLines: [],
	lineEnd: "\r\n",
	unusedDigits: " ",
	dates: { credit: { past: 30, future: 35 }, debit: { past: 173, future: 35 } },
	cutOff,
	provincialHolidays,
};

export const genericBank: BankProfile = {
	name: "generic",
	routingLine: undefined,
	readRoutingLines: [],
	lineEnd: "\n",
	unusedDigits: "0",
	dates: { credit: { past: 30, future: 35 }, debit: { past: 30, future: 35 } },
	cutOff,
	provincialHolidays,
};

export const bankProfiles: Record<string, BankProfile> = {
	[rbcLike.name]: rbcLike,
	[tdLike.name]: tdLike,
	[genericBank.name]: genericBank,
};

/** `TEST` marks files that a bank checks before the first real one. */
const routingLines: Record<Payment["kind"], RegExp> = {
	credit: /^\$\$AAPDCPA1464\[(?:PROD|TEST)\[NL\$\$$/,
	debit: /^\$\$AAPACPA1464\[(?:PROD|TEST)\[NL\$\$$/,
};

export function kindRouted(line: string): Payment["kind"] | undefined {
	return (["credit", "debit"] as const).find((kind) => routingLines[kind].test(line));
}
