import {
	amountSchema,
	boundedList,
	type Clocks,
	displayName,
	dollars,
	emailAddress,
	fieldProblem,
	languages,
	lineOfText,
	telephone,
} from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { callerOf, jsonAnswer, merchantErrors, requestBody } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Vault } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { StaffAdmission } from "../admission.ts";
import { logoAnswer, logoSchema } from "../logo/logo.route.ts";
import { findLogo } from "../logo/logo.store.ts";
import { environmentOf, type Merchant } from "../merchant.ts";
import { changeSettings } from "./change-settings.ts";
import { getSettings } from "./settings.store.ts";
import { offeredCurrencies, portalAskPath, type Settings, threeDSecureRules } from "./settings.ts";
import { taxNumbersField, taxNumbersSchema } from "./tax-numbers.ts";
import { timeZoneChoices } from "./time-zones.ts";

const currencyAdvice = `Choose one or more of ${offeredCurrencies.join(", ")}, each once.`;
const switchAdvice = "Send true or false.";

const isSwitchedOn = z.boolean(switchAdvice);

const settingFields = {
	name: z.string().openapi({ description: "As shown in receipts and other emails", example: "Maple & Main" }),
	time_zone: z.string().openapi({ description: "IANA name; your days begin in it", example: "America/Toronto" }),
	currencies: z.array(z.string()).openapi({ description: "Currencies that you charge in", example: ["CAD", "USD"] }),
	sends_receipts: z.boolean().openapi({ description: "True if payers get receipts by email" }),
	reply_to: z.string().nullable().openapi({ description: "Address for replies to receipts and other emails" }),
	contact_address: z
		.string()
		.nullable()
		.openapi({ description: "Your postal address, shown in receipts and other emails" }),
	contact_phone: z
		.string()
		.nullable()
		.openapi({ description: "Your telephone number, shown in receipts and other emails" }),
	statement_text: z.string().nullable().openapi({
		description: "Your text on payers' card statements; `null` for the text that your processor has for your account",
		example: "MAPLE AND MAIN",
	}),
	tax_numbers: taxNumbersSchema,
	three_d_secure: z.enum(threeDSecureRules).openapi({
		description:
			"Whether the bank authenticates payers: `never`, `auto` when it asks to, or `always`. For charges that say nothing else",
	}),
	three_d_secure_above: z.number().nullable().openapi({
		description: "Always above this amount in dollars, in any currency; `null` for no amount",
		example: 200,
	}),
	three_d_secure_outside: z.string().nullable().openapi({
		description: "Always for billing addresses outside this country (ISO 3166-1 alpha-2); `null` for none",
		example: "CA",
	}),
	language: z.enum(languages).openapi({
		description: "Language of emails to recipients whose own is not known",
	}),
	both_languages: z.boolean().openapi({ description: "True if every email is in both languages, French first" }),
	sends_payment_failed_notices: z.boolean(),
	sends_suspended_notices: z.boolean(),
	sends_card_expiring_notices: z.boolean(),
	hosted_form_only: z.boolean().openapi({ description: "True if only card tokens of the hosted form are accepted" }),
	rejects_avs_no_match: z.boolean().openapi({
		description: "True to decline what the bank approved although the payer's address does not match (AVS)",
	}),
	rejects_cvv_no_match: z.boolean().openapi({
		description: "True to decline what the bank approved although the security code does not match (CVV)",
	}),
	retry_days: z.array(z.int()).openapi({
		description: "Days from a subscription payment's due date to each retry after a decline",
		example: [1, 3, 5, 7],
	}),
	portal: z.object({
		pause: z.boolean().openapi({ description: "True if payers may pause and resume subscriptions in the portal" }),
		cancel: z.boolean().openapi({ description: "True if payers may cancel subscriptions in the portal" }),
	}),
};

const settingsSchema = z
	.object({
		...settingFields,
		logo: logoSchema.nullable().openapi({ description: "The picture in receipts; `null` without one" }),
		mode: z.enum(["demo", "live"]),
		portal_url: z.string().openapi({ description: "The page on which your payers ask for a link to the portal" }),
		public_key: z.string().openapi({ description: "The key that your pages encrypt cards to", example: "pktest1…" }),
	})
	.openapi("Settings");

const countryAdvice = "Send the two letters of a country, such as CA.";

const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

const country = z
	.string(countryAdvice)
	.transform((text) => text.trim().toUpperCase())
	.refine((code) => /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined, countryAdvice);

const statementAdvice =
	"Send 5 to 22 characters: letters without accents (at least one), digits, spaces, and . - & only.";

/** The characters that processors take. Each adapter cuts the text to its processor's length. */
const statementText = lineOfText
	.transform((text) => text.trim())
	.pipe(z.string().regex(/^(?=.*[A-Za-z])[A-Za-z0-9 .&-]{5,22}$/, statementAdvice));

const retryAdvice = "Send one to six whole numbers of days from 1 to 15, each later than the one before.";

const retryDay = z.number(retryAdvice).openapi({ type: "integer", minimum: 1, maximum: 15 });

const retryDays = boundedList(retryDay, { minimum: 1, maximum: 6, advice: retryAdvice }).refine(
	(days) => days.every((day, index) => Number.isInteger(day) && day > (days[index - 1] ?? 0) && day <= 15),
	retryAdvice,
);

