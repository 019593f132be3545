import {
	type AftFile,
	addBusinessDays,
	type BankAccount,
	bankDate,
	bankProfiles,
	checkAftFile,
	nextValueDate,
	type Payment,
	showAccount,
	startOfBankDate,
} from "@cardseal/aft";
import type { BankFileSettings } from "../../config.ts";
import type { Direction } from "./rail.ts";
import type { AftFileRow, AftPayment } from "./tables.ts";

// What a file for the bank says, and what follows from dates: pure, so that a file can be made again as it was.

/** What all payments of a file have in common. */
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

/** What stands in a file of a payment. */
export type FiledPayment = Pick<AftPayment, "cross_reference" | "amount_cents" | "party_name" | "transaction_code"> & {
	/** The merchant's name. */
	originator_name: string;
	account: BankAccount;
};

/** Of a file that reaches the bank now. @param now ms since 1970 */
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

/** The file: the same for the same payments, whenever it is made. */
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

/** Whether a file can hold a payment: one that cannot, such as one to a name without Latin letters, holds up no other. */
export function isWritable(
	facts: FileFacts,
	payment: FiledPayment,
	settings: Pick<BankFileSettings, "profile" | "returnAccount">,
): boolean {
	return checkAftFile(fileOf(facts, [payment], settings), settings.profile).length === 0;
}

/** A name that says whose file it is, which one, and what it holds; it is another one for each file. */
export function fileNameOf(facts: FileFacts): string {
	const number = String(facts.file_creation_number).padStart(4, "0");
	return `aft-${facts.originator_id}-${facts.creation_date}-${number}-${facts.direction}s.txt`;
}

/**
 * When the payments of a file that is written now are taken for settled, ms since 1970: a file that was written late is
 * paid late, whatever its value date.
 */
export function settledAt(
	{ value_date }: Pick<FileFacts, "value_date">,
	{ profile, returnDays }: Pick<BankFileSettings, "profile" | "returnDays">,
	now: number,
): number {
	const earliest = nextValueDate(now, profile);
	const paidOn = value_date > earliest ? value_date : earliest;
	return startOfBankDate(addBusinessDays(paidOn, returnDays, profile.provincialHolidays), profile);
}

/** The bank's profile that a file was made by. @throws Error when this version knows none of that name */
export function profileOf({ profile: name }: Pick<FileFacts, "profile">) {
	const profile = bankProfiles[name];
	if (profile === undefined) throw new Error(`There is no bank profile ${name}.`);
	return profile;
}
