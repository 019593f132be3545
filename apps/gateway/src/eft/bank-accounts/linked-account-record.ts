import { z } from "@hono/zod-openapi";
import type { LinkedAccount } from "../tables.ts";
import {
	bankAccountFields,
	holderNameField,
	numberInName,
	tellsAccount,
	validationWarningSchema,
} from "./bank-account.ts";

/** What it takes to link a bank account. The holder's name is kept in the clear: the number stays out of it (S-22). */
export const linkSchema = z
	.object({ ...bankAccountFields, holder_name: holderNameField })
	.refine(({ holder_name, account_number }) => !tellsAccount(holder_name, account_number), {
		path: ["holder_name"],
		message: numberInName,
	});

export const linkedAccountSchema = z
	.object({
		bank_account: z
			.object({
				masked_account: z.string().openapi({ example: "****4567" }),
				institution_number: z.string().openapi({ description: "3 digits: the bank", example: "004" }),
				holder_name: z.string().openapi({ example: "Maple & Main Inc." }),
				linked_at: z.number().openapi({ description: "ms since 1970" }),
				validation_warnings: z
					.array(validationWarningSchema)
					.openapi({ description: "What is unusual about it: check it before you deposit" }),
			})
			.nullable()
			.openapi({ description: "null when none is linked" }),
	})
	.openapi("LinkedBankAccount");

/** How a merchant's linked account looks from outside. */
export function linkedAccountRecordOf(linked: LinkedAccount | undefined): z.infer<typeof linkedAccountSchema> {
	if (linked === undefined) return { bank_account: null };
	const { masked_account, institution_number, holder_name, linked_at, warnings } = linked;
	return {
		bank_account: { masked_account, institution_number, holder_name, linked_at, validation_warnings: warnings },
	};
}
