import { z } from "@hono/zod-openapi";

/** How often a plan is paid. The spelling of MOTHLY is the interface's own (rule S-02). */
export const frequencies = ["DAILY", "WEEKLY", "MOTHLY", "QUARTERLY", "ANNUALLY"] as const;

export type Frequency = (typeof frequencies)[number];

const frequencyAdvice = "Send a frequency: DAILY, WEEKLY, MOTHLY (spelled so), QUARTERLY or ANNUALLY.";

/** What nearly everybody sends first gets a sentence of its own. */
const monthlyAdvice = "Send MOTHLY instead of MONTHLY: this interface spells it without the first N.";

/** A frequency in a request, exactly as the interface spells it. */
export const frequencySchema = z.enum(frequencies, {
	error: ({ input }) => (input === "MONTHLY" ? monthlyAdvice : frequencyAdvice),
});
