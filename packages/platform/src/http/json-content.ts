import type { z } from "@hono/zod-openapi";

export function jsonAnswer<Schema extends z.ZodType>(description: string, schema: Schema) {
	return { description, content: { "application/json": { schema } } };
}

export function requestBody<Schema extends z.ZodType>(schema: Schema) {
	return { required: true, content: { "application/json": { schema } } };
}
