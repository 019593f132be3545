import { returnCodes } from "@cardseal/aft";
import type { Clock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import { accountOf } from "@cardseal/vault/rails";
import { insertPayments, type PlannedOutcome } from "./demo-rail.store.ts";
import type { Payment, Rail } from "./rail.ts";
import { acknowledgeOutcomes, findDueOutcomes, findNextOutcome } from "./rail-outcomes.store.ts";

export interface DemoRailOptions {
	database: Database;
	vault: Pick<Vault, "readBankAccounts">;
	clock: Clock;
	/** The time from submission to the first outcome. */
	delayMs: number;
}

const lateReturnMs = 2 * 24 * 60 * 60 * 1000;

const table = "demo_rail.outcomes";

const accountNotFound = "902";

/**
 * Moves no money. Account 000000901 is returned as NSF, likewise 000000 and another return code. Account 000001 and a
 * return code settles, and is returned two days later.
 */
export function createDemoRail({ database, vault, clock, delayMs }: DemoRailOptions): Rail {
	return {
		name: "demo",
		async submit(payments) {
			const numbers = await readAccountNumbers(database, vault, payments);
			const receivedAt = clock.now();
			const dueAt = receivedAt + delayMs;
			await insertPayments(
				database,
				payments.map(({ reference, direction, cents }) => ({
					payment: { reference, direction, cents, receivedAt },
					outcomes: planOutcomes(numbers.get(reference), dueAt),
				})),
			);
		},
		nextOutcomeAt: () => findNextOutcome(database, table),
		listOutcomes: (limit) => findDueOutcomes(database, table, { now: clock.now(), limit }),
		acknowledge: (outcomes) => acknowledgeOutcomes(database, table, outcomes),
	};
}

async function readAccountNumbers(
	database: Database,
	vault: Pick<Vault, "readBankAccounts">,
	payments: Payment[],
): Promise<Map<string, string>> {
	const wanted = payments.map(({ bankAccountId, merchantId }) => ({ id: bankAccountId, merchantId }));
	const accounts = await vault.readBankAccounts(database.withTables(), wanted);
	const numbers = payments.map(({ reference }, place): [string, string] | undefined => {
		const account = accounts[place];
		return account && [reference, accountOf(account).accountNumber];
	});
	return new Map(numbers.filter((entry) => entry !== undefined));
}

export function planOutcomes(accountNumber: string | undefined, dueAt: number): PlannedOutcome[] {
	if (accountNumber === undefined) return [{ result: "returned", code: accountNotFound, dueAt }];
	const [, when, code] = /^00000([01])(\d{3})$/.exec(accountNumber) ?? [];
	const isReturned = returnCodes.some((known) => known.code === code);
	if (code === undefined || !isReturned) return [{ result: "settled", dueAt }];
	if (when === "0") return [{ result: "returned", code, dueAt }];
	return [
		{ result: "settled", dueAt },
		{ result: "returned", code, dueAt: dueAt + lateReturnMs },
	];
}
