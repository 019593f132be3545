import { type CommandGroup, defineCommand, table } from "@cardseal/platform/operator";
import { type Difference, type LedgerReport, verifyLedger } from "./verify-ledger.store.ts";

/** The first differences show the cause. */
const shownDifferences = 50;

export const walletCommands: CommandGroup = {
	name: "wallet",
	script: "wallet",
	summary: "Verification of the wallets' ledger",
	terms: {},
	commands: [
		defineCommand({
			verb: "verify",
			summary: "Checks every balance and transaction against the entries of the ledger.",
			operands: [],
			options: {},
			run: async ({ database }) => {
				const report = await verifyLedger(database);
				const isWell = report.differences.length === 0;
				return { text: describeReport(report), json: { isWell, ...report }, isComplete: isWell };
			},
		}),
	],
};

function describeReport({ wallets, postings, transactions, differences }: LedgerReport): string {
	const size = table([
		["wallets", String(wallets)],
		["transactions", String(transactions)],
		["postings", String(postings)],
	]);
	if (differences.length === 0) return `The ledger is correct: every balance is the sum of its entries.\n${size}`;
	const rest = differences.length - shownDifferences;
	return [
		`The ledger is NOT correct: ${differences.length} differences.`,
		size,
		...differences.slice(0, shownDifferences).map(describe),
		...(rest > 0 ? [`… and ${rest} more; --json prints all of them.`] : []),
	].join("\n");
}

function describe({ promise, object, expectedCents, foundCents }: Difference): string {
	return `${object}: expected ${expectedCents}, found ${foundCents}: ${promise}`;
}
