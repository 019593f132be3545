import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { merchantErrors } from "../../http/admission.ts";
import { readBytes } from "../../http/body/json-body.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { notFound, Problem } from "../../problem.ts";
import type { NoticeFeeds } from "./feed.ts";
import type { Noticing } from "./noticing.ts";
import { receiveNotices } from "./read-feed.ts";

/** The address that a processor notifies. The signature of the request is its authentication. */
export function webhookRoute(app: OpenAPIHono<GatewayEnv>, noticing: Noticing, feeds: NoticeFeeds): void {
	const route = createRoute({
		method: "post",
		operationId: "receiveProcessorNotice",
		path: "/processors/{account}/webhook",
		tags: ["Processors"],
		summary: "Receive a notice of a processor",
		description:
			"For processors only: late outcomes, settlements and disputes of a merchant's account. The request is authenticated by the " +
			"processor's signature. The same notice may come again.",
		request: {
			params: z.object({
				account: z.string().openapi({ description: "The id of the merchant's account at the processor" }),
			}),
		},
		responses: {
			204: { description: "The notices are kept" },
			...merchantErrors(400, 404, 413),
		},
	});
	app.openapi(route, async (context) => {
		const feed = await feeds.findByAccount(context.req.valid("param").account);
		if (feed?.source.readWebhook === undefined) throw notFound("processor_account");
		const request = { headers: context.req.header(), body: await readBytes(context) };
		const notices = await feed.source.readWebhook(request).catch((cause: unknown) => {
			throw new Problem("webhook_signature_wrong", "The signature of the request is wrong.", { cause });
		});
		// What was tried before the account went live is not in our books.
		if (feed.isLive) await receiveNotices(noticing, feed, notices);
		return context.body(null, 204);
	});
}
