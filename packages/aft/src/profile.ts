import type { ProvincialHoliday } from "./calendar/calendar.ts";
import type { Payment } from "./file/file.ts";

/** Calendar days from the creation date. */
export interface DateLimits {
	past: number;
	future: number;
}

/**
 * No default: other banks reject or misread a file. Start from the nearest: `{ ...tdLike, cutOff: { ...tdLike.cutOff,
 * time: "19:30" } }`.
 */
export interface BankProfile {
	name: string;
	/** Files with this line hold one kind. */
	routingLine: Record<Payment["kind"], string> | undefined;
	/** Returned files may have other products' lines. */
	readRoutingLines: readonly string[];
	lineEnd: "\r\n" | "\n";
	unusedDigits: "0" | " ";
	dates: Record<Payment["kind"], DateLimits>;
	cutOff: CutOff;
	provincialHolidays: readonly ProvincialHoliday[];
}

export interface CutOff {
	/** `HH:MM`; an earlier file is processed on the same day. */
	time: string;
	timeZone: string;
	/** Business days from processing to the earliest value date. */
	leadBusinessDays: number;
}

/** Precedes the last exchange window, 21:00. The bank's agreement decides. */
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

/** `TEST` marks files before the first real one. */
const routingLines: Record<Payment["kind"], RegExp> = {
	credit: /^\$\$AAPDCPA1464\[(?:PROD|TEST)\[NL\$\$$/,
	debit: /^\$\$AAPACPA1464\[(?:PROD|TEST)\[NL\$\$$/,
};

export function kindRouted(line: string): Payment["kind"] | undefined {
	return (["credit", "debit"] as const).find((kind) => routingLines[kind].test(line));
}
