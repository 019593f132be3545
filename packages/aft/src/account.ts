/** Strings: leading zeros count. */
export interface BankAccount {
	/** 3 digits, never `000`. */
	institutionNumber: string;
	/** 5 digits, never `00000`. */
	transitNumber: string;
	/** 5 to 12 digits, not zeros alone. */
	accountNumber: string;
}

/** The message never contains the value. */
export interface AccountProblem {
	field: keyof BankAccount;
	message: string;
}

export interface AccountWarning {
	field: keyof BankAccount;
	code: "unknown_institution" | "closed_institution" | "unusual_length";
	message: string;
}

const formats: Record<keyof BankAccount, { pattern: RegExp; message: string }> = {
	institutionNumber: { pattern: /^(?!000)\d{3}$/, message: "must be 3 digits, and not 000" },
	transitNumber: { pattern: /^(?!00000)\d{5}$/, message: "must be 5 digits, and not 00000" },
	accountNumber: { pattern: /^(?!0+$)\d{5,12}$/, message: "must be 5 to 12 digits, and not only zeros" },
};

interface Institution {
	name: string;
	lengths?: readonly number[];
	nowAt?: string;
}

/** Banks' advice to customers gives these lengths, so they only cause warnings. */
const institutions: Record<string, Institution> = {
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

export function checkAccount(account: BankAccount): AccountProblem[] {
	const fields = Object.keys(formats) as (keyof BankAccount)[];
	return fields
		.filter((field) => !formats[field].pattern.test(account[field]))
		.map((field) => ({ field, message: formats[field].message }));
}

export function accountWarnings({ institutionNumber, accountNumber }: BankAccount): AccountWarning[] {
	const institution = institutions[institutionNumber];
	if (institution === undefined) {
		const message = "is not a known institution";
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

/** `****6789`; shows two digits of 5 or 6. */
export function maskAccount(accountNumber: string): string {
	return `****${accountNumber.slice(accountNumber.length < 7 ? -2 : -4)}`;
}

/** `004-10202 ****4567`. */
export function showAccount({ institutionNumber, transitNumber, accountNumber }: BankAccount): string {
	return `${institutionNumber}-${transitNumber} ${maskAccount(accountNumber)}`;
}
