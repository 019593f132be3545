import { z } from "zod";
import { checkoutWords as words } from "../locale/for-pages.ts";
import { hasTypedCardNumber, type PaymentRequest, type Problem } from "./page-protocol.ts";

/** Control characters, and those that reverse the text's direction. */
const unusableInNames = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Normalising takes quadratic time in a run of combining marks. */
const maximumRawLength = 1_024;

/** A card number is refused first: the text is stored (PCI DSS 3.5.1). */
function typedText(tooLong: () => string) {
	return z
		.string()
		.max(maximumRawLength, { error: tooLong, abort: true })
		.refine((text) => !hasTypedCardNumber(text), { error: () => words.cardNumberHere, abort: true });
}

/** No card number fits this pattern. */
const cardToken = z.string().regex(/^ct1[A-Za-z0-9_-]{142}$/);

const emailInvalid = () => words.emailInvalid;

export const payerSchema = z.object({
	email: typedText(emailInvalid)
		.trim()
		.max(254, { error: emailInvalid })
		.pipe(z.email({ pattern: z.regexes.html5Email, error: emailInvalid })),
	name: typedText(() => words.nameTooLong)
		.transform((name) => name.normalize("NFC").trim().replaceAll(/ +/g, " "))
		.pipe(
			z
				.string()
				.min(1, { error: () => words.nameMissing })
				.max(255, { error: () => words.nameTooLong })
				.refine((name) => !unusableInNames.test(name), { error: () => words.nameUnusable }),
		),
});
export type Payer = z.output<typeof payerSchema>;

export const paymentSchema = payerSchema.extend({
	order_id: z.string().max(64),
	token: cardToken,
	remember: z.boolean().default(false),
}) satisfies z.ZodType<unknown, PaymentRequest>;

export const newCardSchema = z.object({ token: cardToken });

export function problemsOf({ issues }: z.ZodError<unknown>): Problem[] {
	return (["email", "name"] as const).flatMap((field) => {
		const issue = issues.find(({ path }) => path[0] === field);
		return issue ? [{ field, message: issue.message }] : [];
	});
}
