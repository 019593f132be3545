import { z } from "@hono/zod-openapi";

/**
 * Returns the schema of a list in a request. Refuses a list that is too long before it checks an element: an error for each of
 * thousands costs far more than the request did.
 */
export function boundedList<Element extends z.ZodType>(
	element: Element,
	{ minimum = 0, maximum, advice }: { minimum?: number; maximum: number; advice: string },
) {
	return z.preprocess(
		(sent, context) => {
			if (!Array.isArray(sent) || sent.length <= maximum) return sent;
			context.addIssue({ code: "custom", message: advice });
			return z.NEVER;
		},
		z.array(element, advice).min(minimum, advice).max(maximum, advice),
	);
}
