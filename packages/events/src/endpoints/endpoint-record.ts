import type { Access } from "@cardseal/merchants";
import { z } from "@hono/zod-openapi";
import { eventTypes } from "../event-types.ts";
import { maskedUrl } from "./endpoint-url.ts";
import type { Endpoint, EndpointScope } from "./endpoints.store.ts";

export function scopeOf({ merchant, grantId }: Access): EndpointScope {
	return { merchantId: merchant.id, grantId };
}

export const endpointParams = z.object({
	endpoint_id: z.string().openapi({ description: "The endpoint's lookup_id", example: "9fK2mQ7xW1aZ3bC4dE5f" }),
});

export const endpointSchema = z
	.object({
		lookup_id: z.string().openapi({ example: "9fK2mQ7xW1aZ3bC4dE5f" }),
		url: z.string().openapi({
			description:
				"The address that gets the events. Path and query may hold a secret: events, and requests with event:read alone, " +
				"show `…` in their place",
			example: "https://shop.example.com/webhooks",
		}),
		types: z
			.array(z.enum(eventTypes))
			.nullable()
			.openapi({ description: "The types of events that it gets; null: all, also those to come" }),
		description: z.string().nullable().openapi({ description: "Your own note" }),
		status: z.enum(["ENABLED", "DISABLED"]),
		disabled_reason: z
			.enum(["merchant", "gone", "failing", "revoked"])
			.nullable()
			.openapi({
				description:
					"merchant: you disabled it; gone: your server answered 410; failing: it took no event for five days; revoked: " +
					"the credential, the partner's grant or the staff member that made it was revoked or removed; null: enabled",
			}),
		failing_since: z
			.int()
			.nullable()
			.openapi({ description: "The first failed delivery since the last success, as `created`; null: none" }),
		created: z.int().openapi({ description: "UNIX time in milliseconds; real time in the sandbox too" }),
	})
	.openapi("Endpoint");

/** Hides parts of the URL that may hold a secret. */
export function maskedRecordOf(endpoint: Endpoint): z.infer<typeof endpointSchema> {
	return { ...endpointRecordOf(endpoint), url: maskedUrl(endpoint.url) };
}

export function endpointRecordOf(endpoint: Endpoint): z.infer<typeof endpointSchema> {
	return {
		lookup_id: endpoint.lookup_id,
		url: endpoint.url,
		types: endpoint.types,
		description: endpoint.description,
		status: endpoint.disabled_reason === null ? "ENABLED" : "DISABLED",
		disabled_reason: endpoint.disabled_reason,
		failing_since: endpoint.failing_since,
		created: endpoint.created_at,
	};
}
