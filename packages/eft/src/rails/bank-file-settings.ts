import type { BankAccount, BankProfile } from "@cardseal/aft";

export interface BankFileSettings {
	profile: BankProfile;
	originatorId: string;
	dataCentre: string;
	/** Receives the funds of returned payments. */
	returnAccount: BankAccount;
	/** Days from the value date to settlement. */
	returnDays: number;
}
