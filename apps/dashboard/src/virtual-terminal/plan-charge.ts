import type { PaymentCall, Schemas } from "../api/operations.ts";
import { decimalOf, parseAmount } from "../transactions/amount.ts";

export const detailNames = [
	"email",
	"first_name",
	"last_name",
	"company",
	"telephone",
	"address1",
	"address2",
	"city",
	"province",
	"postal_code",
	"country",
	"custom_id",
] as const;

export type DetailName = (typeof detailNames)[number];

export interface TerminalForm {
	operation: "sale" | "authorize";
	amount: string;
	currency: string;
	invoiceId: string;
	source: "new" | "stored";
	stored: StoredCard | undefined;
	details: Record<DetailName, string>;
	sendsReceipt: boolean;
}

export interface StoredCard {
	customerLookupId: string;
	cardLookupId: string;
}

export type PlannedCharge =
	| Extract<PaymentCall, { route: StoredCardRoute }>
	| { route: NewCardRoute; body: Omit<Schemas["ChargeRequest"], "token"> };

type NewCardRoute = `/transaction-service/${TerminalForm["operation"]}`;
type StoredCardRoute = `${NewCardRoute}/customer/{customer_lookup_id}/card/{card_lookup_id}`;

export type MissingField = "amount" | "stored";

export function emptyForm(currency: string): TerminalForm {
	const details = Object.fromEntries(detailNames.map((name) => [name, ""])) as Record<DetailName, string>;
	return {
		operation: "sale",
		amount: "",
		currency,
		invoiceId: "",
		source: "new",
		stored: undefined,
		details,
		sendsReceipt: true,
	};
}

/** Empty details are not sent: a stored card's charge then has its customer's. */
export function planCharge(form: TerminalForm): PlannedCharge | { missing: MissingField } {
	const cents = parseAmount(form.amount);
	if (cents === undefined) return { missing: "amount" };
	const charge = { amount: decimalOf(cents), currency: form.currency, ...textOf("invoice_id", form.invoiceId) };
	const receipt = { sending_receipt: form.sendsReceipt };
	const route = `/transaction-service/${form.operation}` as const;
	if (form.source === "stored") {
		if (form.stored === undefined) return { missing: "stored" };
		const { customerLookupId, cardLookupId } = form.stored;
		return {
			route: `${route}/customer/{customer_lookup_id}/card/{card_lookup_id}`,
			path: { customer_lookup_id: customerLookupId, card_lookup_id: cardLookupId },
			body: { ...charge, ...receipt },
		};
	}
	const details = detailNames.map((name) => textOf(name, form.details[name]));
	return { route, body: Object.assign(charge, ...details, receipt) };
}

function textOf(name: string, text: string): Record<string, string> {
	return text.trim() === "" ? {} : { [name]: text.trim() };
}
