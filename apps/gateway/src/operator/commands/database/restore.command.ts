import { join } from "node:path";
import { loadProcessors } from "@cardseal/merchants";
import { createPayments, createProcessorChoice } from "@cardseal/payments/gateway";
import { operator } from "@cardseal/platform/audit";
import { createLog } from "@cardseal/platform/log";
import { type Answer, type CommandGroup, CommandRefused, defineCommand, table } from "@cardseal/platform/operator";
import { pino } from "pino";
import { checkForRestore } from "../../../restore/check-for-restore.ts";
import { finish as finishRestore } from "../../../restore/finish.ts";
import { readSeen } from "../../../restore/newest-seen.ts";
import { type Reconciled, reconcile } from "../../../restore/reconcile.ts";
import { beginRestore, windowMarginMs } from "../../../restore/restored-mode.ts";
import type { Restore } from "../../../restore/restores.store.ts";
import type { OpenItem } from "../../../restore/tables.ts";
import type { GatewayContext } from "../../context.ts";

const refusals = {
	notRestored: () => new CommandRefused("No restore is open: nothing is missing that gateways with this DATA_DIR saw."),
	notReconciled: () => new CommandRefused("Run restore reconcile first, or finish with --despite-open."),
	open: (items: OpenItem[]) =>
		new CommandRefused(
			`${items.length} items are open. Resolve them and reconcile again, or finish with --despite-open.`,
		),
	isOpen: () => new CommandRefused("A restore is open already: see restore status."),
	noTime: () => new CommandRefused("--from takes a time in the past, in UTC, such as 2026-11-21T09:00Z."),
};

export const restoreCommands: CommandGroup<GatewayContext> = {
	name: "restore",
	summary: "A database that was restored from a backup, or has failed over, and lacks what gateways had seen",
	terms: {},
	notes: [
		"Gateways notice it, and then only read: what moves money answers 503 until finish. See docs/operate/restore.md.",
		"Give DATA_DIR as for a gateway, so that what it has seen counts also before it starts.",
	],
	commands: [
		defineCommand({
			verb: "status",
			summary:
				"Prints whether the database is restored, what is missing and what is open. Ends with 1 when it is, and when nothing was compared.",
			run: (context) => status(context),
		}),
		defineCommand({
			verb: "begin",
			summary: "Begins restored mode where every newest-seen.json of the gateways is lost, so that none can notice it.",
			options: {
				from: {
					type: "string",
					required: true,
					value: "TIME",
					meaning: "The last moment that the backup has, or an earlier one, such as 2026-11-21T09:00Z.",
				},
			},
			run: (context, _operands, { from }) => begin(context, from),
		}),
		defineCommand({
			verb: "reconcile",
			summary: "Asks the processors what happened in the lost window, and writes it. May be repeated.",
			run: (context) => reconcileNow(context),
		}),
		defineCommand({
			verb: "finish",
			summary: "Ends restored mode: gateways move money again. Card tokens made before are refused.",
			options: {
				reason: { type: "string", required: true, value: "TEXT", meaning: "What was restored and compared." },
				"despite-open": { type: "boolean", meaning: "Finishes although items are open: you resolve them by hand." },
			},
			run: (context, _operands, values) => finish(context, values),
		}),
	],
};

/** Without the newest rows seen, nothing was compared. */
async function notRestored({ config, database }: GatewayContext): Promise<Answer> {
	const isCompared = (await readSeen(database, config.dataDirectory)) !== undefined;
	return {
		text: isCompared
			? "No restore is open: nothing is missing that gateways with this DATA_DIR saw."
			: "No restore is open. Nothing was compared: DATA_DIR has no newest-seen.json of a gateway.",
		json: { restored: false, compared: isCompared },
		isComplete: isCompared,
	};
}

async function status(context: GatewayContext): Promise<Answer> {
	const restore = await checkForRestore(context);
	if (restore === undefined) return notRestored(context);
	return {
		text: [
			`The database is restored: nothing that moves money is done.`,
			table(rowsOf(restore)),
			...itemLines(restore.open_items),
		].join("\n"),
		json: {
			restored: true,
			missing: restore.missing,
			lost_from: lostFrom(restore),
			window_from: restore.window_from,
			window_to: restore.noticed_at,
			reconciled_at: restore.reconciled_at,
			open: restore.open_items,
		},
		isComplete: false,
	};
}

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z$/;

