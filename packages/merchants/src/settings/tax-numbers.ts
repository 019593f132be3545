import { hasCardNumber } from "@cardseal/card";
import { boundedList, lineUpTo, noCardNumber } from "@cardseal/platform";
import { z } from "@hono/zod-openapi";

/** Such as a registration for GST/HST or QST, as receipts show it. */
export interface TaxNumber {
	label: string;
	number: string;
}

const maximumNumbers = 4;

const labelAdvice = "Send the name of the tax in 1 to 30 characters, such as GST/HST.";
const numberAdvice =
	"Send the number in 4 to 40 letters, digits, spaces, and . - / only, with a digit, such as 12345 6789 RT0001.";

/** No country's form: merchants everywhere have numbers of their own. */
const numberPattern = /^(?=.*\p{N})[\p{L}\p{N}][\p{L}\p{N} .\-/]{3,39}$/u;

const trimmed = (maximum: number) =>
	lineUpTo(maximum)
		.transform((text) => text.trim())
		.pipe(z.string().refine((text) => !hasCardNumber(text), noCardNumber));

export const taxNumbersField = boundedList(
	z.object({
		label: trimmed(30).pipe(z.string().min(1, labelAdvice)),
		number: trimmed(40).pipe(z.string().regex(numberPattern, numberAdvice)),
	}),
	{
		maximum: maximumNumbers,
		advice: `Send a list of at most ${maximumNumbers} tax numbers, each with label and number.`,
	},
);

export const taxNumbersSchema = z
	.array(
		z
			.object({
				label: z.string().openapi({ description: "The name of the tax", example: "GST/HST" }),
				number: z.string().openapi({ description: "Your registration number", example: "12345 6789 RT0001" }),
			})
			.openapi("TaxNumber"),
	)
	.openapi({ description: "Your registration numbers for taxes, shown in receipts; at most 4" });