const changeSchema = z
	.object({
		name: displayName
			.transform((text) => text.trim())
			.refine((text) => text !== "", "Send the name that your customers know you by."),
		time_zone: z.string("Choose one of the offered time zones."),
		currencies: boundedList(z.enum(offeredCurrencies, currencyAdvice), {
			minimum: 1,
			maximum: offeredCurrencies.length,
			advice: currencyAdvice,
		}).refine((codes) => new Set(codes).size === codes.length, currencyAdvice),
		sends_receipts: isSwitchedOn,
		reply_to: emailAddress.nullable(),
		contact_address: lineOfText.transform((text) => text.trim() || null).nullable(),
		contact_phone: telephone.nullable(),
		statement_text: statementText.nullable(),
		tax_numbers: taxNumbersField,
		three_d_secure: z
			.enum(threeDSecureRules, `Choose one of ${threeDSecureRules.join(", ")}.`)
			.openapi({ description: "Whether the bank authenticates payers" }),
		three_d_secure_above: z.union([amountSchema, z.null()]),
		three_d_secure_outside: country.nullable(),
		language: z.enum(languages, `Choose one of ${languages.join(", ")}.`),
		both_languages: isSwitchedOn,
		sends_payment_failed_notices: isSwitchedOn,
		sends_suspended_notices: isSwitchedOn,
		sends_card_expiring_notices: isSwitchedOn,
		hosted_form_only: isSwitchedOn,
		rejects_avs_no_match: isSwitchedOn,
		rejects_cvv_no_match: isSwitchedOn,
		portal: z.object({ pause: isSwitchedOn, cancel: isSwitchedOn }, "Send pause and cancel."),
		retry_days: retryDays.openapi({ description: "Days from the due date to each retry, ascending; at most 6" }),
	})
	.partial()
	.openapi("SettingsChange");

const choicesSchema = z
	.object({ time_zones: z.array(z.string()), currencies: z.array(z.string()) })
	.openapi("SettingsChoices");

export interface SettingsRouteOptions {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	admission: StaffAdmission;
	publicUrl: string;
}

const tags = ["Settings"];

export function settingsRoutes(app: OpenAPIHono<GatewayEnv>, options: SettingsRouteOptions): void {
	const listZones = timeZoneChoices(options.database);
	readRouteOf(app, options);
	changeRouteOf(app, options, listZones);
	choicesRouteOf(app, options, listZones);
}

type ListZones = ReturnType<typeof timeZoneChoices>;

function readRouteOf(app: OpenAPIHono<GatewayEnv>, options: SettingsRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "getSettings",
		path: "/settings",
		tags,
		summary: "Read the settings",
		...options.admission.withoutBody("settings.read"),
		responses: { 200: jsonAnswer("The settings", settingsSchema), ...merchantErrors(401, 403) },
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		return context.json(await answerOf(options, merchant, await getSettings(options.database, merchant.id)), 200);
	});
}

function changeRouteOf(app: OpenAPIHono<GatewayEnv>, options: SettingsRouteOptions, listZones: ListZones): void {
	const route = createRoute({
		method: "patch",
		operationId: "changeSettings",
		path: "/settings",
		tags,
		summary: "Change settings",
		description:
			"Changes only the given fields. Active subscriptions keep their time zone; plans, transactions " +
			"and subscriptions keep their currency, even if it is no longer enabled.",
		...options.admission.withBody("settings.write", "always"),
		request: { body: requestBody(changeSchema) },
		responses: { 200: jsonAnswer("The settings", settingsSchema), ...merchantErrors(400, 401, 403, 413, 415) },
	});
	app.openapi(route, async (context) => {
		const change = context.req.valid("json");
		const { merchant } = context.get("access");
		if (change.time_zone !== undefined) await requireZone(listZones, change.time_zone);
		const settings = await changeSettings(options, merchant, change, callerOf(context));
		return context.json(await answerOf(options, merchant, settings), 200);
	});
}

function choicesRouteOf(app: OpenAPIHono<GatewayEnv>, { admission }: SettingsRouteOptions, listZones: ListZones): void {
	const route = createRoute({
		method: "get",
		operationId: "listSettingChoices",
		path: "/settings/choices",
		tags,
		summary: "List the time zones and currencies to choose from",
		...admission.withoutBody("settings.read"),
		responses: { 200: jsonAnswer("The choices", choicesSchema), ...merchantErrors(401, 403) },
	});
	app.openapi(route, async (context) =>
		context.json({ time_zones: [...(await listZones())], currencies: [...offeredCurrencies] }, 200),
	);
}

/** @throws Problem 400 */
async function requireZone(listZones: ListZones, zone: string): Promise<void> {
	if ((await listZones()).includes(zone)) return;
	throw fieldProblem([
		{
			field: "time_zone",
			reason: "time_zone_unknown",
			message: "Choose one of the offered time zones, such as America/Toronto.",
		},
	]);
}

async function answerOf(
	{ database, vault, publicUrl }: SettingsRouteOptions,
	merchant: Merchant,
	settings: Settings,
): Promise<z.infer<typeof settingsSchema>> {
	const publicKey = await vault.publicKeyOf({ id: merchant.id, environment: environmentOf(merchant) });
	const logo = await findLogo(database, merchant.id);
	const { three_d_secure_above: aboveCents } = settings;
	return {
		...settings,
		logo: logo ? logoAnswer(publicUrl, logo) : null,
		three_d_secure_above: aboveCents === null ? null : dollars(aboveCents),
		mode: merchant.mode,
		portal_url: `${publicUrl}${portalAskPath}/${merchant.publicId}`,
		public_key: publicKey,
	};
}
