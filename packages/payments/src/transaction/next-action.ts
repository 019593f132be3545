import { z } from "@hono/zod-openapi";

export const nextActionSchema = z
	.object({
		type: z.enum(["challenge", "redirect"]).openapi({
			description: "`challenge` may be shown in a frame; `redirect` needs the whole window. Both may be opened in it",
		}),
		url: z.string().openapi({ description: "The gateway's page for the payer, who goes on to the bank from there" }),
		expires_at: z.int().openapi({ description: "Afterwards the charge is declined; ms since 1970" }),
	})
	.openapi("NextAction");

export type NextAction = z.infer<typeof nextActionSchema>;
