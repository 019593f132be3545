/** A Canadian bank account. Strings, since leading zeros count. */
export interface BankAccount {
	/** 3 digits, the bank; never `000`. */
	institutionNumber: string;
	/** 5 digits, the branch. */
	transitNumber: string;
	/** 5 to 12 digits. There is no check digit. */
	accountNumber: string;
}

/** What is wrong with one field. The message never repeats what was given. */
export interface AccountProblem {
	field: keyof BankAccount;
	message: string;
}

/** What is unusual but not wrong: the bank decides. */
export interface AccountWarning {
	field: keyof BankAccount;
	code: "unknown_institution" | "closed_institution" | "unusual_length";
	message: string;
}

/** Every reason to refuse an account, by its field. Spaces and dashes are refused rather than left out. */
const formats: Record<keyof BankAccount, { pattern: RegExp; message: string }> = {
	institutionNumber: { pattern: /^(?!000)\d{3}$/, message: "must be 3 digits, and not 000" },
	transitNumber: { pattern: /^\d{5}$/, message: "must be 5 digits" },
	accountNumber: { pattern: /^\d{5,12}$/, message: "must be 5 to 12 digits" },
};

interface Institution {
	name: string;
	/** How many digits its account numbers have, where that is known. */
	lengths?: readonly number[];
	/** The bank that took its accounts over. */
	nowAt?: string;
}

/**
 * Institutions that most accounts are with. Lengths are what the banks' customers are told, not published by Payments
 * Canada, so that they are good for a warning only.
 */
const institutions: Readonly<Record<string, Institution>> = {
	"001": { name: "Bank of Montreal", lengths: [7] },
	"002": { name: "Scotiabank", lengths: [7, 12] },
	"003": { name: "Royal Bank of Canada", lengths: [7] },
	"004": { name: "TD Canada Trust", lengths: [7] },
	"006": { name: "National Bank of Canada", lengths: [7] },
	"010": { name: "CIBC" },
	"016": { name: "HSBC Bank Canada", nowAt: "003" },
	"030": { name: "Canadian Western Bank" },
	"039": { name: "Laurentian Bank" },
	"219": { name: "ATB Financial" },
	"614": { name: "Tangerine", lengths: [10] },
	"809": { name: "Central 1 Credit Union" },
	"815": { name: "Desjardins, Quebec", lengths: [7] },
	"828": { name: "Central 1 Credit Union, Ontario" },
	"829": { name: "Desjardins, Ontario" },
	"865": { name: "Caisses populaires acadiennes" },
};

/** Everything that is wrong with an account, in the order of its fields; empty when it can be paid to. */
export function checkAccount(account: BankAccount): AccountProblem[] {
	const fields = Object.keys(formats) as (keyof BankAccount)[];
	return fields
		.filter((field) => !formats[field].pattern.test(account[field]))
		.map((field) => ({ field, message: formats[field].message }));
}

/**
 * What is unusual about an account that has no problems. Whether it exists is only told by a returned payment.
 *
 * @example
 * accountWarnings({ institutionNumber: "003", transitNumber: "00012", accountNumber: "123456" });
 * // [{ field: "accountNumber", code: "unusual_length", message: "Royal Bank of Canada: 7 digits are usual" }]
 */
export function accountWarnings({ institutionNumber, accountNumber }: BankAccount): AccountWarning[] {
	const institution = institutions[institutionNumber];
	if (institution === undefined) {
		const message = "is not among the institutions that are known here";
		return [{ field: "institutionNumber", code: "unknown_institution", message }];
	}
	const { name, lengths, nowAt } = institution;
	const warnings: AccountWarning[] = [];
	if (nowAt !== undefined) {
		const message = `${name} has closed; its accounts are at ${institutions[nowAt]?.name} (${nowAt})`;
		warnings.push({ field: "institutionNumber", code: "closed_institution", message });
	}
	if (lengths !== undefined && !lengths.includes(accountNumber.length)) {
		const message = `${name}: ${lengths.join(" or ")} digits are usual`;
		warnings.push({ field: "accountNumber", code: "unusual_length", message });
	}
	return warnings;
}

/**
 * An account number as it may be shown: `****6789`. A number of 5 or 6 digits shows two, as four of them would leave
 * next to nothing to guess.
 */
export function maskAccount(accountNumber: string): string {
	return `****${accountNumber.slice(accountNumber.length < 7 ? -2 : -4)}`;
}

/** An account as it may be shown, with its bank and branch: `004-10202 ****4567`. */
export function showAccount({ institutionNumber, transitNumber, accountNumber }: BankAccount): string {
	return `${institutionNumber}-${transitNumber} ${maskAccount(accountNumber)}`;
}
