import type { z } from "@hono/zod-openapi";

/** Returns the fields that a schema has, in its order. */
export function pickFields<Schema extends z.ZodObject>(schema: Schema, values: z.output<Schema>): z.output<Schema> {
	const given: Record<string, unknown> = values;
	return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, given[name]])) as z.output<Schema>;
}
