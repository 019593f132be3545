import type { Schemas } from "../api/records.ts";

export type Customer = Schemas["Customer"];
export type Card = Schemas["Card"];

/** The customer's fields, by the gateway's names, in the order of the form. */
export const customerFields = [
	"email",
	"first_name",
	"last_name",
	"company",
	"bcc_emails",
	"telephone",
	"address1",
	"address2",
	"city",
	"province",
	"country",
	"postal_code",
	"custom_id",
	"language",
] as const;

export type CustomerField = (typeof customerFields)[number];
export type CustomerDraft = Record<CustomerField, string>;

export function draftOf(customer: Customer | undefined): CustomerDraft {
	const entries = customerFields.map((field) => [field, customer?.[field] ?? ""] as const);
	return Object.fromEntries(entries) as CustomerDraft;
}

/** Returns the changed fields for the request. An emptied field is cleared; absent fields stay as they are. */
export function changesIn(draft: CustomerDraft, before: CustomerDraft): Partial<Record<CustomerField, string | null>> {
	const changed = customerFields.filter((field) => draft[field].trim() !== before[field]);
	return Object.fromEntries(changed.map((field) => [field, draft[field].trim() || null]));
}
