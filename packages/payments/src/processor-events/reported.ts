/* Schemas of processors' reports, since adapters are third-party code. */
import { adviceCodes, checkResults, declineClasses, processorDeclineCodes } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import { cleanText } from "./clean-text.ts";

/** Longer than any processor's ids. */
const longestId = 255;

/** PostgreSQL or a log may refuse control characters. */
export const reportedId = z
	.string()
	.max(longestId)
	.regex(/^[^\p{Cc}\p{Cs}]+$/u);

/** An odd character must not keep an approval from being recorded. */
export const reportedText = z.string().transform(cleanText);

export const reportedCents = z.int().min(-1e12).max(1e12);
export const reportedCurrency = z.string().regex(/^[A-Z]{3}$/);
/** ms since 1970. */
export const reportedTime = z.int().min(0).max(8.64e15);

const answer = {
	message: reportedText,
	processorTransactionId: reportedId,
	networkTransactionId: reportedId.optional(),
	avsResult: z.enum(checkResults).optional(),
	cvvResult: z.enum(checkResults).optional(),
	issuerCode: reportedText.optional(),
	amountCents: reportedCents.optional(),
	currency: reportedCurrency.optional(),
};

export const reportedOutcome = z.discriminatedUnion("result", [
	z.object({
		...answer,
		result: z.literal("approved"),
		authorizationCode: reportedText,
		captureBefore: reportedTime.optional(),
	}),
	z.object({
		...answer,
		result: z.literal("declined"),
		// Empty if the processor did not book the request.
		processorTransactionId: reportedId.or(z.literal("")),
		declineClass: z.enum(declineClasses),
		declineCode: z.enum(processorDeclineCodes),
		adviceCode: z.enum(adviceCodes).optional(),
	}),
	z.object({ result: z.literal("not_received") }),
]);

/** Names the invalid fields without quoting them. */
export function wrongFieldsOf({ issues }: z.ZodError, whole: string): string {
	return issues.map(({ path, code }) => `${path.join(".") || whole} (${code})`).join(", ");
}
