import type { Admission } from "@cardseal/merchants";
import { amountSchema } from "@cardseal/platform";
import { locationHeader, merchantErrors, setLocation } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { keyedRoute } from "@cardseal/platform/idempotency";
import { metadataField } from "@cardseal/platform/metadata";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Eft } from "../eft.ts";
import { eftLocation, eftRecordSchema } from "../transaction/eft-record.ts";
import { depositFunds } from "./deposit.ts";

const path = "/transaction-service-vt/eft/bank-deposit";

const messages = {
	queued: "The deposit to your bank account is queued.",
	waiting: "The deposit to your bank account waits for approval by a second person.",
};

const bodySchema = z.object({ amount: amountSchema, metadata: metadataField }).openapi("BankDepositRequest");

const answerSchema = z
	.object({
		message: z.string().openapi({ example: messages.queued }),
		transaction: eftRecordSchema,
	})
	.openapi("BankDeposit");

export function depositRoute(app: OpenAPIHono<GatewayEnv>, eft: Eft, admission: Admission): void {
	keyedRoute(
		app,
		eft,
		{
			operationId: "createBankDeposit",
			path,
			tags: ["EFT"],
			summary: "Withdraw funds to your bank account",
			description:
				"Sends available funds to the bank account that is linked on the Wallet page, from 24 hours after it was linked. The amount " +
				"is held at once and leaves the wallet when the bank confirms it. Read the transaction for its status. The limit of a day " +
				"holds, and above the merchant's limit for approvals the withdrawal waits for a second person with `approval` WAITING.",
			findOut:
				"Read the balance (GET /transaction-service-vt/eft/balance), or the wallet in the web application, to see whether the amount is held before you send it again.",
			admitted: admission.withBody("eft", "wallet.send", "always"),
			body: bodySchema,
			responses: {
				200: {
					description: "The deposit is queued, or waits for a second person",
					headers: locationHeader,
					content: { "application/json": { schema: answerSchema } },
				},
				...merchantErrors(400, 401, 403, 409, 413, 415, 422),
			},
		},
		{
			gather: ({ body: { amount, metadata } }) => ({ asked: { amount, metadata } }),
			work: ({ access: { merchant, userId }, body: { amount: cents, metadata }, caller, keyed }) =>
				depositFunds(eft, { merchant, userId, cents, metadata, keyed, caller }),
			send(context, { body: transaction }) {
				setLocation(context, eftLocation(transaction));
				const message = transaction.approval === null ? messages.queued : messages.waiting;
				return context.json({ message, transaction }, 200);
			},
		},
	);
}
