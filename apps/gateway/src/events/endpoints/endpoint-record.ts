import { z } from "@hono/zod-openapi";
import { eventTypes } from "../event-types.ts";
import type { Endpoint } from "./endpoints.store.ts";

export const endpointSchema = z
	.object({
		lookup_id: z.string().openapi({ example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		url: z
			.string()
			.openapi({ description: "The address that gets the events", example: "https://shop.example.com/webhooks" }),
		types: z
			.array(z.enum(eventTypes))
			.nullable()
			.openapi({ description: "The types of events that it gets; null: all, also those to come" }),
		description: z.string().nullable().openapi({ description: "Your own note" }),
		status: z.enum(["ENABLED", "DISABLED"]),
		disabled_reason: z.enum(["merchant", "gone", "failing"]).nullable().openapi({
			description:
				"merchant: you disabled it; gone: your server answered 410; failing: it took no event for five days; null: enabled",
		}),
		created: z.int().openapi({ description: "UNIX time in milliseconds" }),
	})
	.openapi("Endpoint");

/** Returns an endpoint as merchants get it: without its secrets. Pure. */
export function endpointRecordOf(endpoint: Endpoint): z.infer<typeof endpointSchema> {
	return {
		lookup_id: endpoint.lookup_id,
		url: endpoint.url,
		types: endpoint.types,
		description: endpoint.description,
		status: endpoint.disabled_reason === null ? "ENABLED" : "DISABLED",
		disabled_reason: endpoint.disabled_reason,
		created: endpoint.created_at,
	};
}
