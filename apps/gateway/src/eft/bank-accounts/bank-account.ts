import { accountWarnings, type BankAccount, checkAccount, isBankName } from "@cardseal/aft";
import { z } from "@hono/zod-openapi";
import { lineOfText } from "../../text.ts";

/** The fields of a bank account as requests and pages write them, beside what the rules call them. */
const wireNames = {
	transitNumber: "transit_number",
	institutionNumber: "institution_number",
	accountNumber: "account_number",
} as const satisfies Record<keyof BankAccount, string>;

/** An account that nothing is wrong with, so that each field of another one can be judged by itself. */
const sound: BankAccount = { institutionNumber: "001", transitNumber: "00001", accountNumber: "1234567" };

function fieldOf(name: keyof BankAccount, description: string, example: string) {
	const wireName = wireNames[name];
	return z
		.string(`Send ${wireName} in quotes, with its leading zeros.`)
		.superRefine((value, context) => {
			for (const { message } of checkAccount({ ...sound, [name]: value })) {
				context.addIssue({ code: "custom", message: `${wireName} ${message}.` });
			}
		})
		.openapi({ description, example });
}

/** The three fields of a Canadian bank account in a request's body (S-21), to stand in a schema beside others. */
export const bankAccountFields = {
	transit_number: fieldOf("transitNumber", "5 digits: the branch", "10202"),
	institution_number: fieldOf("institutionNumber", "3 digits: the bank", "004"),
	account_number: fieldOf("accountNumber", "5 to 12 digits", "1234567"),
};

/** What is said to whoever types a number into a name, which is kept in the clear. */
export const numberInName = "Leave numbers of cards and accounts out of the holder's name.";

/** Whose account it is: something that a bank can spell. A company may be a number with words, such as 1234567 Canada Inc. */
export const holderNameField = lineOfText
	.transform((text) => text.trim())
	.refine((text) => !/\d/.test(text) || /\p{L}{2}/u.test(text), numberInName)
	.refine(isBankName, "Send the account holder's name in Latin letters, as the bank has it.")
	.openapi({ description: "As the bank has it", example: "Maple & Main Inc." });

/**
 * Whether a text tells the number of the account beside it, with or without its leading zeros, however its digits are set
 * apart. Texts are kept in the clear, so a request with such a one is refused (S-22).
 */
export function tellsAccount(text: string, accountNumber: string): boolean {
	const digits = accountNumber.replace(/^0+(?=\d{5})/, "");
	const joined = text.normalize("NFKC").replace(/(?<=\d)[^\p{L}\p{N}]+(?=\d)/gu, "");
	return digits.length >= 5 && joined.includes(digits);
}

const bankAccountSchema = z.object(bankAccountFields);

/** The account in a body that `bankAccountFields` has let pass. */
export function bankAccountOf(body: z.infer<typeof bankAccountSchema>): BankAccount {
	return {
		institutionNumber: body.institution_number,
		transitNumber: body.transit_number,
		accountNumber: body.account_number,
	};
}

export type ValidationWarning = z.infer<typeof validationWarningSchema>;

/** Something unusual about an account, which only the bank can decide. */
export const validationWarningSchema = z
	.object({
		field: z.enum(wireNames).openapi({ example: "institution_number" }),
		code: z.enum(["unknown_institution", "closed_institution", "unusual_length"]),
		message: z.string().openapi({ example: "institution_number is not among the institutions that are known here." }),
	})
	.openapi("BankAccountWarning");

/** What is unusual about an account that was not refused (S-21), in the words and by the fields of requests. */
export function validationWarnings(account: BankAccount): ValidationWarning[] {
	return accountWarnings(account).map(({ field, code, message }) => ({
		field: wireNames[field],
		code,
		message: code === "unknown_institution" ? `${wireNames[field]} ${message}.` : `${message}.`,
	}));
}
