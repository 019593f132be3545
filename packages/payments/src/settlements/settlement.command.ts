import { describeMerchant, getNamedMerchant, merchantAnswer, merchantTerm } from "@cardseal/merchants";
import { operator } from "@cardseal/platform/audit";
import type { OperatorContext } from "@cardseal/platform/operator";
import {
	type Answer,
	type CommandGroup,
	CommandRefused,
	defineCommand,
	readName,
	readTextFile,
} from "@cardseal/platform/operator";
import { findAccountFeed } from "../processor-events/processor-events.store.ts";
import { importSettlements, SettlementFileRefused } from "./import-settlements.ts";

/** 16 MiB hold a hundred thousand items, all read into memory. */
const maximumFileBytes = 16 * 1024 * 1024;

const refusals = {
	tooLarge: (path: string) =>
		new CommandRefused(`${path} is larger than ${maximumFileBytes} bytes. Split it by settlement. Nothing was done.`),
	refused: (path: string, cause: Error) =>
		new CommandRefused(`${path} was not imported. ${cause.message} Nothing was done.`, { cause }),
};

export const settlementCommands: CommandGroup = {
	name: "settlement",
	summary: "Settlements from a processor's files",
	terms: { FILE: "The path of a CSV file in the layout of docs/operator.md." },
	commands: [
		defineCommand({
			verb: "import",
			summary: "Imports settlements: the whole file or nothing. Those imported before are left as they are.",
			operands: ["FILE"],
			options: {
				merchant: { type: "string", required: true, value: "MERCHANT", meaning: merchantTerm.MERCHANT },
				account: {
					type: "string",
					value: "ID",
					meaning: "The merchant's account at the processor, as processor list prints it.",
				},
				processor: {
					type: "string",
					value: "NAME",
					meaning: "The processor that settled, without --account; import by default.",
				},
			},
			run: importFile,
		}),
	],
};

async function importFile(
	context: OperatorContext,
	[path]: [string],
	values: { merchant: string; account: string | undefined; processor: string | undefined },
): Promise<Answer> {
	const { database, clocks, login } = context;
	const merchant = await getNamedMerchant(database, values.merchant);
	const feed = await readFeed(context, merchant.id, values);
	const text = await readTextFile(path, { maximumBytes: maximumFileBytes, tooLarge: refusals.tooLarge });
	const file = { merchant, feed, text, caller: operator(login) };
	const imported = await importSettlements({ database, clocks }, file).catch((error: unknown) => {
		throw error instanceof SettlementFileRefused ? refusals.refused(path, error) : error;
	});
	const { settlements, recordedBefore, items } = imported;
	const counts = `Settlements: ${settlements} imported, ${recordedBefore} recorded before. Items: ${items}.`;
	const words = `${describeMerchant(merchant)}\n  ${counts}`;
	return merchantAnswer(merchant, words, { settlements, recorded_before: recordedBefore, items });
}

async function readFeed(
	{ database }: OperatorContext,
	merchantId: number,
	{ account, processor }: { account: string | undefined; processor: string | undefined },
): Promise<{ processor: string; account: string }> {
	if (account === undefined)
		return { processor: processor === undefined ? "import" : readName(processor, "processor"), account: "" };
	const found = await findAccountFeed(database, account);
	if (found?.key.merchantId !== merchantId) throw new CommandRefused("The merchant has no account with this id.");
	return found.key;
}
