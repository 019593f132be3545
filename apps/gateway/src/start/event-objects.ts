import type { EventType } from "@cardseal/events";
import { eventMeanings } from "@cardseal/events/gateway";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { joined, partsOf } from "../services.ts";

const schemas = joined(partsOf("eventSchemas"));

function schemaOf(type: string) {
	const [kind = ""] = type.split(".");
	return schemas[kind as keyof typeof schemas];
}

/** In the order in which the documentation lists the types. */
export const eventSchema = z.union([...new Set(Object.keys(eventMeanings).map(schemaOf))]).openapi("Event");

export function describeWebhooks(app: OpenAPIHono<GatewayEnv>): void {
	for (const [type, description] of Object.entries(eventMeanings)) {
		app.openAPIRegistry.registerWebhook({
			method: "post",
			path: type as EventType,
			tags: ["Events"],
			summary: type,
			description,
			request: { body: { required: true, content: { "application/json": { schema: schemaOf(type) } } } },
			responses: { "2XX": { description: "The event was received" } },
		});
	}
}
