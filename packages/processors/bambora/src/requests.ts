import type { ChargeRequest, ModificationRequest, Payer } from "@cardseal/vault";
import { numbersOf, payerNameOf } from "@cardseal/vault/processors";
import type { Call } from "./http.ts";
import { cardOnFileOf } from "./series.ts";
import { termUrlOf, threeDSecureOf } from "./three-d-secure.ts";

/** Returns why a charge must not be sent, in words for the merchant. */
export function refusalOf(request: ChargeRequest): string | undefined {
	const { operation, initiatedBy, storedCredential: stored } = request;
	if (nameOf(request) === undefined) return "Bambora needs the payer's name. Send a first or last name, or a company.";
	// https://dev.na.bambora.com/docs/guides/credential_on_file
	if (operation === "authorization" && initiatedBy === "merchant" && stored?.use === "later") {
		return "Bambora takes no authorization of a stored card without the payer. Charge it at once.";
	}
	return undefined;
}

/** Without a cardholder, networks take none. */
export function sendsSecurityCode({ initiatedBy, card }: ChargeRequest): boolean {
	return initiatedBy === "cardholder" && numbersOf(card).securityCode !== undefined;
}

export function chargeCall(request: ChargeRequest): Call {
	const { number, month, year, securityCode } = numbersOf(request.card);
	const { payer, initiatedBy, operation, reference, invoiceId, storedCredential } = request;
	const body = {
		order_number: reference,
		amount: request.amountCents / 100,
		payment_method: "card",
		term_url: termUrlOf(request),
		customer_ip: payer.ipAddress === null || payer.ipAddress.length > 30 ? undefined : payer.ipAddress,
		billing: billingOf(request),
		custom: invoiceId === null ? undefined : { ref1: fitting(invoiceId, 256) },
		card: {
			name: nameOf(request),
			number,
			expiry_month: month,
			expiry_year: year,
			cvd: sendsSecurityCode(request) ? securityCode : undefined,
			complete: operation === "sale",
			...threeDSecureOf(request),
		},
		recurring_payment: isRecurring(request) || undefined,
		card_on_file: storedCredential && cardOnFileOf(storedCredential, initiatedBy),
	};
	return { method: "POST", path: "/v1/payments", passcode: "api_passcode", body };
}

const actions = { capture: "completions", refund: "returns", void: "void", release: "completions" } as const;

/** The request for a modification; `release` is a completion of 0. */
export type Action = keyof typeof actions;

/**
 * Bambora's own SDK for Python cancels a pre-authorization by a completion of 0, on any day. Its guide voids purchases,
 * completions and returns, while a sentence of the Swagger has pre-authorizations, too.
 */
export function actionOf({ operation, original }: ModificationRequest): Action {
	return operation === "void" && original.operation === "authorization" ? "release" : operation;
}

export function modificationCall({ reference, amountCents }: ModificationRequest, id: string, action: Action): Call {
	const money = { amount: action === "release" ? 0 : amountCents / 100, order_number: reference };
	// A completion has the form of a payment.
	const body = actions[action] === "completions" ? { ...money, payment_method: "card" } : money;
	const path = `/v1/payments/${encodeURIComponent(id)}/${actions[action]}`;
	return { method: "POST", path, passcode: "api_passcode", body };
}

export function continueCall(session: string, cres: string): Call {
	const body = { payment_method: "credit_card", card_response: { cres } };
	return {
		method: "POST",
		path: `/v1/payments/${encodeURIComponent(session)}/continue`,
		passcode: "api_passcode",
		body,
	};
}

export function paymentCall(id: string): Call {
	return { method: "GET", path: `/v1/payments/${encodeURIComponent(id)}`, passcode: "api_passcode" };
}

/** The numbers of fields in criteria: https://dev.na.bambora.com/docs/references/payment_SDKs/analyze_payments */
const fields = { orderNumber: 5, adjustedBy: 24 } as const;

export interface Search {
	/** ms since 1970. Default: all times. */
	from?: number;
	to?: number;
	criterion?: { field: keyof typeof fields; value: string };
	firstRow?: number;
}

/** The largest page. */
export const rowsPerPage = 500;

export const day = 24 * 60 * 60 * 1000;

const allTimes = { from: Date.UTC(2000), to: Date.UTC(2100) };

/** Times are in the account's time zone, which is not known, so a day more is read on either side. */
export function searchCall({ from = allTimes.from, to = allTimes.to, criterion, firstRow = 1 }: Search): Call {
	const body = {
		name: "Search",
		start_date: secondsOf(from - day),
		end_date: secondsOf(to + day),
		start_row: firstRow,
		end_row: firstRow + rowsPerPage,
		...(criterion && { criteria: [{ field: fields[criterion.field], operator: "%3D", value: criterion.value }] }),
	};
	return { method: "POST", path: "/v1/reports", passcode: "reporting_passcode", body };
}

const secondsOf = (time: number) => new Date(time).toISOString().slice(0, 19);

const nameOf = ({ payer }: ChargeRequest) => fitting(payerNameOf(payer), 64);

function billingOf(request: ChargeRequest) {
	const { payer } = request;
	return {
		name: nameOf(request),
		address_line1: fitting(payer.address1, 64),
		address_line2: fitting(payer.address2, 64),
		city: fitting(payer.city, 32),
		province: provinceOf(payer),
		country: payer.country ?? undefined,
		postal_code: fitting(payer.postalCode, 16),
		phone_number: payer.telephone?.replace(/\D/g, "").slice(0, 20) || undefined,
		email_address: payer.email === null || payer.email.length > 64 ? undefined : payer.email,
	};
}

const provinces: Readonly<Record<string, string>> = {
	CA: "AB BC MB NB NL NS NT NU ON PE QC SK YT",
	US: `AA AE AK AL AP AR AS AZ CA CO CT DC DE FL GA GU HI IA ID IL IN KS KY LA MA MD ME MI MN MO MP MS MT NC ND NE NH NJ NM
		NV NY OH OK OR PA PR RI SC SD TN TX UM UT VA VI VT WA WI WV WY`,
};

/** Bambora refuses the province of another country, and one without a country. */
function provinceOf({ country, province }: Payer): string | undefined {
	if (country === null) return undefined;
	const codes = provinces[country];
	if (codes === undefined) return "--";
	return codes.split(/\s+/).find((code) => code === province);
}

/** Cuts to a length in characters, as a long address must not stop a charge. */
function fitting(text: string | null | undefined, length: number): string | undefined {
	const clean = text?.replace(/[\p{Cc}\s]+/gu, " ").trim() ?? "";
	return [...clean].slice(0, length).join("").trim() || undefined;
}

function isRecurring({ initiatedBy, commerce, storedCredential: stored }: ChargeRequest): boolean {
	if (commerce === "recurring") return true;
	return initiatedBy === "merchant" && (stored?.purpose === "recurring" || stored?.purpose === "instalment");
}
