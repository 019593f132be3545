import type { ChargeRequest, GivenAuthentication, ModificationRequest, Payer, Purpose } from "@cardseal/vault";
import { numbersOf, payerNameOf } from "@cardseal/vault/processors";
import type Stripe from "stripe";

/** The names of our metadata. */
export const metadataNames = {
	reference: "reference",
	invoice: "invoice_id",
	payer: "payer_reference",
	capture: "capture_reference",
	original: "original_reference",
	/** `auto` or `always`: Stripe may send the payer to the bank. */
	authentication: "authentication",
} as const;

/** Stripe repeats the first answer to a key for 24 h, so a request moves money once. Events name the key. */
export const keyed = (operation: "charge" | "capture" | "refund" | "void", { reference }: { reference: string }) => ({
	idempotencyKey: `${operation}/${reference}`,
});

export const idempotencyPrefixes = ["charge/", "capture/", "refund/", "void/"] as const;

/** Only the key tells the reference of a void: a cancellation takes no metadata. */
export function voidReferenceOf(idempotencyKey: string | null | undefined): string | undefined {
	return idempotencyKey?.startsWith("void/") ? idempotencyKey.slice("void/".length) : undefined;
}

/** Card numbers are not in the SDK's types, as accounts need Stripe's permission for them. */
type RawCard = { number: string; exp_month: number; exp_year: number; cvc?: string };

type CardOptions = Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Card & {
	/** For accounts that keep cards elsewhere, as Stripe's support enables it. */
	mit_exemption?: { network_transaction_id: string };
};

/** The payer's browser may go to the bank. */
function askedOf({ authentication }: ChargeRequest) {
	return authentication === undefined || authentication.when === "made" ? undefined : authentication;
}

/** https://docs.stripe.com/api/payment_intents/create */
export function intentParamsOf(request: ChargeRequest): Stripe.PaymentIntentCreateParams {
	const { operation, amountCents, currency, invoiceId, storedCredential: stored } = request;
	const suffix = statementSuffixOf(request.statementText);
	const options = cardOptionsOf(request);
	const asked = askedOf(request);
	return {
		amount: amountCents,
		currency: currency.toLowerCase(),
		confirm: true,
		capture_method: operation === "authorization" ? "manual" : "automatic",
		// `payment_method_types` in versions before 2026-09-30.
		allowed_payment_method_types: ["card"],
		payment_method_data: paymentMethodOf(request),
		// Without a way to the bank, it fails instead of waiting for the payer.
		...(asked === undefined ? { error_on_requires_action: true } : { return_url: asked.returnAddress }),
		expand: ["latest_charge"],
		metadata: {
			...chargeMetadataOf(request),
			...(asked !== undefined && { [metadataNames.authentication]: asked.when }),
		},
		...(invoiceId !== null && { description: invoiceId }),
		...(suffix !== undefined && { statement_descriptor_suffix: suffix }),
		...(stored?.use === "first" && { setup_future_usage: "off_session" as const }),
		...(request.initiatedBy === "merchant" && request.commerce !== "moto" && { off_session: true }),
		...(Object.keys(options).length > 0 && { payment_method_options: { card: options } }),
	};
}

/** https://docs.stripe.com/api/setup_intents/create: the issuer checks the card without an amount. */
export function setupParamsOf(request: ChargeRequest): Stripe.SetupIntentCreateParams {
	const { storedCredential: stored, commerce } = request;
	const options: Stripe.SetupIntentCreateParams.PaymentMethodOptions.Card = {
		...(commerce === "moto" && { moto: true }),
		...(stored?.use === "first" && { setup_credential_usage: usages[stored.purpose] }),
	};
	return {
		confirm: true,
		allowed_payment_method_types: ["card"],
		payment_method_data: paymentMethodOf(request),
		usage: "off_session",
		expand: ["latest_attempt"],
		metadata: chargeMetadataOf(request),
		...(Object.keys(options).length > 0 && { payment_method_options: { card: options } }),
	};
}

const usages: Record<Purpose, "recurring" | "unscheduled" | "installment"> = {
	recurring: "recurring",
	unscheduled: "unscheduled",
	instalment: "installment",
	no_show: "unscheduled",
};

