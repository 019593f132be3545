import { parseArgs } from "node:util";
import type { EventFilter } from "../audit/audit.store.ts";
import type { Head } from "../audit/chain.ts";
import { CommandRefused } from "./command-refused.ts";

/** What an operator asks of the audit log. Times are real, in ms since 1970. */
export type AuditCommand =
	| { action: "verify"; head: Head | undefined }
	| { action: "list"; filter: EventFilter; asJson: boolean }
	| { action: "prune"; before: number };

// Why a command is not understood, in words for the operator who typed it.
const refusals = {
	usage: () =>
		new CommandRefused(
			[
				"The audit log:",
				"  npm run audit -- verify [--head SEQUENCE:SEAL]",
				"  npm run audit -- list [--merchant ID] [--from DATE] [--json]",
				"  npm run audit -- prune --before DATE",
				"DATE is a day in UTC like 2026-11-21. SEQUENCE:SEAL is what an earlier verify has told.",
			].join("\n"),
		),
	date: () => new CommandRefused("Write a date as year, month and day: 2026-11-21."),
	head: () => new CommandRefused("Write a head as verify tells it: the sequence, a colon, 64 hexadecimal digits."),
};

const options = {
	head: { type: "string" },
	merchant: { type: "string" },
	from: { type: "string" },
	json: { type: "boolean" },
	before: { type: "string" },
} as const;

type OptionName = keyof typeof options;

/** Which options each action knows. */
const optionsOf: ReadonlyMap<string, OptionName[]> = new Map<string, OptionName[]>([
	["verify", ["head"]],
	["list", ["merchant", "from", "json"]],
	["prune", ["before"]],
]);

/** @throws CommandRefused */
export function readCommand([action = "", ...words]: string[]): AuditCommand {
	const known = optionsOf.get(action);
	if (known === undefined) throw refusals.usage();
	const { head, merchant, from, json, before } = readOptions(words, known);
	if (action === "verify") return { action, head: head === undefined ? undefined : readHeadText(head) };
	if (action === "list") {
		const filter = { merchant, from: from === undefined ? undefined : readDate(from) };
		return { action, filter, asJson: json === true };
	}
	if (before === undefined) throw refusals.usage();
	return { action: "prune", before: readDate(before) };
}

function readOptions(args: string[], known: OptionName[]) {
	try {
		const { values } = parseArgs({ args, options });
		if (Object.keys(values).every((name) => known.some((one) => one === name))) return values;
	} catch (cause) {
		// What is no option of ours; a bug of ours would be no TypeError with such a code.
		if (!(cause instanceof TypeError && "code" in cause)) throw cause;
	}
	throw refusals.usage();
}

function readDate(text: string): number {
	const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
	// A day that a month does not have would be read as one of the next month.
	if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text)) throw refusals.date();
	return time;
}

function readHeadText(text: string): Head {
	const [, sequence, seal] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
	if (sequence === undefined || seal === undefined) throw refusals.head();
	return { sequence: Number(sequence), seal };
}
