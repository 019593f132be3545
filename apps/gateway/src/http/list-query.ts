import { z } from "@hono/zod-openapi";
import type { TextMatch } from "../db/newest-first.ts";

const dateAdvice = "Send a date as YYYY-MM-DD, such as 2026-11-21.";

/** A day that exists in the calendar: libraries read 30 February in different ways. */
export const dayQuery = z.iso
	.date(dateAdvice)
	.refine((day) => day >= "1970-01-01", dateAdvice)
	.openapi({ description: "A whole day in your time zone, inclusive", example: "2026-11-21" });

/** The sentence about text filters in a list's description. */
export const textMatchDescriptions: Record<TextMatch, string> = {
	whole: "Text filters compare whole texts, ignoring case.",
	part: "Text filters match any part of a text, ignoring case.",
};

/** A comma-separated list of known words. */
export function commaList<const Word extends string>(words: readonly Word[]) {
	const advice = `Send one or more of ${words.join(", ")}, separated by commas.`;
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
