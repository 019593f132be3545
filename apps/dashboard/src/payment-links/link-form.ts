import type { Schemas } from "../api/records.ts";
import { amountToSend } from "../transactions/amount.ts";

const dayMs = 86_400_000;

export const offeredDays = [1, 3, 7, 14, 30, 90, 365];

/** As it is typed. */
export interface LinkForm {
	amount: string;
	currency: string;
	description: string;
	invoiceId: string;
	email: string;
	/** Empty for the language of the payer's browser. */
	language: "" | "en" | "fr";
	days: number;
	operation: "sale" | "authorize";
	methods: "card" | "card bank" | "bank";
	/** The lookup id; empty for a payment once. */
	plan: string;
}

export function emptyLinkForm(currency: string): LinkForm {
	return {
		amount: "",
		currency,
		description: "",
		invoiceId: "",
		email: "",
		language: "",
		days: 30,
		operation: "sale",
		methods: "card",
		plan: "",
	};
}

/**
 * Sends the typed values: the gateway says what is wrong with them.
 *
 * @param now business time, ms since 1970
 */
export function linkRequestOf(form: LinkForm, now: number): Schemas["PaymentLinkRequest"] {
	const { currency, operation, days, language, plan } = form;
	const shared = {
		description: form.description.trim(),
		email: form.email.trim() || null,
		language: language || null,
		expires_at: now + days * dayMs,
	};
	if (plan !== "") return { ...shared, plan_lookup_id: plan };
	return {
		...shared,
		amount: amountToSend(form.amount),
		currency,
		invoice_id: form.invoiceId.trim() || null,
		operation,
		methods: form.methods.split(" ") as ("card" | "bank")[],
	};
}
