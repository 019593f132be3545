import { inspect } from "node:util";
import { type BankAccount, maskAccount } from "@cardseal/aft";

/** Reads the digits; assigned by the class, since only its body can read the private field. */
let readAccount: (account: RailAccount) => BankAccount;

/**
 * A bank account to pay to or collect from. Strings, JSON, logs and debuggers show it masked; `accountOf` returns the
 * digits.
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

/** Returns the account's digits. Only for rails, which pass them to a bank. */
export function accountOf(account: RailAccount): BankAccount {
	return readAccount(account);
}
