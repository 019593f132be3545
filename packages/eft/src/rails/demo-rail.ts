import { returnCodes } from "@cardseal/aft";
import type { Clock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import { accountOf } from "@cardseal/vault/rails";
import { insertPayments, type PlannedOutcome } from "./demo-rail.store.ts";
import type { Rail } from "./rail.ts";
import { storedOutcomes } from "./rail-outcomes.store.ts";

export interface DemoRailOptions {
	database: Database;
	vault: Pick<Vault, "readBankAccounts">;
	clock: Clock;
	/** The time from submission to the first outcome. */
	delayMs: number;
}

const lateReturnMs = 2 * 24 * 60 * 60 * 1000;

const accountNotFound = "902";

/**
 * Moves no money. Account 000000901 is returned as NSF, likewise 000000 and another return code. Account 000001 and a
 * return code settles, and is returned two days later.
 */
export function createDemoRail({ database, vault, clock, delayMs }: DemoRailOptions): Rail {
	return {
		...storedOutcomes(database, "demo_rail.outcomes", clock),
		name: "demo",
		async submit(payments) {
			const wanted = payments.map(({ bankAccountId: id, merchantId }) => ({ id, merchantId }));
			const accounts = await vault.readBankAccounts(database.withTables(), wanted);
			const receivedAt = clock.now();
			const dueAt = receivedAt + delayMs;
			const entries = payments.map(({ reference, direction, cents }, place) => {
				const account = accounts[place];
				const outcomes = planOutcomes(account && accountOf(account).accountNumber, dueAt);
				return { payment: { reference, direction, cents, receivedAt }, outcomes };
			});
			await insertPayments(database, entries);
		},
	};
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
