import { dollars, pickFields } from "@cardseal/platform";
import { metadataInRecord, metadataOf } from "@cardseal/platform/metadata";
import { z } from "@hono/zod-openapi";
import type { EftTransaction } from "../tables.ts";
import { approvals, eftKinds, eftResults, eftTypes } from "./eft-transaction.ts";

const text = z.string().nullable();

/** Unknown values are null. */
export const eftRecordSchema = z
	.object({
		id: z.int().openapi({ example: 100001 }),
		transaction_id: z.string().openapi({ example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		amount: z.number().openapi({ example: 25 }),
		currency: z.literal("CAD"),
		card_type: z.literal("EFT"),
		transaction_kind: z.enum(eftKinds).openapi({
			description:
				"request: from a customer; send: to a customer; deposit: a withdrawal to your own bank account; payment: of another merchant's request",
		}),
		transaction_type: z.enum(eftTypes).openapi({
			description: "EFT_CREDIT adds funds to the wallet, EFT_DEBIT removes funds",
		}),
		transaction_success: z.boolean(),
		transaction_result: z.enum(eftResults).openapi({
			description: "PENDING until the other party or the bank acts; a bank may still return an APPROVED payment",
		}),
		approval: z
			.enum(approvals)
			.nullable()
			.openapi({
				description:
					"For a send or withdrawal above the merchant's limit: WAITING until a second person approves or rejects it, or seven days have passed. " +
					"null: it needs no approval",
			}),
		transaction_message: text.openapi({ example: "Returned by the bank: 901 Not sufficient funds." }),
		return_code: text.openapi({
			description: "The bank's reason for a return (Payments Canada, Standard 007)",
			example: "901",
		}),
		transaction_time: z.int().openapi({ description: "UNIX time in milliseconds" }),
		settled_time: z.int().nullable().openapi({ description: "When the bank confirmed it; UNIX time in milliseconds" }),
		description: text.openapi({
			description: "For a send or withdrawal, ends with the masked account",
			example: "Rent ****6789",
		}),
		customer_lookup_id: text,
		email: text,
		first_name: text,
		last_name: text,
		province: text.openapi({
			description: "A code of ISO 3166-2 where the country is CA or US; null where it is not known",
			example: "ON",
		}),
		country: text,
		metadata: metadataInRecord,
	})
	.openapi("EftRecord");

export type EftRecord = z.infer<typeof eftRecordSchema>;

/** The value of the header `Location`. */
export function eftLocation({ transaction_id: id }: Pick<EftRecord, "transaction_id">): string {
	return `/transaction-service-vt/eft/transaction/${id}`;
}

export interface EftResponse {
	status: 200;
	body: EftRecord;
}

export function eftRecordOf(transaction: EftTransaction): EftRecord {
	return pickFields(eftRecordSchema, {
		...transaction,
		amount: dollars(transaction.amount_cents),
		currency: "CAD",
		card_type: "EFT",
		transaction_kind: transaction.kind,
		transaction_type: transaction.type,
		transaction_success: transaction.result === "APPROVED",
		transaction_result: transaction.result,
		transaction_message: transaction.message,
		transaction_time: transaction.created_at,
		settled_time: transaction.settled_at,
		description: describe(transaction),
		metadata: metadataOf(transaction),
	});
}

/** Merchants see masked accounts of outgoing payments only (rule S-22). */
function describe({ kind, description, masked_account: maskedAccount }: EftTransaction): string | null {
	if (kind !== "send" && kind !== "deposit") return description;
	return [description, maskedAccount].filter((part) => part !== null).join(" ");
}
