import { amountSchema, Problem } from "@cardseal/platform";
import { helpOf, locationHeader, merchantErrors, setLocation } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { type KeyedCall, type KeyedRoute, type KeyedSteps, keyedRoute } from "@cardseal/platform/idempotency";
import { metadataField } from "@cardseal/platform/metadata";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { describedMetadata, furtherFields } from "./charge/further-fields.ts";
import type { Payments } from "./payments.ts";
import { type MoneyAsked, unstoredResponses } from "./submission/keyed-transaction.ts";
import { failedPaymentSchema, type PaymentResponse } from "./transaction/payment-response.ts";
import { transactionRecordSchema } from "./transaction/transaction-record.ts";

/** An amount is optional only without other fields: one may be a misspelt amount. */
export const amountBody = z
	.object({ amount: amountSchema.optional(), metadata: metadataField, description: furtherFields.description })
	.loose()
	.superRefine(({ amount, metadata: _metadata, ...others }, context) => {
		if (amount !== undefined || Object.keys(others).length === 0) return;
		const message = "amount is required. Send {} for all that is left.";
		context.addIssue({ code: "custom", path: ["amount"], message, params: { reason: "field_required" } });
	})
	// Unknown fields would become part of the request's fingerprint.
	.transform(({ amount, ...described }) => ({ amount, metadata: describedMetadata(described) }))
	.openapi("AmountRequest");

interface MoneyRoute<Params extends z.ZodObject, Body extends z.ZodType>
	extends Omit<KeyedRoute<Params, Body>, "tags" | "responses" | "findOut"> {
	/** The description of the response 200. */
	approved: string;
}

function accountRefusal(message: string | null): Problem {
	return new Problem(
		"processor_refuses_account",
		`The processor refuses the account. Nothing was charged. It says: ${message ?? "nothing"}`,
	);
}

const findOut =
	"List the newest transactions (GET /transaction-service/transaction) to see whether it is there before you send it again.";

export function moneyRoute<Params extends z.ZodObject, Body extends z.ZodType, Gathered extends MoneyAsked>(
	app: OpenAPIHono<GatewayEnv>,
	payments: Payments,
	{ approved, ...declared }: MoneyRoute<Params, Body>,
	{ gather, work }: Pick<KeyedSteps<KeyedCall<Params, Body>, Gathered, PaymentResponse>, "gather" | "work">,
): void {
	const responses = {
		200: {
			description: approved,
			headers: locationHeader,
			content: { "application/json": { schema: transactionRecordSchema } },
		},
		402: {
			description: "Declined, or the outcome is not known yet",
			headers: locationHeader,
			content: { "application/json": { schema: failedPaymentSchema } },
		},
		...merchantErrors(400, 401, 403, 404, 409, 413, 415, 422),
	};
	keyedRoute(
		app,
		payments,
		{ tags: ["Transactions"], findOut, ...declared, responses },
		{
			gather,
			work,
			unstored: (_call, gathered) => unstoredResponses(payments, gathered),
			send(context, { status, body }) {
				context.set("transactionId", body.transaction_id);
				setLocation(context, `/transaction-service/transaction/${body.transaction_id}`);
				if (status === 200) return context.json(body, 200);
				if (status === 503) throw accountRefusal(body.transaction_message);
				context.set("reason", body.reason);
				return context.json({ ...body, ...helpOf(context, body.reason) }, 402);
			},
		},
	);
}
