import { cardTestingReasons, detailRecordFields, detailsOf } from "@cardseal/customers";
import { dollars } from "@cardseal/platform";
import { metadataInRecord, metadataOf } from "@cardseal/platform/metadata";
import { authenticationStatuses, checkResults, declineCodes, holdMs, purposes } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import type { Transaction } from "../tables.ts";
import { nextActionSchema } from "./next-action.ts";
import { transactionStatuses, transactionTypes } from "./transaction.ts";

const text = z.string().nullable();

/** The complete record of the specification. Unknown values are null. */
export const transactionRecordSchema = z
	.object({
		id: z
			.union([z.int(), z.string()])
			.openapi({ description: "A string in the response to a refund", example: 100001 }),
		transaction_id: z.string().openapi({ example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		amount: z.number().openapi({ example: 31 }),
		amount_refunded: z.number(),
		amount_tip: z.number().nullable(),
		amount_tax: z.number().nullable(),
		currency: z.string().openapi({ example: "CAD" }),
		captured: z.boolean().openapi({
			description: "True for an approved sale or capture, and for an authorization once it is captured",
		}),
		card_type: z.string().openapi({ example: "Visa" }),
		card_suffix: z.int().openapi({ description: "The last four digits as a number: 0005 is 5", example: 1111 }),
		card_last4: z.string().openapi({ description: "The last four digits, with leading zeros", example: "1111" }),
		card_expiry: z.string().openapi({ description: "MM/YY", example: "08/29" }),
		user_id: z.int().nullable(),
		transaction_success: z.boolean(),
		transaction_result: z.enum(transactionStatuses),
		transaction_message: text,
		transaction_source: z.string().openapi({ description: "The channel", example: "E_COMMERCE" }),
		initiated_by: z.enum(["cardholder", "merchant"]).nullable().openapi({
			description: "Who began the charge: the payer, or you with a stored card. `null` for captures, refunds and voids",
		}),
		purpose: z.enum(purposes).nullable().openapi({
			description: "What you charged a stored card for without the payer; `null` otherwise",
		}),
		transaction_time: z.int().openapi({ description: "UNIX time in milliseconds" }),
		transaction_type: z.enum(transactionTypes),
		...detailRecordFields,
		invoice_id: text,
		metadata: metadataInRecord,
		lookup_id: z.int(),
		processor_auth_code: text,
		processor_transaction_id: text,
		avs_result: z.enum(checkResults).nullable().openapi({
			description: "The issuer's check of the payer's address; `null` when the processor reported nothing about it",
		}),
		cvv_result: z.enum(checkResults).nullable().openapi({
			description: "The issuer's check of the security code; `null` when the processor reported nothing about it",
		}),
		three_d_secure: z
			.object({
				status: z.enum(authenticationStatuses).openapi({
					description:
						"`Y`: the bank authenticated the payer; `A`: it attempted to; `N`, `R`, `C`: it did not; `U`: it could not; `I`: " +
						"for information",
				}),
				version: text.openapi({ example: "2.2.0" }),
				eci: text.openapi({ description: "The network's indicator", example: "05" }),
				liability_shift: z.boolean().nullable().openapi({
					description: "True when the bank bears a fraudulent charge; `null` when the processor does not tell",
				}),
			})
			.nullable()
			.openapi({ description: "The payer's authentication by the bank; `null` without one" }),
		test_mode: z.boolean(),
		customer_lookup_id: text.openapi({ description: "The customer whose card was charged" }),
		card_lookup_id: text.openapi({
			description: "The stored card that was charged. Of a new card: the one that is stored if the charge is approved",
		}),
		subscription_lookup_id: text.openapi({ description: "The subscription whose payment this is" }),
		original_transaction_id: text.openapi({
			description: "The transaction_id of the original of a capture, refund or void",
		}),
		capture_before: z.int().nullable().openapi({
			description:
				"The end of an authorization's hold, ms since 1970. A later capture is tried, and may be declined. `null` for others",
		}),
		voided: z.boolean().openapi({ description: "True if the transaction was voided or is being voided" }),
		decline_code: z
			.enum(declineCodes)
			.nullable()
			.openapi({
				description:
					"The reason of a decline, for programs. `do_not_honour` stands for every reason that the bank does not give or " +
					"that has no code here. Never tell a payer that a card was lost or stolen. `null` unless declined",
			}),
		next_action: nextActionSchema
			.nullable()
			.optional()
			.openapi({
				description:
					"In the response to a charge, and of a transaction that is read, while the bank wants the payer to authenticate. " +
					"Open its `url` in the payer's browser",
			}),
		card_testing_reason: z
			.enum(cardTestingReasons)
			.nullable()
			.openapi({
				description:
					"The reason why card-testing protection declined the charge before the processor was called. Shown in reports " +
					"only: the response to the charge looks like any other decline",
			}),
	})
	.openapi("TransactionRecord");

export type TransactionRecord = z.infer<typeof transactionRecordSchema>;

/** Card networks hold an amount for a week, unless a processor tells another time. */
const networksHoldMs = 7 * 24 * 60 * 60 * 1000;

function endOfHold(authorization: Transaction): number | null {
	const { type, status, capture_before: told, processor_account: account, created_at: createdAt } = authorization;
	if (type !== "authorization" || status === "DECLINED") return null;
	return told ?? createdAt + (account === null ? holdMs : networksHoldMs);
}

function threeDSecureOf(transaction: Transaction): TransactionRecord["three_d_secure"] {
	const { three_d_secure_status: status, three_d_secure_version: version, three_d_secure_eci: eci } = transaction;
	return status === null ? null : { status, version, eci, liability_shift: transaction.liability_shift };
}

function dollarsOrNull(cents: number | null): number | null {
	return cents === null ? null : dollars(cents);
}

export function recordOf(transaction: Transaction): TransactionRecord {
	return {
		id: transaction.id,
		transaction_id: transaction.transaction_id,
		amount: dollars(transaction.amount_cents),
		amount_refunded: dollars(transaction.refunded_cents),
		amount_tip: dollarsOrNull(transaction.amount_tip_cents),
		amount_tax: dollarsOrNull(transaction.amount_tax_cents),
		currency: transaction.currency,
		captured: transaction.captured && transaction.status === "APPROVED",
		card_type: transaction.card_type,
		card_suffix: Number(transaction.card_suffix),
		card_last4: transaction.card_suffix,
		card_expiry: transaction.card_expiry,
		user_id: transaction.user_id,
		transaction_success: transaction.status === "APPROVED",
		transaction_result: transaction.status,
		transaction_message: transaction.message,
		transaction_source: transaction.channel,
		initiated_by: transaction.initiated_by,
		purpose: transaction.purpose,
		transaction_time: transaction.created_at,
		transaction_type: transaction.type,
		...detailsOf(transaction),
		invoice_id: transaction.invoice_id,
		metadata: metadataOf(transaction),
		lookup_id: transaction.id,
		processor_auth_code: transaction.processor_auth_code,
		processor_transaction_id: transaction.processor_transaction_id,
		avs_result: transaction.avs_result,
		cvv_result: transaction.cvv_result,
		three_d_secure: threeDSecureOf(transaction),
		test_mode: transaction.test_mode,
		customer_lookup_id: transaction.customer_lookup_id,
		card_lookup_id: transaction.card_lookup_id,
		subscription_lookup_id: transaction.subscription_lookup_id,
		original_transaction_id: transaction.original_id,
		capture_before: endOfHold(transaction),
		voided: transaction.voided_by !== null,
		decline_code: transaction.decline_code,
		card_testing_reason: transaction.card_testing_reason,
	};
}

/** The specification has a string as id, only in the response to a refund. */
export function answeredRecordOf(transaction: Transaction): TransactionRecord {
	const record = recordOf(transaction);
	return transaction.type === "refund" ? { ...record, id: String(record.id) } : record;
}
