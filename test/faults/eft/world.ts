import type { BankAccount } from "@cardseal/aft";
import { createVault, generateMasterKey } from "@cardseal/vault";
import { createCustomer } from "../../../packages/customers/src/customer.ts";
import { linkAccount } from "../../../packages/eft/src/bank-accounts/link-account.ts";
import type { Eft } from "../../../packages/eft/src/eft.ts";
import { createRails } from "../../../packages/eft/src/rails/rails.ts";
import type { Merchant } from "../../../packages/merchants/src/merchant.ts";
import { findMerchant } from "../../../packages/merchants/src/merchants.store.ts";
import { operator } from "../../../packages/platform/src/audit/event.ts";
import type { Database } from "../../../packages/platform/src/db/database.ts";
import { insertMerchant } from "../../fixtures/builders.ts";
import { customersOf } from "../../fixtures/customers.ts";
import type { TestTables } from "../../fixtures/tables.ts";
import type { Fate } from "./mortal.ts";
import { mortalDatabase } from "./mortal.ts";

const delayMs = 3_600_000;

const caller = operator("soak");

function account(accountNumber: string): BankAccount {
	return { institutionNumber: "004", transitNumber: "10202", accountNumber };
}

/** Bank accounts; `stays` is false if the rail returns payments to the account. */
export const accounts: readonly [BankDetails, BankDetails, BankDetails] = [
	{ account: account("1236789"), stays: true },
	{ account: account("000000901"), stays: false },
	{ account: account("000001901"), stays: false },
];

interface BankDetails {
	account: BankAccount;
	stays: boolean;
}

export interface Party {
	merchant: Merchant;
	/** The lookup id of its customer. */
	customer: string;
}

/** Merchants with wallets, on one database, and any number of processes that serve them. */
export interface EftWorld {
	parties: readonly [Party, Party, Party];
	clock: { time: number; now(): number };
	database: Database;
	/** Returns the dependencies of a process; one with a fate dies. */
	process(fate?: Fate): Eft;
}

/** Three demo merchants, each with a customer and a linked bank account. */
export async function createEftWorld({ database: all }: TestTables): Promise<EftWorld> {
	const database: Database = all.withTables();
	const clock = { time: Date.UTC(2026, 10, 21), now: () => clock.time };
	const clocks = { business: clock, real: clock };
	const vault = await createVault({
		database: all.withTables(),
		masterKey: generateMasterKey(),
		businessNow: clock.now,
		realNow: clock.now,
	});
	const newParty = async (): Promise<Party> => {
		const merchant = await findMerchant(database, { id: await insertMerchant(all) });
		if (merchant === undefined) throw new Error("The merchant was not made.");
		const customer = await createCustomer(customersOf(database, clock), merchant, { email: "ada@example.com" });
		const linked = { account: accounts[0].account, holderName: merchant.name };
		await linkAccount({ database, vault, clocks }, merchant, linked, caller);
		return { merchant, customer: customer.lookup_id };
	};
	const parties = [await newParty(), await newParty(), await newParty()] as const;
	// A linked account takes withdrawals a day later.
	clock.time += 24 * 3_600_000;
	return {
		parties,
		clock,
		database,
		process(fate) {
			const own = fate === undefined ? database : mortalDatabase(database, fate);
			return {
				database: own,
				vault,
				clocks,
				rails: createRails({ database: own, vault, clock, delayMs, isBankConnected: false }),
			};
		},
	};
}
