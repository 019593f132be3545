import { inspect } from "node:util";
import { type BankAccount, maskAccount } from "@cardseal/aft";

let readAccount: (account: RailAccount) => BankAccount;

/** Logs and debuggers show the account masked. */
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

export function accountOf(account: RailAccount): BankAccount {
	return readAccount(account);
}
