import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { type Language, languageParameter, languages } from "../language.ts";
import type { GatewayEnv } from "./gateway-env.ts";

export const languageQuery = z.object({
	[languageParameter]: z
		.string("Send lang once.")
		.optional()
		.openapi({ description: "`en` or `fr`; by default the reader's first supported language", example: "fr" }),
});

export function wantsPage(context: Context<GatewayEnv>): boolean {
	context.header("Vary", "Accept");
	const supports = ["application/json", "text/html"];
	return accepts(context, { header: "Accept", supports, default: "application/json" }) === "text/html";
}

export function languageOf<Env extends GatewayEnv>(context: Context<Env>): Language {
	const chosen = context.req.query(languageParameter);
	return languages.find((language) => language === chosen) ?? preferredLanguage(context);
}

/** `fr-CA` is French (RFC 4647 §3.4). */
function preferredLanguage<Env extends GatewayEnv>(context: Context<Env>): Language {
	const found = accepts(context, {
		header: "Accept-Language",
		supports: [...languages],
		default: "en",
		match(wanted, { supports, default: otherwise }) {
			const tags = wanted.filter(({ q }) => q > 0).sort((one, other) => other.q - one.q);
			const primary = tags.map(({ type }) => type.toLowerCase().split("-")[0]);
			return primary.find((tag) => tag !== undefined && supports.includes(tag)) ?? otherwise;
		},
	});
	return languages.find((language) => language === found) ?? "en";
}
