import { inspect } from "node:util";
import { type BankAccount, maskAccount } from "@cardseal/aft";

/** Reads the digits; assigned by the class itself, because only its own body can reach the private field. */
let readAccount: (account: RailAccount) => BankAccount;

/**
 * A bank account that money is to go to, or to come from. It cannot be printed: in a string, in JSON, in a log line or at
 * a debugger's prompt it shows the tail of its number. `accountOf` has the rest, behind a door of its own.
 */
export class RailAccount {
	readonly #account: BankAccount;

	constructor(account: BankAccount) {
		this.#account = account;
	}

	static {
		readAccount = (account) => account.#account;
	}

	toString(): string {
		return maskAccount(this.#account.accountNumber);
	}

	toJSON(): string {
		return this.toString();
	}

	[inspect.custom](): string {
		return this.toString();
	}
}

/** The account in the clear. For rails, which have to tell a bank about it. */
export function accountOf(account: RailAccount): BankAccount {
	return readAccount(account);
}
