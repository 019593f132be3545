import type { Schemas } from "../api/records.ts";
import { amountToSend } from "../transactions/amount.ts";

const dayMs = 86_400_000;

export const offeredDays = [1, 3, 7, 14, 30, 90, 365];

/** As it is typed, by the gateway's names. */
export type LinkForm = ReturnType<typeof emptyLinkForm>;

export function emptyLinkForm(currency: string) {
	return {
		amount: "",
		currency,
		description: "",
		invoice_id: "",
		email: "",
		/** Empty for the language of the payer's browser. */
		language: "" as "" | "en" | "fr",
		expires_at: "30",
		operation: "sale" as "sale" | "authorize",
		methods: "card" as "card" | "card bank" | "bank",
		plan_lookup_id: "",
	};
}

/** Sends the typed values: the gateway says what is wrong with them. */
export function linkRequestOf(form: LinkForm, now: number): Schemas["PaymentLinkRequest"] {
	const { currency, operation, plan_lookup_id } = form;
	const shared = {
		description: form.description.trim(),
		email: form.email.trim() || null,
		language: form.language || null,
		expires_at: now + Number(form.expires_at) * dayMs,
	};
	if (plan_lookup_id !== "") return { ...shared, plan_lookup_id };
	return {
		...shared,
		amount: amountToSend(form.amount),
		currency,
		invoice_id: form.invoice_id.trim() || null,
		operation,
		methods: form.methods.split(" ") as ("card" | "bank")[],
	};
}
