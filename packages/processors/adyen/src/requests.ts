import type { ChargeRequest, Payer, StoredCredential } from "@cardseal/vault";
import { numbersOf, payerNameOf } from "@cardseal/vault/processors";
import { authenticationFieldsOf } from "./authentication.ts";
import type { PaymentRequest } from "./library.ts";

/** https://docs.adyen.com/api-explorer/Checkout/72/post/payments */
export function paymentOf(request: ChargeRequest, merchantAccount: string): PaymentRequest {
	const { number, month, year, securityCode } = numbersOf(request.card);
	const { payer, operation } = request;
	const name = payerNameOf(payer);
	const authentication = authenticationFieldsOf(request.authentication);
	const isAuthenticating = "browserInfo" in authentication;
	const address = billingAddressOf(payer) ?? (isAuthenticating ? noAddress : undefined);
	const statement = statementOf(request.statementText);
	const { networkTxReference, ...agreement } = agreementOf(request);
	const additionalData = {
		...(operation === "authorization" && { manualCapture: "true" }),
		...(networkTxReference && { networkTxReference }),
	};
	return {
		merchantAccount,
		reference: request.reference,
		amount: { value: request.amountCents, currency: request.currency },
		paymentMethod: {
			type: "scheme",
			number,
			expiryMonth: month,
			expiryYear: `20${year}`,
			...(securityCode !== undefined && { cvc: securityCode }),
			...(name && { holderName: name.slice(0, 200) }),
		},
		...agreement,
		...(operation === "sale" && { captureDelayHours: 0 }),
		...(Object.keys(additionalData).length > 0 && { additionalData }),
		...(agreement.shopperInteraction === "Ecommerce" && { channel: "Web" }),
		...authentication,
		...(address && { billingAddress: address }),
		...(payer.email !== null && { shopperEmail: payer.email }),
		...(payer.ipAddress !== null && { shopperIP: payer.ipAddress }),
		...(statement !== undefined && { shopperStatement: statement }),
		...(request.invoiceId !== null && { merchantOrderReference: request.invoiceId }),
	} as PaymentRequest;
}

interface Agreement {
	shopperInteraction: "Moto" | "ContAuth" | "Ecommerce";
	recurringProcessingModel?: "Subscription" | "CardOnFile" | "UnscheduledCardOnFile";
	storePaymentMethod?: false;
	shopperReference?: string;
	industryUsage?: "installment" | "noShow";
	networkTxReference?: string | null;
}

/**
 * The card is kept here, so Adyen stores none, and later charges name the network's reference:
 * https://docs.adyen.com/api-explorer/Checkout/72/post/payments#request-additionalData-AdditionalDataCommon-networkTxReference
 */
function agreementOf(request: ChargeRequest): Agreement {
	const { storedCredential: stored, initiatedBy, commerce, payerReference, reference } = request;
	const isByMerchant = initiatedBy === "merchant" || commerce === "recurring";
	const isLater = stored?.use === "later" || isByMerchant;
	const shopperInteraction = commerce === "moto" ? "Moto" : isLater ? "ContAuth" : "Ecommerce";
	if (stored === undefined) return { shopperInteraction };
	return {
		shopperInteraction,
		recurringProcessingModel: modelOf(stored, isByMerchant),
		storePaymentMethod: false,
		// Required, even for an unknown payer.
		shopperReference: payerReference ?? reference,
		...(isByMerchant && stored.purpose === "instalment" && { industryUsage: "installment" }),
		...(isByMerchant && stored.purpose === "no_show" && { industryUsage: "noShow" }),
		...(shopperInteraction === "ContAuth" && { networkTxReference: stored.networkTransactionId }),
	};
}

function modelOf(
	{ use, purpose }: StoredCredential,
	isByMerchant: boolean,
): NonNullable<Agreement["recurringProcessingModel"]> {
	const isPayerPresent = use === "later" && !isByMerchant;
	if (isPayerPresent) return "CardOnFile";
	if (purpose === "recurring" || purpose === "instalment") return "Subscription";
	return isByMerchant || purpose === "no_show" ? "UnscheduledCardOnFile" : "CardOnFile";
}

/** Adyen's word for a part of an address that is not known. */
const notKnown = "NA";

/**
 * Adyen refuses an address in parts, or one of these countries without its province:
 * https://docs.adyen.com/api-explorer/Checkout/72/post/payments#request-billingAddress
 */
function billingAddressOf({ address1, city, province, country, postalCode }: Payer) {
	if (!address1 && !postalCode) return undefined;
	const state = /^[A-Z]{2}$/i.test(province ?? "") ? province?.toUpperCase() : undefined;
	if ((country === "US" || country === "CA") && state === undefined) return undefined;
	const { street, houseNumberOrName } = streetOf(address1 ?? "");
	return {
		street,
		houseNumberOrName,
		city: city || notKnown,
		country: country || "ZZ",
		postalCode: (postalCode || notKnown).slice(0, country === "US" ? 5 : 10),
		...(state !== undefined && { stateOrProvince: state }),
	};
}

/** Adyen requires an address for 3-D Secure. */
const noAddress = {
	street: notKnown,
	houseNumberOrName: notKnown,
	city: notKnown,
	country: "ZZ",
	postalCode: notKnown,
};

/** "1 King Street" has its number first, "Hauptstraße 5a" last. */
function streetOf(line: string): { street: string; houseNumberOrName: string } {
	const [, first, after] = /^(\d\S*),?\s+(\S.*)$/.exec(line) ?? [];
	if (first !== undefined && after !== undefined) return { houseNumberOrName: first, street: after };
	const [, before, last] = /^(.*\S),?\s+(\d+\s?[a-z]?)$/i.exec(line) ?? [];
	if (before !== undefined && last !== undefined) return { houseNumberOrName: last, street: before };
	return { houseNumberOrName: notKnown, street: line || notKnown };
}

const longestStatement = 22;

/** https://docs.adyen.com/api-explorer/Checkout/72/post/payments#request-shopperStatement */
function statementOf(text: string | null): string | undefined {
	const cleaned = (text ?? "")
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.replace(/[^a-zA-Z0-9 .,'_?+*/-]+/g, " ")
		.replace(/ +/g, " ")
		.trim();
	const shown = cleaned.slice(0, longestStatement).trim();
	return /[a-zA-Z]/.test(shown) ? shown : undefined;
}
