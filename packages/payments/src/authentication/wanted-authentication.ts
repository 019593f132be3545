import type { Merchant } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import type { Authentication, Browser, Commerce, Processor } from "@cardseal/vault";
import type { BrowserFields, GivenThreeDSecure } from "./authentication-fields.ts";

export interface AuthenticationAsked {
	three_d_secure?: "auto" | "always" | "never" | GivenThreeDSecure | undefined;
	browser?: BrowserFields | null | undefined;
	initiated_by?: "cardholder" | "merchant" | undefined;
}

interface Charged {
	merchant: Pick<Merchant, "threeDSecure">;
	commerce: Commerce;
	amountCents: number;
	/** Of the billing address. */
	country: string | null;
	/** Of the card form. */
	browser: Browser | undefined;
	returnAddress: string;
	/** The payer is on a page of ours, which can lead to the bank. */
	isOnOurPage: boolean;
}

const unavailable = () =>
	new Problem(
		"authentication_unavailable",
		"The processor of this account cannot authenticate payers (3-D Secure). Nothing was sent. Send three_d_secure: never, or connect another processor.",
	);

/**
 * The request decides, then the merchant's rules. A payer who is not there cannot authenticate.
 *
 * @throws Problem 409 when the processor cannot do what is asked
 */
export function wantedAuthentication(
	asked: AuthenticationAsked,
	charged: Charged,
	processor: Pick<Processor, "authentication" | "takesMadeAuthentication">,
): Authentication | undefined {
	const { three_d_secure: given } = asked;
	if (typeof given === "object") {
		if (processor.takesMadeAuthentication !== true) throw unavailable();
		const { version, eci, status, cavv = null } = given;
		const { ds_transaction_id: dsTransactionId = null, server_transaction_id: serverTransactionId = null } = given;
		return { when: "made", result: { version, eci, status, cavv, dsTransactionId, serverTransactionId } };
	}
	const when = asked.initiated_by === "merchant" ? "never" : (given ?? ruleFor(charged));
	if (when === "never") return undefined;
	if (processor.authentication === undefined) {
		if (when === "always") throw unavailable();
		return undefined;
	}
	const browser = asked.browser ? browserOf(asked.browser) : (charged.browser ?? null);
	return { when, returnAddress: charged.returnAddress, browser };
}

/** By the merchant's rules. On our pages, `never` protects no client of the API: the bank may ask. */
export function ruleFor({
	merchant,
	commerce,
	amountCents,
	country,
	isOnOurPage,
}: Pick<Charged, "merchant" | "commerce" | "amountCents" | "country" | "isOnOurPage">): "auto" | "always" | "never" {
	const { rule, aboveCents, outside } = merchant.threeDSecure;
	if (commerce !== "ecommerce") return "never";
	const isLarge = aboveCents !== null && amountCents > aboveCents;
	// An unknown country may be another one.
	const isForeign = outside !== null && country !== outside;
	if (isLarge || isForeign) return "always";
	return isOnOurPage && rule === "never" ? "auto" : rule;
}

export function browserOf(fields: BrowserFields): Browser {
	return {
		acceptHeader: fields.accept_header,
		userAgent: fields.user_agent,
		language: fields.language,
		colorDepth: fields.color_depth,
		screenWidth: fields.screen_width,
		screenHeight: fields.screen_height,
		timeZoneOffset: fields.time_zone_offset,
		javaEnabled: fields.java_enabled,
	};
}
