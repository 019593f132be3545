import { describeMerchant, getNamedMerchant, listMerchants, type Merchant } from "@cardseal/merchants";
import { operator } from "@cardseal/platform/audit";
import {
	type Answer,
	type CommandGroup,
	CommandRefused,
	defineCommand,
	type OperatorContext,
	table,
} from "@cardseal/platform/operator";
import { listOpenProcessorEvents, type OpenProcessorEvent } from "../../processor-events/processor-events.store.ts";
import { closeProcessorEvent } from "../close-processor-event.ts";

const refusals = {
	notThere: () =>
		new CommandRefused("No processor event with this id needs the operator. `processor events` lists those that do."),
	several: () =>
		new CommandRefused("Several accounts of the merchant have a processor event with this id. Give --account."),
};

const maximumListed = 1_000;

/** Processor events that need the operator. Joins the commands about accounts at processors. */
export const processorEventCommands: CommandGroup = {
	name: "processor",
	summary: "Processor events that need the operator",
	terms: { EVENT_ID: "The processor's id of a processor event, as `processor events` prints it." },
	commands: [
		defineCommand({
			verb: "events",
			summary:
				"Lists what processors told and no transaction matches, or differs from it. Ends with 1 when there is any.",
			operands: ["[MERCHANT]"],
			options: {},
			run: (context, [merchant]) => list(context, merchant),
		}),
		defineCommand({
			verb: "close-event",
			summary: "Closes such a processor event, once you have dealt with it. It changes no transaction.",
			operands: ["MERCHANT", "EVENT_ID"],
			options: {
				account: {
					type: "string",
					value: "ACCOUNT_ID",
					meaning: "The account, where several have a processor event with this id.",
				},
				reason: {
					type: "string",
					required: true,
					value: "TEXT",
					meaning: "The reason, for the audit log.",
				},
			},
			run: (context, [merchant, eventId], { account, reason }) =>
				close(context, merchant, { eventId, account, reason }),
		}),
	],
};

async function list({ database }: OperatorContext, name: string | undefined): Promise<Answer> {
	const merchants = name === undefined ? await listMerchants(database) : [await getNamedMerchant(database, name)];
	const merchantId = name === undefined ? undefined : merchants[0]?.id;
	const events = await listOpenProcessorEvents(database, { merchantId, limit: maximumListed });
	const merchantOf = new Map(merchants.map((merchant) => [merchant.id, merchant]));
	const texts = events.map((event) => {
		const merchant = merchantOf.get(event.merchantId);
		return `${event.eventId}\n${table([["merchant", merchant ? describeMerchant(merchant) : ""], ...rowsOf(event)])}`;
	});
	return {
		text: texts.length === 0 ? "No processor event needs the operator." : texts.join("\n"),
		json: {
			events: events.map((event) => jsonOf(event, merchantOf.get(event.merchantId))),
		},
		isComplete: events.length === 0,
	};
}

async function close(
	{ database, clocks, login }: OperatorContext,
	name: string,
	{ eventId, account, reason }: { eventId: string; account: string | undefined; reason: string },
): Promise<Answer> {
	const merchant = await getNamedMerchant(database, name);
	const found = await listOpenProcessorEvents(database, { merchantId: merchant.id, eventId, limit: maximumListed });
	const [event, ...others] = found.filter((one) => account === undefined || one.account === account);
	if (event === undefined) throw refusals.notThere();
	if (others.length > 0) throw refusals.several();
	const isClosed = await closeProcessorEvent({ database, clocks }, event, { reason, caller: operator(login) });
	if (!isClosed) throw refusals.notThere();
	return {
		text: `The processor event is closed.\n${table(rowsOf(event))}`,
		json: { ...jsonOf(event, merchant), state: "closed" },
	};
}

const meanings = {
	unmatched: "no transaction has its reference",
	differing: "it differs from what is recorded",
	invalid: "it has a wrong or missing field",
} as const;

function rowsOf({ state, problem, kind, reference, processor, account, receivedAt }: OpenProcessorEvent): string[][] {
	return [
		["why", meanings[state]],
		["problem", problem ?? ""],
		["kind", kind],
		...(reference === null ? [] : [["reference", reference]]),
		["processor", processor],
		...(account === "" ? [] : [["account", account]]),
		["received", new Date(receivedAt).toISOString()],
	];
}

function jsonOf(event: OpenProcessorEvent, merchant: Merchant | undefined) {
	const { eventId: event_id, receivedAt: received_at, processor, account, kind, state, problem, reference } = event;
	const merchant_id = merchant?.publicId;
	return { merchant_id, event_id, processor, account, kind, state, problem, reference, received_at };
}
