import { hash } from "node:crypto";
import type { Browser, ChargeRequest, GivenAuthentication } from "@cardseal/vault";

type Asked = Pick<ChargeRequest, "authentication" | "reference">;

export function termUrlOf({ authentication }: Asked): string | undefined {
	return authentication === undefined || authentication.when === "made" ? undefined : authentication.returnAddress;
}

/** The fields of a card: https://dev.na.bambora.com/docs/guides/3D_secure_2_0 */
export function threeDSecureOf({ authentication, reference }: Asked): object {
	// An account with 3-D Secure may do it for each payment that does not say no.
	if (authentication === undefined) return { "3d_secure": { enabled: false } };
	if (authentication.when === "made") return passthroughOf(authentication.result, reference);
	const { when, browser } = authentication;
	return {
		"3d_secure": {
			browser: browser === null ? unknownBrowser : browserOf(browser),
			enabled: true,
			version: 2,
			// Otherwise a payment goes on when the bank's service is not available.
			auth_required: when === "always",
		},
	};
}

const longestHeader = 2_048;

function browserOf({ acceptHeader, userAgent, language, ...screen }: Browser) {
	const { colorDepth, screenWidth, screenHeight, timeZoneOffset, javaEnabled } = screen;
	return {
		accept_header: acceptHeader.slice(0, longestHeader) || "*/*",
		user_agent: userAgent.slice(0, longestHeader) || "Mozilla/5.0",
		// Such as "fr-CA". A longer tag is cut to its language.
		language: language.length > 8 ? (language.split("-")[0] ?? "").slice(0, 8) : language,
		color_depth: Math.max(colorDepth, 4),
		screen_height: screenHeight,
		screen_width: screenWidth,
		time_zone: Math.min(Math.max(timeZoneOffset, -840), 720),
		java_enabled: javaEnabled,
		javascript_enabled: true,
	};
}

/** Each field is required. */
const unknownBrowser = {
	accept_header: "*/*",
	user_agent: "Mozilla/5.0",
	language: "en",
	color_depth: 24,
	screen_height: 0,
	screen_width: 0,
	time_zone: 0,
	java_enabled: false,
	javascript_enabled: false,
};

/** "Passthrough Method". A result without a CAVV is none for Bambora. */
function passthroughOf({ eci, cavv, dsTransactionId }: GivenAuthentication, reference: string): object {
	if (cavv === null || dsTransactionId === null) return { "3d_secure": { enabled: false } };
	const passthrough = {
		version: 2,
		xid: transactionNumberOf(reference),
		eci: Number(eci),
		cavv,
		ds_transaction_id: dsTransactionId,
	};
	return { "3d_secure_passthrough": passthrough };
}

/** The merchant's own number of the authentication, which version 2 of the protocol does not have: at most 20 digits. */
const transactionNumberOf = (reference: string) =>
	String(hash("sha256", reference, "buffer").readBigUInt64BE() % 10n ** 18n);
