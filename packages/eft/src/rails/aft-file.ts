import { createHash } from "node:crypto";
import {
	type AftFile,
	addBusinessDays,
	type BankAccount,
	type BankProfile,
	bankDate,
	bankProfiles,
	checkAftFile,
	nextValueDate,
	type Payment,
	showAccount,
	startOfBankDate,
} from "@cardseal/aft";
import type { Direction } from "./rail.ts";
import type { AftFileRow, AftPayment } from "./tables.ts";

export interface BankFileSettings {
	profile: BankProfile;
	originatorId: string;
	dataCentre: string;
	/** Receives the funds of returned payments. */
	returnAccount: BankAccount;
	/** Days from the value date to settlement. */
	returnDays: number;
}

/** The message says what to do. */
export class BankFileRefused extends Error {
	override readonly name = "BankFileRefused";
}

// A file can be rebuilt with the same bytes.

export type FileFacts = Pick<
	AftFileRow,
	| "originator_id"
	| "file_creation_number"
	| "direction"
	| "profile"
	| "data_centre"
	| "creation_date"
	| "value_date"
	| "return_account"
>;

export type FiledPayment = Pick<AftPayment, "cross_reference" | "amount_cents" | "party_name" | "transaction_code"> & {
	originator_name: string;
	account: BankAccount;
};

/** @param now ms since 1970 */
export function factsOf(
	{ profile, originatorId, dataCentre, returnAccount }: BankFileSettings,
	{ number, direction, now }: { number: number; direction: Direction; now: number },
): FileFacts {
	return {
		originator_id: originatorId,
		file_creation_number: number,
		direction,
		profile: profile.name,
		data_centre: dataCentre,
		creation_date: bankDate(now, profile),
		value_date: nextValueDate(now, profile),
		return_account: showAccount(returnAccount),
	};
}

export function fileOf(
	facts: FileFacts,
	payments: readonly FiledPayment[],
	{ returnAccount }: Pick<BankFileSettings, "returnAccount">,
): AftFile {
	const header = {
		originatorId: facts.originator_id,
		fileCreationNumber: facts.file_creation_number,
		creationDate: facts.creation_date,
		dataCentre: facts.data_centre,
		currency: "CAD",
	} as const;
	const filed = payments.map(
		(payment): Payment => ({
			kind: facts.direction,
			transactionCode: payment.transaction_code,
			amountCents: payment.amount_cents,
			valueDate: facts.value_date,
			account: payment.account,
			name: payment.party_name,
			originatorShortName: payment.originator_name,
			originatorLongName: payment.originator_name,
			crossReference: payment.cross_reference,
			returnAccount,
			sundry: "",
		}),
	);
	return { header, payments: filed };
}

/** Refused payments, such as to names without Latin letters, must not delay others. */
export function isWritable(
	facts: FileFacts,
	payment: FiledPayment,
	settings: Pick<BankFileSettings, "profile" | "returnAccount">,
): boolean {
	return checkAftFile(fileOf(facts, [payment], settings), settings.profile).length === 0;
}

export function fileNameOf(facts: FileFacts): string {
	const number = String(facts.file_creation_number).padStart(4, "0");
	return `aft-${facts.originator_id}-${facts.creation_date}-${number}-${facts.direction}s.txt`;
}

/** Returns ms since 1970. A file written late is paid late. */
export function settledAt(
	{ value_date }: Pick<FileFacts, "value_date">,
	{ profile, returnDays }: Pick<BankFileSettings, "profile" | "returnDays">,
	now: number,
): number {
	const earliest = nextValueDate(now, profile);
	const paidOn = value_date > earliest ? value_date : earliest;
	return startOfBankDate(addBusinessDays(paidOn, returnDays, profile.provincialHolidays), profile);
}

/** @throws Error for an unknown profile */
export function profileOf({ profile: name }: Pick<FileFacts, "profile">) {
	const profile = bankProfiles[name];
	if (profile === undefined) throw new Error(`There is no bank profile ${name}.`);
	return profile;
}

export function sha256Of(bytes: Uint8Array): Buffer {
	return createHash("sha256").update(bytes).digest();
}
