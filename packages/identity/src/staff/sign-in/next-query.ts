import { z } from "@hono/zod-openapi";

export const nextQuery = z.object({
	next: z
		.string("Send next once.")
		.optional()
		.openapi({ description: "Path of this site to open after signing in", example: "/app" }),
});
