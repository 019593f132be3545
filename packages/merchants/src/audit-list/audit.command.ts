import {
	eventAsText,
	eventRecordOf,
	type Head,
	headFileIn,
	keptDays,
	operator,
	pruneLog,
	readHead,
	recordEvent,
	type Verdict,
	verifyChain,
} from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import {
	type Answer,
	type CommandGroup,
	CommandRefused,
	defineCommand,
	type OperatorContext,
} from "@cardseal/platform/operator";
import { type EventFilter, findMerchantRow, listEvents } from "./audit-list.store.ts";

const refusals = {
	date: () => new CommandRefused("Write a date as year, month and day: 2026-11-21."),
	head: () => new CommandRefused("Write a head as verify prints it: the sequence, a colon, 64 hexadecimal digits."),
	unknownMerchant: () => new CommandRefused("There is no merchant with this id."),
	tooYoung: () => new CommandRefused(`Events are kept for at least ${keptDays} days: choose an earlier date.`),
	broken: () =>
		new CommandRefused(
			"The events that would be removed were changed after they were sealed: nothing was removed. Run npm run audit -- verify.",
		),
};

const pageEvents = 500;

/** Gateways seal every second: an event that waits this long has no gateway. */
const sealedWithinMs = 60_000;

export interface AuditContext extends OperatorContext {
	config: { dataDirectory: string };
}

export const auditCommands: CommandGroup<AuditContext> = {
	name: "audit",
	script: "audit",
	summary: "The audit log: verify, list and prune",
	terms: {},
	notes: ["DATE is a day in UTC, such as 2026-11-21."],
	commands: [
		defineCommand({
			verb: "verify",
			summary: "Checks that no sealed event was changed or removed.",
			operands: [],
			options: {
				head: { type: "string", value: "SEQUENCE:SEAL", meaning: "A head that an earlier verify printed." },
			},
			run: async (context, _operands, { head }) => verify(context, head === undefined ? undefined : readHeadText(head)),
		}),
		defineCommand({
			verb: "list",
			summary: "Prints events, one on each line.",
			operands: [],
			options: {
				merchant: { type: "string", value: "ID", meaning: "Only events of the merchant with this id." },
				from: { type: "string", value: "DATE", meaning: "Only events since this day." },
			},
			run: (context, _operands, { merchant, from }) =>
				list(context, { merchant, from: from === undefined ? undefined : readDate(from) }),
		}),
		defineCommand({
			verb: "prune",
			summary: "Removes old events. The remaining ones can still be verified.",
			asOwner: true,
			operands: [],
			options: {
				before: { type: "string", required: true, value: "DATE", meaning: "Removes the events before this day." },
			},
			run: async (context, _operands, { before }) => prune(context, readDate(before)),
		}),
	],
};

/** @returns ms since 1970 */
export function readDate(text: string): number {
	const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
	// Date.parse reads 30 February as a day in March.
	if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text)) throw refusals.date();
	return time;
}

export function readHeadText(text: string): Head {
	const [, sequence, seal] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
	if (sequence === undefined || seal === undefined) throw refusals.head();
	return { sequence: Number(sequence), seal };
}

async function openMac({ createVault }: AuditContext) {
	const vault = await createVault();
	return (message: string) => vault.mac("audit", message);
}

async function verify(context: AuditContext, given: Head | undefined): Promise<Answer> {
	const { config, database, clocks } = context;
	// Gateways seal meanwhile: a younger head would be missing from the events read here.
	const anchors = [await readHead(headFileIn(config.dataDirectory)), given].filter((head) => head !== undefined);
	const verdict = await verifyChain(database, await openMac(context), anchors);
	const isIntact = verdict.broken === undefined;
	return {
		text: report(verdict, anchors.length > 0, clocks.real.now()).join("\n"),
		json: { is_intact: isIntact, ...verdict },
		isComplete: isIntact,
	};
}

function report({ broken, events, head, waiting }: Verdict, hasAnchor: boolean, now: number): string[] {
	if (broken !== undefined) {
		return [
			`The audit log is broken at event ${broken.sequence}: ${broken.reason}.`,
			`Intact events before it: ${events}.`,
		];
	}
	const lines = [`Intact events: ${events}. Events that are not sealed yet: ${waiting.events}.`];
	if (waiting.since !== null && waiting.since < now - sealedWithinMs) {
		lines.push(`The oldest of them is from ${new Date(waiting.since).toISOString()}: is a gateway running?`);
	}
	if (!hasAnchor) lines.push("No earlier head is stored here, so a removed end of the log would go unnoticed.");
	if (head.sequence > 0) {
		lines.push(`Store this head outside the database, for a later verify: --head ${head.sequence}:${head.seal}`);
	}
	return lines;
}

async function* list({ database, clocks, login }: AuditContext, filter: EventFilter): AsyncGenerator<Answer> {
	const merchantId = filter.merchant === undefined ? null : await getMerchantRow(database, filter.merchant);
	// PCI DSS 10.2.1.3: access to the log is an event of the log.
	await recordEvent(database, clocks, { type: "audit.read", object: null, merchantId, caller: operator(login) });
	for (let after = 0; ; ) {
		const page = await listEvents(database, filter, after, pageEvents);
		for (const event of page) yield { text: eventAsText(event), json: eventRecordOf(event) };
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

async function prune(context: AuditContext, before: number): Promise<Answer> {
	const { database, clocks, login } = context;
	const mac = await openMac(context);
	const result = await pruneLog({ database, mac, clocks }, before, operator(login));
	if (result === "too young") throw refusals.tooYoung();
	if (result === "broken") throw refusals.broken();
	const text = result === undefined ? "No event is that old." : `Removed the events up to ${result.through}.`;
	return { text, json: { removed_through: result?.through ?? null } };
}
