import { mayDo, type StaffAdmission } from "@cardseal/merchants";
import { callerOf, merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { eftRecordOf, eftRecordSchema } from "../transaction/eft-record.ts";
import { type ListedApproval, listWaiting } from "./approvals.store.ts";
import { type Approving, type Decision, decidePayment } from "./decide-payment.ts";

const waitingSchema = z
	.object({
		payment: eftRecordSchema,
		institution_number: z.string().openapi({ description: "The payee's bank", example: "004" }),
		is_new_payee: z.boolean().openapi({ description: "True if the account was never paid" }),
		asked_by: z.object({ user_id: z.int(), name: z.string() }).nullable().openapi({
			description: "The staff member who asked, or who created the credential or connected the partner that did",
		}),
		client_id: z.string().nullable().openapi({ description: "The API client that asked; null for staff" }),
		expires_at: z.int().openapi({ description: "ms since 1970" }),
		may_decide: z.boolean().openapi({ description: "False for the member who asked, and without the permission" }),
	})
	.openapi("WaitingPayment");

const longestList = 100;

const tags = ["Wallet"];
const path = "/wallet/approvals";

export interface ApprovalRouteOptions extends Approving {
	admission: StaffAdmission;
}

export function approvalRoutes(webApi: OpenAPIHono<GatewayEnv>, options: ApprovalRouteOptions): void {
	listRouteOf(webApi, options);
	decideRouteOf(webApi, options, "approve");
	decideRouteOf(webApi, options, "reject");
}

function listRouteOf(webApi: OpenAPIHono<GatewayEnv>, { database, clocks, admission }: ApprovalRouteOptions): void {
	const schema = z.object({ approvals: z.array(waitingSchema) }).openapi("WaitingPaymentList");
	const route = createRoute({
		method: "get",
		operationId: "listWaitingPayments",
		path,
		tags,
		summary: "List the payments that wait for approval",
		description: `Those that expire first, at most ${longestList}.`,
		...admission.withoutBody("wallet.read"),
		responses: {
			200: { description: "The payments", content: { "application/json": { schema } } },
			...merchantErrors(401, 403),
		},
	});
	webApi.openapi(route, async (context) => {
		const { staff, merchant } = context.get("staffSession");
		const wanted = { merchantId: merchant.id, now: clocks.business.now(), limit: longestList };
		const waiting = await listWaiting(database, wanted);
		const may = mayDo(staff, "wallet.send");
		const recordOf = (one: ListedApproval) => ({
			payment: eftRecordOf(one.payment),
			institution_number: one.institutionNumber,
			is_new_payee: one.isNewPayee,
			asked_by: one.askedBy && { user_id: one.askedBy.userId, name: one.askedBy.name },
			client_id: one.clientId,
			expires_at: one.expiresAt,
			may_decide: may && one.askedBy?.userId !== staff.id,
		});
		return context.json({ approvals: waiting.map(recordOf) }, 200);
	});
}

const described = {
	approve: {
		operationId: "approvePayment",
		summary: "Approve a payment that waits",
		description:
			"It goes to the bank once. Another member than the one who asked approves it: the primary owner, or one who joined 24 hours ago. The limits " +
			"of payments hold again, and the one who asked must still have access. Every owner gets an email.",
	},
	reject: {
		operationId: "rejectPayment",
		summary: "Reject a payment that waits",
		description:
			"It is not sent, and its amount is available again. Another member than the one who asked rejects it. Every owner gets an email.",
	},
};

function decideRouteOf(webApi: OpenAPIHono<GatewayEnv>, options: ApprovalRouteOptions, kind: Decision["kind"]): void {
	const route = createRoute({
		method: "post",
		path: `${path}/{transaction_id}/${kind}`,
		tags,
		...described[kind],
		...options.admission.withoutBody("wallet.send", "always"),
		request: { params: z.object({ transaction_id: z.string().openapi({ example: "9fK2mQ7xW1aZ3bC4dE5f" }) }) },
		responses: {
			200: { description: "The payment", content: { "application/json": { schema: eftRecordSchema } } },
			...merchantErrors(400, 401, 403, 404, 409),
		},
	});
	webApi.openapi(route, async (context) => {
		const { transaction_id: transactionId } = context.req.valid("param");
		const by = context.get("staffSession");
		return context.json(await decidePayment(options, { kind, transactionId, by, caller: callerOf(context) }), 200);
	});
}