/** A payer who is present needs no exemption, so only the merchant's own charges name the network's id. */
function cardOptionsOf(request: ChargeRequest): CardOptions {
	const { storedCredential: stored, initiatedBy, commerce, authentication } = request;
	const isLaterByMerchant = stored?.use === "later" && initiatedBy === "merchant";
	const networkId = stored?.networkTransactionId ?? null;
	return {
		...(commerce === "moto" && { moto: true }),
		...(stored?.use === "first" && { setup_credential_usage: usages[stored.purpose] }),
		...(isLaterByMerchant && commerce !== "moto" && { stored_credential_usage: usages[stored.purpose] }),
		...(isLaterByMerchant && networkId !== null && { mit_exemption: { network_transaction_id: networkId } }),
		...(authentication?.when === "auto" && { request_three_d_secure: "automatic" as const }),
		// The bank decides whether it asks the payer. `challenge` would ask each of them.
		...(authentication?.when === "always" && { request_three_d_secure: "any" as const }),
		...(authentication?.when === "made" && { three_d_secure: madeAuthenticationOf(authentication.result) }),
	};
}

/** https://docs.stripe.com/payments/payment-intents/three-d-secure-import: Stripe takes no result without these. */
export function isTakenByStripe({ cavv, dsTransactionId }: GivenAuthentication): boolean {
	return cavv !== null && dsTransactionId !== null;
}

function madeAuthenticationOf(result: GivenAuthentication): NonNullable<CardOptions["three_d_secure"]> {
	return {
		version: result.version,
		electronic_commerce_indicator: result.eci,
		ares_trans_status: result.status,
		cryptogram: result.cavv ?? "",
		transaction_id: result.dsTransactionId ?? "",
	};
}

function paymentMethodOf({ card, payer }: ChargeRequest) {
	const { number, month, year, securityCode } = numbersOf(card);
	const raw: RawCard = {
		number,
		exp_month: Number(month),
		exp_year: 2000 + Number(year),
		...(securityCode !== undefined && { cvc: securityCode }),
	};
	return { type: "card" as const, card: raw, billing_details: billingDetailsOf(payer) };
}

function chargeMetadataOf({ reference, invoiceId, payerReference }: ChargeRequest): Stripe.MetadataParam {
	return {
		[metadataNames.reference]: reference,
		...(invoiceId !== null && { [metadataNames.invoice]: invoiceId }),
		...(payerReference !== null && { [metadataNames.payer]: payerReference }),
	};
}

const longestText = 5_000;

function billingDetailsOf(payer: Payer) {
	const address = given({
		line1: payer.address1,
		line2: payer.address2,
		city: payer.city,
		state: payer.province,
		country: payer.country,
		postal_code: payer.postalCode,
	});
	return {
		...given({ name: payerNameOf(payer), email: payer.email, phone: payer.telephone?.slice(0, 20) ?? null }),
		...(Object.keys(address).length > 0 && { address }),
	};
}

/** An empty text would be refused with `parameter_invalid_empty`. */
function given(values: Record<string, string | null | undefined>): Record<string, string> {
	const present = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim()));
	return Object.fromEntries(present.map(([name, value]) => [name, value.slice(0, longestText)]));
}

/** A prefix has at most 10 characters, and with "* " and the suffix at most 22. */
const longestSuffix = 10;

/** https://docs.stripe.com/get-started/account/statement-descriptors: Latin characters without < > \ ' " *, one of them a letter. */
export function statementSuffixOf(text: string | null): string | undefined {
	const latin = (text ?? "").normalize("NFKD").replace(/[^A-Za-z0-9 .,&/#+-]/g, "");
	const suffix = latin.replace(/ +/g, " ").trim().slice(0, longestSuffix).trim();
	return /[A-Za-z]/.test(suffix) ? suffix : undefined;
}

/** https://docs.stripe.com/api/payment_intents/capture: what is not captured is released. */
export function captureParamsOf({ reference, amountCents }: ModificationRequest): Stripe.PaymentIntentCaptureParams {
	return {
		amount_to_capture: amountCents,
		expand: ["latest_charge"],
		metadata: { [metadataNames.capture]: reference },
	};
}

/** https://docs.stripe.com/api/refunds/create */
export function refundParamsOf(request: ModificationRequest, intentId: string): Stripe.RefundCreateParams {
	const { reference, amountCents, original } = request;
	return {
		payment_intent: intentId,
		amount: amountCents,
		metadata: { [metadataNames.reference]: reference, [metadataNames.original]: original.reference },
	};
}
