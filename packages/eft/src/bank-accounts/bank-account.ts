import { accountWarnings, type BankAccount, checkAccount, isBankName } from "@cardseal/aft";
import { lineOfText } from "@cardseal/platform";
import { z } from "@hono/zod-openapi";

const wireNames = {
	transitNumber: "transit_number",
	institutionNumber: "institution_number",
	accountNumber: "account_number",
} as const satisfies Record<keyof BankAccount, string>;

/** One replaced field is checked alone. */
const validAccount: BankAccount = { institutionNumber: "001", transitNumber: "00001", accountNumber: "1234567" };

function fieldOf(name: keyof BankAccount, description: string, example: string) {
	const wireName = wireNames[name];
	return z
		.string(`Send ${wireName} in quotes, with its leading zeros.`)
		.superRefine((value, context) => {
			for (const { message } of checkAccount({ ...validAccount, [name]: value })) {
				context.addIssue({ code: "custom", message: `${wireName} ${message}.` });
			}
		})
		.openapi({ description, example });
}

/** Rule S-21. */
export const bankAccountFields = {
	transit_number: fieldOf("transitNumber", "5 digits, not 00000: the branch", "10202"),
	institution_number: fieldOf("institutionNumber", "3 digits: the bank", "004"),
	account_number: fieldOf("accountNumber", "5 to 12 digits, not only zeros", "1234567"),
};

/** Names are stored unencrypted. */
export const numberInName = "Leave card and account numbers out of the holder's name.";

/** Allows digits for 1234567 Canada Inc. */
export const holderNameField = lineOfText
	.transform((text) => text.trim())
	.refine((text) => !/\d/.test(text) || /\p{L}{2}/u.test(text), numberInName)
	.refine(isBankName, "Send the account holder's name in Latin letters, as the bank has it.")
	.openapi({ description: "The name as the bank has it", example: "Maple & Main Inc." });

/** Ignores leading zeros and separators: texts are stored unencrypted (rule S-22). */
export function containsAccountNumber(text: string, accountNumber: string): boolean {
	const digits = accountNumber.replace(/^0+(?=\d{5})/, "");
	const joined = text.normalize("NFKC").replace(/(?<=\d)[^\p{L}\p{N}]+(?=\d)/gu, "");
	return digits.length >= 5 && joined.includes(digits);
}

const bankAccountSchema = z.object(bankAccountFields);

export function bankAccountOf(body: z.infer<typeof bankAccountSchema>): BankAccount {
	return {
		institutionNumber: body.institution_number,
		transitNumber: body.transit_number,
		accountNumber: body.account_number,
	};
}

export type ValidationWarning = z.infer<typeof validationWarningSchema>;

/** Only the bank knows if the account exists. */
export const validationWarningSchema = z
	.object({
		field: z.enum(wireNames).openapi({ example: "institution_number" }),
		code: z.enum(["unknown_institution", "closed_institution", "unusual_length"]),
		message: z.string().openapi({ example: "institution_number is not a known institution." }),
	})
	.openapi("BankAccountWarning");

/** Returns warnings for unusual accounts (rule S-21). */
export function validationWarnings(account: BankAccount): ValidationWarning[] {
	return accountWarnings(account).map(({ field, code, message }) => ({
		field: wireNames[field],
		code,
		message: code === "unknown_institution" ? `${wireNames[field]} ${message}.` : `${message}.`,
	}));
}
