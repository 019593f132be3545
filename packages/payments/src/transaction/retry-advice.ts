import { z } from "@hono/zod-openapi";
import type { Transaction } from "../tables.ts";

export const retryAdviceSchema = z.enum(["later", "corrected", "never"]).openapi({
	description: "Whether a declined card may be tried again: later, with corrected details, or never",
});

export type RetryAdvice = z.infer<typeof retryAdviceSchema>;

/** Advice codes of card networks that forbid another attempt. */
const final = ["03", "21"];

export function retryAdviceOf({
	decline_class: declineClass,
	advice_code: adviceCode,
}: Pick<Transaction, "decline_class" | "advice_code">): RetryAdvice | null {
	if (declineClass === null) return null;
	if (declineClass === "hard" || (adviceCode !== null && final.includes(adviceCode))) return "never";
	return declineClass === "data" ? "corrected" : "later";
}