async function begin({ database, clocks, login }: GatewayContext, text: string): Promise<Answer> {
	const from = timePattern.test(text) ? Date.parse(text) : Number.NaN;
	if (!(from <= clocks.real.now())) throw refusals.noTime();
	if (!(await beginRestore({ database, clocks }, { from, caller: operator(login) }))) throw refusals.isOpen();
	return {
		text: "The database counts as restored: every gateway on it pauses within a second. Next: restore reconcile.",
		json: { restored: true },
	};
}

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString();

/** The database is complete until this time. Processors are asked from a margin before it. */
function lostFrom({ window_from: from }: Pick<Restore, "window_from">): number {
	return from === 0 ? 0 : from + windowMarginMs;
}

function rowsOf({ id, missing, window_from, noticed_at, reconciled_at }: Restore): string[][] {
	return [
		["restore", String(id)],
		["lost window", `${timeOf(lostFrom({ window_from }))} to ${timeOf(noticed_at)}`],
		...Object.entries(missing).map(([what, value]) => [missingWords[what as keyof typeof missing], String(value)]),
		["reconciled", reconciled_at === null ? "no" : timeOf(reconciled_at)],
	];
}

const missingWords = {
	transaction: "missing transaction",
	eft: "missing bank payment",
	bankFile: "missing bank file",
	justWritten: "just written, missing",
} as const;

function itemLines(items: readonly OpenItem[]): string[] {
	if (items.length === 0) return [];
	return [`Open (${items.length}):`, table(items.map(({ about, problem }) => [about, problem]))];
}

async function reconcileNow(context: GatewayContext): Promise<Answer> {
	const { config, database, clocks, login, createVault, reportProgress } = context;
	if ((await checkForRestore(context)) === undefined) throw refusals.notRestored();
	const processors = await loadProcessors(config.processorModules);
	const vault = await createVault();
	const log = createLog({ level: "error", destination: pino.destination(2) });
	const demoProcessor = () => new CommandRefused("The demo processor has no books outside the database.");
	const payments = createPayments({
		database,
		vault,
		clocks,
		log,
		processorTimeoutMs: config.processorTimeoutMs,
		choice: createProcessorChoice({
			database,
			vault,
			processors,
			demoProcessor: {
				name: "demo",
				submit: () => Promise.reject(demoProcessor()),
				inquire: () => Promise.reject(demoProcessor()),
			},
		}),
	});
	const bank = { settings: config.bankFiles, directory: join(config.dataDirectory, "eft") };
	const done = await reconcile({ payments, vault, processors, caller: operator(login), bank, reportProgress });
	if (done === undefined) throw refusals.notRestored();
	return describe(done);
}

function describe({ written, decided, open, adoptedFiles }: Reconciled): Answer {
	const lines = [
		`${written} missing transactions were written, ${decided} pending ones got their outcome.`,
		...(adoptedFiles > 0 ? [`${adoptedFiles} bank files that were sent are known again.`] : []),
		...itemLines(open),
		open.length === 0 ? "Nothing is open. Next: restore finish." : "Resolve what is open, and reconcile again.",
	];
	const json = { written, decided, open, adopted_files: adoptedFiles };
	return { text: lines.join("\n"), json, isComplete: open.length === 0 };
}

async function finish(
	context: GatewayContext,
	values: { reason: string; "despite-open": boolean | undefined },
): Promise<Answer> {
	const { database, clocks, login, createVault } = context;
	await checkForRestore(context);
	const vault = await createVault();
	const done = await finishRestore({
		database,
		vault,
		clocks,
		caller: operator(login),
		reason: values.reason,
		despiteOpen: values["despite-open"] === true,
	});
	if (done.result === "not_restored") throw refusals.notRestored();
	if (done.result === "not_reconciled") throw refusals.notReconciled();
	if (done.result === "open") throw refusals.open(done.items);
	return {
		text: `Money moves again, on every gateway within a second. Card tokens made before ${timeOf(done.finishedAt)} are refused.`,
		json: { finished_at: done.finishedAt },
	};
}
