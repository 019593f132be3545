import { createHash } from "node:crypto";
import { formatAmount, type Language, withoutInvisible } from "@cardseal/platform";
import { formatDay } from "@cardseal/platform/mail";
import type { PaymentRequest } from "./request.ts";

export interface Agreement {
	language: Language;
	paragraphs: string[];
	/** SHA-256 of the paragraphs, separated by empty lines. */
	hash: Buffer;
}

type AgreedRequest = Pick<PaymentRequest, "merchant" | "amountCents" | "description" | "createdAt">;

/** An agreement to one debit (Payments Canada, Rule H1). Pure, so the stored text is the one shown. */
export function agreementOf(request: AgreedRequest, language: Language): Agreement {
	const paragraphs = texts[language]({
		merchant: withoutInvisible(request.merchant.name),
		amount: formatAmount(request.amountCents, "CAD", language),
		description: withoutInvisible(request.description ?? ""),
		day: formatDay(request.createdAt, request.merchant.timeZone, language),
	});
	return { language, paragraphs, hash: createHash("sha256").update(textOf(paragraphs)).digest() };
}

export function textOf(paragraphs: string[]): string {
	return paragraphs.join("\n\n");
}

interface Terms {
	merchant: string;
	amount: string;
	/** Empty if the request has none. */
	description: string;
	day: string;
}

const texts: Record<Language, (terms: Terms) => string[]> = {
	en: ({ merchant, amount, description, day }) => [
		`I authorize ${merchant} to debit ${amount} once from the bank account that I give here, by pre-authorized debit, to pay its request of ${day}${description === "" ? "" : ` (${description})`}. The account is mine, and I may sign for it alone.`,
		"The debit is made as soon as I agree, or on the next business day. I waive my right to pre-notification of the debit. This agreement ends with that one payment.",
		`Until the debit is made I can revoke this agreement by telling ${merchant}. I have certain recourse rights if a debit does not comply with this agreement: for example, I have the right to be reimbursed for a debit that I did not authorize or that is not consistent with this agreement. To learn more, I can ask my financial institution or visit www.payments.ca.`,
	],
	fr: ({ merchant, amount, description, day }) => [
		`J’autorise ${merchant} à débiter une seule fois ${amount} du compte bancaire que j’indique ici, par débit préautorisé, pour payer sa demande du ${day}${description === "" ? "" : ` (${description})`}. Ce compte est le mien et ma seule signature suffit.`,
		"Le débit est effectué dès que j’accepte, ou le jour ouvrable suivant. Je renonce à mon droit à un préavis du débit. Cet accord prend fin avec ce seul paiement.",
		`Jusqu’au débit, je peux révoquer cet accord en avisant ${merchant}. J’ai certains droits de recours si un débit n’est pas conforme à cet accord : par exemple, j’ai le droit d’être remboursé d’un débit que je n’ai pas autorisé ou qui n’est pas compatible avec cet accord. Pour en savoir plus, je peux m’adresser à mon institution financière ou visiter www.paiements.ca.`,
	],
};
