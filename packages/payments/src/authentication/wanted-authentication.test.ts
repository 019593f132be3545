import { describe, expect, test } from "vitest";
import { type AuthenticationAsked, wantedAuthentication } from "./wanted-authentication.ts";

const nobody = async () => ({ result: "not_received" }) as const;
const able = { authentication: { complete: nobody, abandon: nobody }, takesMadeAuthentication: true };
const unable = {};

const returnAddress = "https://pay.example/pay/authenticate/id/proof/return";

interface Rules {
	rule?: "never" | "auto" | "always";
	aboveCents?: number | null;
	outside?: string | null;
}

interface Situation extends Rules {
	asked?: AuthenticationAsked;
	commerce?: "ecommerce" | "moto" | "recurring";
	amountCents?: number;
	country?: string | null;
	isOnOurPage?: boolean;
	processor?: Parameters<typeof wantedAuthentication>[2];
}

function wanted({ asked = {}, processor = able, ...situation }: Situation) {
	const { rule = "never", aboveCents = null, outside = null, commerce = "ecommerce" } = situation;
	const { amountCents = 31_00, country = "CA", isOnOurPage = false } = situation;
	const merchant = { threeDSecure: { rule, aboveCents, outside } };
	return wantedAuthentication(
		asked,
		{ merchant, commerce, amountCents, country, browser: undefined, returnAddress, isOnOurPage },
		processor,
	);
}

const whenOf = (situation: Situation) => wanted(situation)?.when;

describe("whether the bank authenticates the payer", () => {
	test.each<[string, Situation, "auto" | "always" | undefined]>([
		["is never by default", {}, undefined],
		["is left to the bank on our pages", { isOnOurPage: true }, "auto"],
		["follows the merchant's rule there", { isOnOurPage: true, rule: "always" }, "always"],
		["follows the merchant's rule", { rule: "auto" }, "auto"],
		[
			"follows the request before the merchant's rule",
			{ rule: "always", asked: { three_d_secure: "never" } },
			undefined,
		],
		["is always above the merchant's amount", { aboveCents: 30_99 }, "always"],
		["is not always at that amount", { aboveCents: 31_00 }, undefined],
		["is always outside the merchant's country", { rule: "auto", outside: "US" }, "always"],
		["follows the rule inside that country", { rule: "auto", outside: "CA" }, "auto"],
		[
			"is always when the country is not known, as it may be another one",
			{ rule: "auto", outside: "US", country: null },
			"always",
		],
		["follows the rule without a country of the merchant", { rule: "auto", outside: null, country: null }, "auto"],
		["is not for the virtual terminal", { rule: "always", commerce: "moto" }, undefined],
		["is not for renewals", { rule: "always", commerce: "recurring" }, undefined],
		["is not for merchant-initiated charges", { rule: "always", asked: { initiated_by: "merchant" } }, undefined],
		["is left out by rule where no processor can", { rule: "auto", processor: unable }, undefined],
	])("%s", (_, situation, when) => {
		expect(whenOf(situation)).toBe(when);
	});

	test.each<[string, Situation]>([
		["asked by the request", { asked: { three_d_secure: "always" }, processor: unable }],
		["asked by the merchant's rule", { aboveCents: 1, processor: unable }],
		[
			"made elsewhere",
			{
				asked: { three_d_secure: { version: "2.2.0", eci: "07", status: "U" } },
				processor: { ...able, takesMadeAuthentication: false },
			},
		],
	])("is refused where it is %s and the processor cannot", (_, situation) => {
		expect(() => wanted(situation)).toThrow(expect.objectContaining({ reason: "authentication_unavailable" }));
	});

	test("tells the bank the payer's browser", () => {
		const browser = {
			accept_header: "*/*",
			user_agent: "Browser",
			language: "fr-CA",
			color_depth: 24,
			screen_width: 390,
			screen_height: 844,
			time_zone_offset: 240,
			java_enabled: false,
		};
		expect(wanted({ asked: { three_d_secure: "auto", browser } })).toEqual({
			when: "auto",
			returnAddress,
			browser: {
				acceptHeader: "*/*",
				userAgent: "Browser",
				language: "fr-CA",
				colorDepth: 24,
				screenWidth: 390,
				screenHeight: 844,
				timeZoneOffset: 240,
				javaEnabled: false,
			},
		});
	});
});
