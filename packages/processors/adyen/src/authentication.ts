import { hash } from "node:crypto";
import type {
	Authentication,
	Browser,
	GivenAuthentication,
	Inquiry,
	InquiryRequest,
	ReturnedFields,
} from "@cardseal/vault";
import { notAuthenticated, stillWaiting, unknown } from "@cardseal/vault/processors";
import { authenticationAnswerOf } from "./answers.ts";
import { type AdyenApi, Refusal } from "./api.ts";

/** Required, and not used without 3-D Secure. */
const unusedReturnUrl = "https://payments.invalid/return";

/** Sends the payer to a page of Adyen's: https://docs.adyen.com/online-payments/3d-secure/redirect-3ds2/api-only */
export function authenticationFieldsOf(authentication: Authentication | undefined) {
	if (authentication === undefined || authentication.when === "made") {
		return {
			returnUrl: unusedReturnUrl,
			// Without it, Adyen may answer that the payer has to authenticate.
			authenticationData: { attemptAuthentication: "never" },
			...(authentication && { mpiData: mpiDataOf(authentication.result) }),
		};
	}
	const { when, returnAddress, browser } = authentication;
	return {
		returnUrl: returnAddress,
		origin: new URL(returnAddress).origin,
		channel: "Web",
		// Without `always`, the account's rules and the bank decide.
		authenticationData: {
			...(when === "always" && { attemptAuthentication: "always" }),
			threeDSRequestData: { nativeThreeDS: "disabled" },
		},
		browserInfo: { ...(browser ?? unknownBrowser), javaScriptEnabled: browser !== null },
	};
}

/** Adyen refuses a web payment with a part of the fields. The page of the redirect reads the true ones. */
const unknownBrowser: Browser = {
	acceptHeader: "*/*",
	userAgent: "Mozilla/5.0",
	language: "en",
	colorDepth: 24,
	screenWidth: 1,
	screenHeight: 1,
	timeZoneOffset: 0,
	javaEnabled: false,
};

/** https://docs.adyen.com/online-payments/3d-secure/other-3ds-flows/authorize-mpidata */
function mpiDataOf({ version, eci, status, cavv, dsTransactionId }: GivenAuthentication) {
	return {
		threeDSVersion: version,
		eci,
		directoryResponse: status,
		// The other statuses are not those of a challenge.
		...(/^[YNUA]$/.test(status) && { authenticationResponse: status }),
		...(cavv !== null && { cavv }),
		...(dsTransactionId !== null && { dsTransID: dsTransactionId }),
	};
}

/**
 * Adyen's id may come with the end only. Until then the payment has our reference as its id, which is longer than Adyen's,
 * so the two are never confused.
 */
export const isWaiting = ({ reference, processorTransactionId: id }: InquiryRequest) => id === reference;

/**
 * Adyen authorises when it gets the details.
 *
 * @throws Error when the outcome is not known
 */
export async function complete(
	{ payments }: AdyenApi,
	request: InquiryRequest,
	returned: ReturnedFields,
): Promise<Inquiry> {
	const details = detailsOf(returned);
	const waiting = stillWaiting(request.reference);
	if (details === undefined) return waiting;
	try {
		const answer = await payments.paymentsDetails({ details }, { idempotencyKey: keyOf(details) });
		return authenticationAnswerOf(answer, request) ?? waiting;
	} catch (error) {
		// The fields are not Adyen's.
		if (error instanceof Refusal && !error.isAboutAccount) return waiting;
		throw error;
	}
}

function detailsOf({ redirectResult, MD, PaRes }: ReturnedFields) {
	if (redirectResult) return { redirectResult };
	return MD && PaRes ? { MD, PaRes } : undefined;
}

/**
 * The same fields end the same payment, whichever address they were sent to. With our reference in the key, somebody who
 * sends them to another charge's address would leave this one without its answer.
 */
const keyOf = (details: object) => hash("sha256", JSON.stringify(details), "base64url");

/**
 * Nothing is authorised before the details, and the gateway sends none after this. Adyen lets the payment expire.
 */
export function abandon(request: InquiryRequest): Inquiry {
	return isWaiting(request) ? notAuthenticated : unknown(ended, false);
}

const ended = "Adyen has the payer's authentication. A webhook tells the outcome.";
