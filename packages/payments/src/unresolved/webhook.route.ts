import { notFound, Problem, withinTime } from "@cardseal/platform";
import { createSlots, outsideDeadline } from "@cardseal/platform/db";
import { merchantErrors, readBytes } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { type ProcessorEvent, WebhookRefused, type WebhookRequest } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { ProcessorEventFeed, ProcessorEventFeeds } from "../processor-events/feed.ts";
import type { OutcomeContext } from "../submission/late-outcome.ts";
import { receiveProcessorEvents } from "./read-feed.ts";

/** Includes the start of a reading process. */
const readingMs = 10_000;

const retryAfterSeconds = 5;

const refusals = {
	refused: (cause: unknown) =>
		new Problem("webhook_signature_wrong", "The signature or the form of the request is wrong.", { cause }),
	notRead: (cause?: unknown) =>
		new Problem("notice_not_read", "The processor event cannot be read now. Send it again.", {
			headers: { "Retry-After": String(retryAfterSeconds) },
			cause,
		}),
};

/** The request's signature authenticates the processor. */
export function webhookRoute(app: OpenAPIHono<GatewayEnv>, outcomes: OutcomeContext, feeds: ProcessorEventFeeds): void {
	const route = createRoute({
		method: "post",
		operationId: "receiveProcessorNotice",
		path: "/processors/{account}/webhook",
		tags: ["Processors"],
		summary: "Receive a processor event",
		description:
			"For processors only: late outcomes, settlements, disputes and refunds of a merchant's account. The request is authenticated by the " +
			"processor's signature. The same processor event may come again.",
		request: {
			params: z.object({
				account: z.string().openapi({ description: "The id of the merchant's account at the processor" }),
			}),
		},
		responses: {
			204: { description: "The processor events are kept" },
			...merchantErrors(400, 404, 413, 503),
		},
	});
	// Limits the share of one account, or of a stranger who knows its address.
	const slots = createSlots<string>({ perKey: 16, inAll: 64 });
	app.openapi(route, async (context) => {
		const feed = await feeds.findByAccount(context.req.valid("param").account);
		if (feed?.source.readWebhook === undefined) throw notFound("processor_account");
		// Runs before the slot: a stranger's slow body must not block the processor.
		const body = await readBytes(context);
		const free = slots.take(feed.account);
		if (typeof free === "string") throw refusals.notRead();
		try {
			const events = await readProcessorEvents(feed.source, { headers: context.req.header(), body });
			// A demo merchant is charged at accounts of a test system only.
			if (feed.isCharged) await receiveProcessorEvents(outcomes, feed, events);
		} finally {
			free();
		}
		return context.body(null, 204);
	});
}

/** @throws Problem 400 when a retry would not help, otherwise 503 */
async function readProcessorEvents(
	source: ProcessorEventFeed["source"],
	request: WebhookRequest,
): Promise<ProcessorEvent[]> {
	let events: ProcessorEvent[] | undefined;
	try {
		const reading = source.readWebhook?.(request) ?? Promise.resolve(undefined);
		events = await outsideDeadline(() => withinTime(readingMs, reading));
	} catch (error) {
		throw error instanceof WebhookRefused ? refusals.refused(error) : refusals.notRead(error);
	}
	if (events === undefined) throw refusals.notRead(new Error("A webhook was not read in time."));
	return events;
}
