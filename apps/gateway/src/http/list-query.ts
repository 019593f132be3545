import { z } from "@hono/zod-openapi";

const dateAdvice = "Send a date as YYYY-MM-DD, such as 2026-11-21.";

/** A day that the calendar has: 30 February would otherwise mean some other day to some library. */
export const dayQuery = z.iso
	.date(dateAdvice)
	.refine((day) => day >= "1970-01-01", dateAdvice)
	.openapi({ description: "A whole day in your time zone, included", example: "2026-11-21" });

/** Some of a few words, with commas between them. */
export function commaList<const Word extends string>(words: readonly Word[]) {
	const advice = `Send one or more of ${words.join(", ")}, with commas between them.`;
	return z
		.string(advice)
		.transform((text, context) => {
			const parts = text.split(",").map((part) => part.trim());
			const known = words.filter((word) => parts.includes(word));
			if (parts.every((part) => (words as readonly string[]).includes(part))) return known;
			context.addIssue({ code: "custom", message: advice });
			return z.NEVER;
		})
		.openapi({ type: "string", example: words.slice(0, 2).join(",") });
}
