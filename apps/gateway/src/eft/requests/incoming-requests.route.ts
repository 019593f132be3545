import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { type Admission, merchantErrors } from "../../http/admission.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { incomingRecordOf, incomingRequestSchema, maximumIncoming } from "./incoming-requests.ts";
import type { Requesting } from "./requesting.ts";
import { listIncoming } from "./requests.store.ts";

const answerSchema = z.object({ incoming_requests: z.array(incomingRequestSchema) }).openapi("IncomingRequests");

/** GET /incoming-requests: what other merchants ask of this one. */
export function incomingRequestsRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, clocks, publicUrl }: Pick<Requesting, "database" | "clocks" | "publicUrl">,
	admission: Admission,
): void {
	const route = createRoute({
		method: "get",
		path: "/transaction-service-vt/eft/incoming-requests",
		tags: ["EFT"],
		summary: "List what other merchants ask of you",
		description:
			`The newest ${maximumIncoming}, the newest first: requests whose customer has the e-mail address of one of your staff. ` +
			"The redirect_url leads to the page on which your staff pay one from the wallet, or decline it.",
		...admission.withoutBody("eft", "wallet.read"),
		responses: {
			200: { description: "The requests", content: { "application/json": { schema: answerSchema } } },
			...merchantErrors(401, 403),
		},
	});
	app.openapi(route, async (context) => {
		const requests = await listIncoming(database, context.var.access.merchant.id, maximumIncoming);
		const now = clocks.business.now();
		return context.json(
			{ incoming_requests: requests.map((request) => incomingRecordOf(request, { publicUrl, now })) },
			200,
		);
	});
}
