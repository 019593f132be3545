import {
	describeMerchant,
	getNamedMerchant,
	listMerchants,
	type Merchant,
	merchantAnswer,
	merchantTerm,
} from "@cardseal/merchants";
import {
	compareWithSettlements,
	listProcessorEventsOf,
	type OpenEntry,
	type ProcessorEventOfPeriod,
	readCardBalances,
} from "@cardseal/payments/gateway";
import { dollars, formatDollars } from "@cardseal/platform";
import type { OperatorContext } from "@cardseal/platform/operator";
import { type Answer, type CommandGroup, CommandRefused, defineCommand, table } from "@cardseal/platform/operator";
import { z } from "@hono/zod-openapi";

const noDay = (option: string) => new CommandRefused(`${option} takes a day such as 2026-11-21.`);
const noPeriod = () => new CommandRefused("--to is before --from.");

/** The first lines show the cause. */
const shownLines = 50;

const verdicts = {
	different: "different",
	missing_here: "missing here",
	missing_there: "missing there",
	duplicate: "duplicate",
} as const satisfies Record<OpenEntry["verdict"], string>;

export const reconcileCommands: CommandGroup = {
	name: "reconcile",
	summary: "Comparison of transactions with what processors settled",
	terms: {},
	notes: [
		"Days are those of the merchant's time zone, and both are included. Transactions of the last days may not be settled yet.",
		"matched: the same amount here and there. different: another amount, currency or status. missing here: settled, and no",
		"transaction of ours. missing there: approved here, and not settled. duplicate: settled more than once.",
		"Processor events are listed that wait to be applied, or that the operator must look at: see `processor events`. Ends with 1 when anything is open.",
	],
	commands: [
		defineCommand({
			verb: "",
			summary: "Names what is matched, different, missing or duplicate.",
			options: {
				from: { type: "string", required: true, value: "DATE", meaning: "The first day, such as 2026-11-01." },
				to: { type: "string", required: true, value: "DATE", meaning: "The last day, such as 2026-11-30." },
				merchant: { type: "string", value: "MERCHANT", meaning: `Only this merchant. ${merchantTerm.MERCHANT}` },
			},
			run: (context, _operands, { from, to, merchant }) => reconcile(context, { from, to, merchant }),
		}),
	],
};

interface Asked {
	from: string;
	to: string;
	merchant: string | undefined;
}

async function* reconcile({ database }: OperatorContext, { from, to, merchant }: Asked): AsyncGenerator<Answer> {
	const day = z.iso.date();
	if (!day.safeParse(from).success) throw noDay("--from");
	if (!day.safeParse(to).success) throw noDay("--to");
	if (to < from) throw noPeriod();
	const named = merchant === undefined ? undefined : await getNamedMerchant(database, merchant);
	for (const one of named === undefined ? await listMerchants(database) : [named]) {
		const period = { merchantId: one.id, timeZone: one.timeZone, from, to };
		const { matched, open } = await compareWithSettlements(database, period);
		const events = await listProcessorEventsOf(database, period);
		const balances = await readCardBalances(database, one.id);
		yield answerOf(one, { matched, open, events, balances });
	}
}

interface Reconciled {
	matched: number;
	open: OpenEntry[];
	events: ProcessorEventOfPeriod[];
	balances: Awaited<ReturnType<typeof readCardBalances>>;
}

function answerOf(merchant: Merchant, { matched, open, events, balances }: Reconciled): Answer {
	const isComplete = open.length + events.length === 0;
	const lines = [
		`${describeMerchant(merchant)}: ${matched} matched, ${open.length} open, ${events.length} processor events open.`,
		...shown(open.map(rowOf)),
		...shown(
			events.map(({ processor, kind, eventId, state, problem }) => [
				`processor event ${state}`,
				kind,
				processor,
				eventId,
				problem ?? "",
			]),
		),
		...shown(balances.map(({ account, currency, cents }) => ["ledger", account, formatDollars(cents), currency])),
	];
	const json = {
		matched,
		open: open.map(({ verdict, reference, ourCents, theirCents, currency }) => ({
			verdict,
			reference,
			ours: ourCents === null ? null : dollars(ourCents),
			theirs: theirCents === null ? null : dollars(theirCents),
			currency,
		})),
		events,
		ledger: balances.map(({ account, currency, cents }) => ({ account, currency, amount: dollars(cents) })),
	};
	return { ...merchantAnswer(merchant, lines.join("\n"), json), isComplete };
}

function rowOf({ verdict, reference, ourCents, theirCents, currency }: OpenEntry): string[] {
	const amount = (cents: number | null) => (cents === null ? "nothing" : `${formatDollars(cents)} ${currency}`);
	return [verdicts[verdict], reference, `here ${amount(ourCents)}`, `there ${amount(theirCents)}`];
}

function shown(rows: string[][]): string[] {
	if (rows.length === 0) return [];
	const rest = rows.length - shownLines;
	return [table(rows.slice(0, shownLines)), ...(rest > 0 ? [`… and ${rest} more; --json prints all of them.`] : [])];
}
