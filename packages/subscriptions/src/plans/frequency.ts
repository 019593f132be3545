import { z } from "@hono/zod-openapi";

/** The frequencies as spelled on the wire: MOTHLY lacks its first N (rule S-02). */
export const frequencies = ["DAILY", "WEEKLY", "MOTHLY", "QUARTERLY", "ANNUALLY"] as const;

export type Frequency = (typeof frequencies)[number];

const frequencyAdvice = "Send a frequency: DAILY, WEEKLY, MOTHLY (spelled so), QUARTERLY or ANNUALLY.";

const monthlyAdvice = "Send MOTHLY instead of MONTHLY: the API spells it without the first N.";

export const frequencySchema = z.enum(frequencies, {
	error: ({ input }) => (input === "MONTHLY" ? monthlyAdvice : frequencyAdvice),
});
