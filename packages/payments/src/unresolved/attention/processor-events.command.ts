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
import { listOpenNotices, type OpenNotice } from "../../processor-events/processor-events.store.ts";
import { closeNotice } from "../close-processor-event.ts";

const refusals = {
	notThere: () =>
		new CommandRefused("No notice with this id needs the operator. `processor notices` lists those that do."),
	several: () => new CommandRefused("Several accounts of the merchant have a notice with this id. Give --account."),
};

const maximumListed = 1_000;

/** Notices that need the operator. Joins the commands about accounts at processors. */
export const processorNoticeCommands: CommandGroup = {
	name: "processor",
	summary: "Notices of processors that need the operator",
	terms: { NOTICE_ID: "The processor's id of a notice, as notices prints it." },
	commands: [
		defineCommand({
			verb: "notices",
			summary:
				"Lists what processors told and no transaction matches, or differs from it. Ends with 1 when there is any.",
			operands: ["[MERCHANT]"],
			options: {},
			run: (context, [merchant]) => list(context, merchant),
		}),
		defineCommand({
			verb: "close-notice",
			summary: "Closes such a notice, once you have dealt with it. It changes no transaction.",
			operands: ["MERCHANT", "NOTICE_ID"],
			options: {
				account: {
					type: "string",
					value: "ACCOUNT_ID",
					meaning: "The account, where several have a notice with this id.",
				},
				reason: {
					type: "string",
					required: true,
					value: "TEXT",
					meaning: "The reason, for the audit log.",
				},
			},
			run: (context, [merchant, noticeId], { account, reason }) =>
				close(context, merchant, { noticeId, account, reason }),
		}),
	],
};

async function list({ database }: OperatorContext, name: string | undefined): Promise<Answer> {
	const merchants = name === undefined ? await listMerchants(database) : [await getNamedMerchant(database, name)];
	const merchantId = name === undefined ? undefined : merchants[0]?.id;
	const notices = await listOpenNotices(database, { merchantId, limit: maximumListed });
	const merchantOf = new Map(merchants.map((merchant) => [merchant.id, merchant]));
	const texts = notices.map((notice) => {
		const merchant = merchantOf.get(notice.merchantId);
		return `${notice.noticeId}\n${table([["merchant", merchant ? describeMerchant(merchant) : ""], ...rowsOf(notice)])}`;
	});
	return {
		text: texts.length === 0 ? "No notice needs the operator." : texts.join("\n"),
		json: {
			notices: notices.map((notice) => jsonOf(notice, merchantOf.get(notice.merchantId))),
		},
		isComplete: notices.length === 0,
	};
}

async function close(
	{ database, clocks, login }: OperatorContext,
	name: string,
	{ noticeId, account, reason }: { noticeId: string; account: string | undefined; reason: string },
): Promise<Answer> {
	const merchant = await getNamedMerchant(database, name);
	const found = await listOpenNotices(database, { merchantId: merchant.id, noticeId, limit: maximumListed });
	const [notice, ...others] = found.filter((one) => account === undefined || one.account === account);
	if (notice === undefined) throw refusals.notThere();
	if (others.length > 0) throw refusals.several();
	const isClosed = await closeNotice({ database, clocks }, notice, { reason, caller: operator(login) });
	if (!isClosed) throw refusals.notThere();
	return {
		text: `The notice is closed.\n${table(rowsOf(notice))}`,
		json: { ...jsonOf(notice, merchant), state: "closed" },
	};
}

const meanings = {
	unmatched: "no transaction has its reference",
	differing: "it differs from what is recorded",
	invalid: "it is not as notices are",
} as const;

function rowsOf({ state, problem, kind, reference, processor, account, receivedAt }: OpenNotice): string[][] {
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

function jsonOf(notice: OpenNotice, merchant: Merchant | undefined) {
	const { noticeId: notice_id, receivedAt: received_at, processor, account, kind, state, problem, reference } = notice;
	const merchant_id = merchant?.publicId;
	return { merchant_id, notice_id, processor, account, kind, state, problem, reference, received_at };
}
