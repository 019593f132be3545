import { type EventFilter, findMerchantRow, listEvents } from "../audit/audit.store.ts";
import type { Head, Mac } from "../audit/chain.ts";
import { eventAsJson, eventAsText } from "../audit/describe-event.ts";
import { operator } from "../audit/event.ts";
import { readHead } from "../audit/head-file.ts";
import { keptDays, pruneLog } from "../audit/prune.ts";
import { recordEvent } from "../audit/record.ts";
import { type Verdict, verifyChain } from "../audit/verify.ts";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { CommandRefused } from "./command-refused.ts";
import { readCommand } from "./read-audit-command.ts";

/** Where an operator's command on the audit log works. */
export interface AuditOperation {
	database: Database;
	clocks: Clocks;
	/** The operator's name on this machine. */
	login: string;
	/** Where a gateway keeps the last head it has seen; see `headFileIn`. */
	headFile: string;
	/** Opens the vault for the log's key: a list needs none, and so no master key. */
	openMac: () => Promise<Mac>;
	/** Takes a line of the answer. */
	write: (line: string) => void;
}

// Why a command is not carried out, in words for the operator who typed it.
const refusals = {
	unknownMerchant: () => new CommandRefused("There is no merchant with this id."),
	tooYoung: () => new CommandRefused(`Events are kept for ${keptDays} days at least: choose an earlier date.`),
};

/** Events read at once. */
const pageEvents = 500;

/** Gateways seal every second: what waits for so long has no gateway. */
const sealedWithinMs = 60_000;

/**
 * Carries out `verify`, `list` or `prune`.
 *
 * @returns whether all is well: `false` when the log is broken
 * @throws CommandRefused
 */
export async function manageAudit(operation: AuditOperation, words: string[]): Promise<boolean> {
	const command = readCommand(words);
	if (command.action === "verify") return verify(operation, command.head);
	if (command.action === "list") await list(operation, command.filter, command.asJson);
	if (command.action === "prune") await prune(operation, command.before);
	return true;
}

async function verify({ database, clocks, headFile, openMac, write }: AuditOperation, given: Head | undefined) {
	// Before the log is looked at: gateways go on sealing, and a head that is younger than the look would be missed in it.
	const anchors = [await readHead(headFile), given].filter((head) => head !== undefined);
	const verdict = await verifyChain(database, await openMac(), anchors);
	for (const line of report(verdict, anchors.length > 0, clocks.real.now())) write(line);
	return verdict.broken === undefined;
}

function report({ broken, events, head, waiting }: Verdict, hasAnchor: boolean, now: number): string[] {
	if (broken !== undefined) {
		return [
			`The audit log is broken at event ${broken.sequence}: ${broken.reason}.`,
			`Events that are as they were sealed before it: ${events}.`,
		];
	}
	const lines = [`Events that are as they were sealed: ${events}. Waiting to be sealed: ${waiting.events}.`];
	if (waiting.since !== null && waiting.since < now - sealedWithinMs) {
		lines.push(`The oldest waits since ${new Date(waiting.since).toISOString()}: is a gateway running?`);
	}
	if (!hasAnchor) lines.push("No head was kept here, so a tail that somebody cut off would not show.");
	if (head.sequence > 0)
		lines.push(`Keep this away from the database, and give it to verify: --head ${head.sequence}:${head.seal}`);
	return lines;
}

async function list(operation: AuditOperation, filter: EventFilter, asJson: boolean): Promise<void> {
	const { database, clocks, login, write } = operation;
	const merchantId = filter.merchant === undefined ? null : await getMerchantRow(database, filter.merchant);
	// Who reads the log stands in the log (PCI DSS 10.2.1.3).
	await recordEvent(database, clocks, { type: "audit.read", object: null, merchantId, caller: operator(login) });
	for (let after = 0; ; ) {
		const page = await listEvents(database, filter, after, pageEvents);
		for (const event of page) write(asJson ? eventAsJson(event) : eventAsText(event));
		const last = page.at(-1);
		if (last === undefined || page.length < pageEvents) return;
		after = last.sequence;
	}
}

async function getMerchantRow(database: Database, publicId: string): Promise<number> {
	const id = await findMerchantRow(database, publicId);
	if (id === undefined) throw refusals.unknownMerchant();
	return id;
}

async function prune({ database, clocks, login, openMac, write }: AuditOperation, before: number): Promise<void> {
	const mac = await openMac();
	const result = await pruneLog({ database, mac, clocks }, before, operator(login));
	if (result === "too young") throw refusals.tooYoung();
	write(result === undefined ? "There was nothing to remove." : `Removed every event up to ${result.through}.`);
}
