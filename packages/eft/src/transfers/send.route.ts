import { customerParams, getCustomer } from "@cardseal/customers";
import type { Admission } from "@cardseal/merchants";
import { amountSchema, lineOfText } from "@cardseal/platform";
import { locationHeader, merchantErrors, setLocation } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { keyedRoute } from "@cardseal/platform/idempotency";
import { metadataField, textOfMetadata } from "@cardseal/platform/metadata";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { bankAccountFields, bankAccountOf, containsAccountNumber } from "../bank-accounts/bank-account.ts";
import type { Eft } from "../eft.ts";
import { eftLocation, eftRecordSchema } from "../transaction/eft-record.ts";
import { sendFunds } from "./send.ts";

const path = "/transaction-service-vt/eft/send/{customer_lookup_id}";

const bodySchema = z
	.object({
		amount: amountSchema,
		description: lineOfText.nullish().openapi({ description: "The purpose", example: "Rent" }),
		metadata: metadataField,
		...bankAccountFields,
	})
	.refine(({ description, account_number }) => !containsAccountNumber(description ?? "", account_number), {
		path: ["description"],
		error: "Leave the account number out of the description: it is stored and shown unencrypted.",
	})
	.refine(({ metadata, account_number }) => !containsAccountNumber(textOfMetadata(metadata ?? {}), account_number), {
		path: ["metadata"],
		error: "Leave the account number out of metadata: it is stored and shown unencrypted.",
	})
	.openapi("SendRequest");

export function sendRoute(app: OpenAPIHono<GatewayEnv>, eft: Eft, admission: Admission): void {
	keyedRoute(
		app,
		eft,
		{
			operationId: "sendPayment",
			path,
			tags: ["EFT"],
			summary: "Send money to a customer's bank account",
			description:
				"The amount is held at once and leaves the wallet when the bank confirms it: PENDING, then APPROVED. If the bank returns " +
				"the payment, the amount goes back into the wallet, and the result is DECLINED with the bank's reason. The limits of the " +
				"Wallet page hold. Staff confirm a first payment to an account, and one above a limit, with password and second factor. Above the merchant's " +
				"limit for approvals, the payment waits for a second person with `approval` WAITING, for seven days at most.",
			findOut:
				"Read the balance (GET /transaction-service-vt/eft/balance), or the wallet in the web application, to see whether the amount is held before you send it again.",
			admitted: admission.withBody("eft", "wallet.send", "sometimes"),
			params: customerParams,
			body: bodySchema,
			responses: {
				200: {
					description: "The payment is queued",
					headers: locationHeader,
					content: { "application/json": { schema: eftRecordSchema } },
				},
				...merchantErrors(400, 401, 403, 404, 409, 413, 415, 422),
			},
		},
		{
			async gather({ access, params, body }) {
				const customer = await getCustomer(eft.database, access.merchant, params.customer_lookup_id);
				const { amount, description = null, metadata } = body;
				const account = bankAccountOf(body);
				const asked = { customer: customer.lookup_id, amount, description, metadata, ...account };
				return { asked, customer, account };
			},
			work({ access: { merchant, isSteppedUp, userId }, body, caller, keyed }, { customer, account }) {
				const { amount: cents, description = null, metadata } = body;
				const asked = { customer, cents, description, metadata, account };
				return sendFunds(eft, { merchant, isSteppedUp, userId, ...asked, keyed, caller });
			},
			send(context, { body }) {
				setLocation(context, eftLocation(body));
				return context.json(body, 200);
			},
		},
	);
}
