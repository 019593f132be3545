import type { Admission } from "@cardseal/merchants";
import { dollars } from "@cardseal/platform";
import { listQuery, merchantErrors, pageQueryFields, pagingSchema, readPage } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { EftPages } from "../eft.ts";
import { statusOf } from "./request.ts";
import { staffLink } from "./request-link.ts";
import { listIncoming } from "./requests.store.ts";

const path = "/transaction-service-vt/eft/incoming-requests";

const incomingRequestSchema = z
	.object({
		amount: z.number().openapi({ description: "Dollars (CAD)", example: 31 }),
		processor_transaction_id: z.string().openapi({ example: "PAY24204476" }),
		email: z.string().openapi({ description: "The reply address of the requesting merchant; empty if it has none" }),
		merchant_name: z.string().openapi({ description: "The requesting merchant", example: "Maple & Main" }),
		status: z.enum(["PENDING", "APPROVED", "DECLINED", "EXPIRED"]),
		redirect_url: z.string().openapi({ description: "The page on which your signed-in staff answer it" }),
		date: z.string().openapi({ description: "When it was requested (ISO 8601)", example: "2026-11-21T19:30:00.000Z" }),
		description: z.string(),
	})
	.openapi("IncomingRequest");

const answerSchema = z
	.object({ incoming_requests: z.array(incomingRequestSchema), paging: pagingSchema })
	.openapi("IncomingRequests");

export function incomingRequestsRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, vault, clocks, publicUrl }: EftPages,
	admission: Admission,
): void {
	const route = createRoute({
		method: "get",
		operationId: "listIncomingRequests",
		path,
		tags: ["EFT"],
		summary: "List payment requests from other merchants",
		description:
			"Requests whose customer has the email address of one of your staff: open requests first, then the others, each newest " +
			"first. The redirect_url is the page on which your staff pay a request from the wallet or decline it.",
		...admission.withoutBody("eft", "wallet.read"),
		request: { query: listQuery(pageQueryFields) },
		responses: {
			200: { description: "A page of the list", content: { "application/json": { schema: answerSchema } } },
			...merchantErrors(400, 401, 403),
		},
	});
	app.openapi(route, async (context) => {
		const { id: merchantId } = context.get("access").merchant;
		const now = clocks.business.now();
		const { rows, paging } = await readPage(vault, { merchantId, list: path }, context.req.valid("query"), (page) =>
			listIncoming(database, { merchantId, now }, page),
		);
		const requests = rows.map(
			(request): z.infer<typeof incomingRequestSchema> => ({
				amount: dollars(request.amountCents),
				processor_transaction_id: request.processorTransactionId,
				email: request.replyTo ?? "",
				merchant_name: request.merchantName,
				status: statusOf(request, now),
				redirect_url: staffLink({ publicUrl }, request.transactionId),
				date: new Date(request.createdAt).toISOString(),
				description: request.description ?? "",
			}),
		);
		return context.json({ incoming_requests: requests, paging }, 200);
	});
}
