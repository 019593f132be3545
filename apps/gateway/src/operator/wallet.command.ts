import type { Database } from "../db/database.ts";
import { type Difference, type LedgerReport, verifyLedger } from "../eft/wallet/verify-ledger.store.ts";
import { readWords, table } from "./command.ts";
import { CommandRefused } from "./command-refused.ts";

const usage = ["Wallets:", "  npm run wallet -- verify [--json]"].join("\n");

/** Differences that are told to people; the first ones tell what is wrong, and `--json` has them all. */
const shownDifferences = 50;

export interface WalletOperation {
	database: Database;
	/** Takes a line of the answer. */
	write: (line: string) => void;
}

/**
 * Carries out `verify`: holds balances, transactions and the ledger's entries against each other.
 *
 * @returns whether all is well
 * @throws CommandRefused
 */
export async function manageWallets({ database, write }: WalletOperation, words: string[]): Promise<boolean> {
	const { positionals, values } = readWords(words, { json: { type: "boolean" } }, usage);
	if (positionals.join(" ") !== "verify") throw new CommandRefused(usage);
	const proof = await verifyLedger(database);
	const isWell = proof.differences.length === 0;
	if (values.json === true) write(JSON.stringify({ isWell, ...proof }));
	else for (const line of report(proof)) write(line);
	return isWell;
}

function report({ wallets, postings, transactions, differences }: LedgerReport): string[] {
	const size = table([
		["wallets", String(wallets)],
		["transactions", String(transactions)],
		["postings", String(postings)],
	]);
	if (differences.length === 0) return ["The books are in order: every balance is what its entries add up to.", size];
	const rest = differences.length - shownDifferences;
	return [
		`The books are NOT in order: ${differences.length} differences.`,
		size,
		...differences.slice(0, shownDifferences).map(describe),
		...(rest > 0 ? [`… and ${rest} more, which --json has.`] : []),
	];
}

function describe({ promise, object, expectedCents, foundCents }: Difference): string {
	return `${object}: expected ${expectedCents}, found ${foundCents}: ${promise}`;
}
