import { z } from "@hono/zod-openapi";
import { dollars } from "../../money.ts";
import { statusOf } from "./request.ts";
import { staffLink } from "./request-link.ts";
import type { IncomingRequest } from "./requests.store.ts";

export const incomingRequestSchema = z
	.object({
		amount: z.number().openapi({ description: "Dollars (CAD)", example: 31 }),
		processor_transaction_id: z.string().openapi({ example: "PAY24204476" }),
		email: z.string().openapi({ description: "Of whoever asks" }),
		status: z.enum(["PENDING", "APPROVED", "DECLINED", "EXPIRED"]),
		redirect_url: z.string().openapi({ description: "Where your staff answer it, signed in" }),
		date: z.string().openapi({ description: "When it was asked (ISO 8601)", example: "2026-11-21T19:30:00.000Z" }),
		description: z.string(),
	})
	.openapi("IncomingRequest");

/** A request as the merchant is answered that it came to. Pure. */
export function incomingRecordOf(
	request: IncomingRequest,
	{ publicUrl, now }: { publicUrl: string; now: number },
): z.infer<typeof incomingRequestSchema> {
	return {
		amount: dollars(request.amountCents),
		processor_transaction_id: request.processorTransactionId,
		email: request.replyTo ?? request.ownerEmail ?? "",
		status: statusOf(request, now),
		redirect_url: staffLink({ publicUrl }, request.transactionId),
		date: new Date(request.createdAt).toISOString(),
		description: request.description ?? "",
	};
}
