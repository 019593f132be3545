import { z } from "@hono/zod-openapi";
import type { LinkedAccount } from "../tables.ts";
import {
	bankAccountFields,
	containsAccountNumber,
	holderNameField,
	numberInName,
	validationWarningSchema,
} from "./bank-account.ts";

/** The name is stored unencrypted (S-22). */
export const linkSchema = z
	.object({ ...bankAccountFields, holder_name: holderNameField })
	.refine(({ holder_name, account_number }) => !containsAccountNumber(holder_name, account_number), {
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
					.openapi({ description: "Unusual properties of the account: check them before you withdraw" }),
			})
			.nullable()
			.openapi({ description: "null if none is linked" }),
	})
	.openapi("LinkedBankAccount");

export function linkedAccountRecordOf(linked: LinkedAccount | undefined): z.infer<typeof linkedAccountSchema> {
	if (linked === undefined) return { bank_account: null };
	const { masked_account, institution_number, holder_name, linked_at, warnings } = linked;
	return {
		bank_account: { masked_account, institution_number, holder_name, linked_at, validation_warnings: warnings },
	};
}
