import { readFileSync } from "node:fs";
import { listOrigins } from "@cardseal/merchants";
import type { Language } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { isHost, languageOf, readFormFields, readStyleSheet, requireMediaType } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { type Challenge, challengePath, type DemoBank, payersCode } from "@cardseal/vault";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { findMerchantOf } from "./bank.store.ts";
import { bankPaths, challengePage, expiredPage, returnPage, type ShownChallenge } from "./bank-page.ts";

const pathsOfBank = /^\/bank(?:\/|$)/;

/** The bank's origin has its pages alone, and no other origin has them. */
export function separateBank(origin: string): MiddlewareHandler<GatewayEnv> {
	const { host } = new URL(origin);
	return async (context, next) => {
		const isAtBank = isHost(context.req.header("Host"), host);
		return isAtBank === pathsOfBank.test(context.req.path) ? next() : context.notFound();
	};
}

export interface BankRouteOptions {
	database: Database;
	bank: DemoBank;
}

/** Pages of another company, as it were: they are no part of the API. */
export function bankRoutes(app: OpenAPIHono<GatewayEnv>, { database, bank }: BankRouteOptions): void {
	const style = readStyleSheet(new URL("./bank.css", import.meta.url));
	const script = readFileSync(new URL("./return.js", import.meta.url), "utf8");

	async function read(context: Context<GatewayEnv>) {
		requireMediaType(context, "application/x-www-form-urlencoded");
		const fields = await readFormFields(context);
		const language = languageOf(context);
		const creq = fields.get("creq") ?? "";
		const challenge = bank.readChallenge(creq);
		if (challenge === undefined) return { fields, language, ancestors: [] };
		const merchant = await findMerchantOf(database, challenge.reference);
		const asked: ShownChallenge = { challenge, creq, merchant: merchant?.name ?? "", language };
		if (challenge.behaviour === "refuses_frames") return { fields, language, asked, ancestors: [] };
		// The gateway's page with the bank in it may be in a merchant's page.
		const origins = merchant === undefined ? [] : await listOrigins(database, merchant.id);
		return { fields, language, asked, ancestors: [gatewayOf(challenge), ...origins] };
	}

	app.post(challengePath, async (context) => {
		const { asked, language, ancestors } = await read(context);
		if (asked === undefined) return expired(context, language);
		return page(context, challengePage(asked, { stays: false }), { ancestors });
	});

	app.post(bankPaths.answer, async (context) => {
		const { asked, language, ancestors, fields } = await read(context);
		if (asked === undefined) return expired(context, language);
		const { challenge } = asked;
		if (challenge.behaviour === "never_returns") {
			return page(context, challengePage(asked, { stays: true }), { ancestors });
		}
		const isRight = fields.get("code") === payersCode && !fields.has("cancel");
		const cres = bank.answer(challenge, isRight ? "Y" : "N");
		return page(context, returnPage(asked, cres), { ancestors, returnsTo: gatewayOf(challenge) });
	});

	app.get(bankPaths.style, (context) => context.body(style, 200, { "Content-Type": "text/css; charset=utf-8" }));
	app.get(bankPaths.script, (context) =>
		context.body(script, 200, { "Content-Type": "text/javascript; charset=utf-8" }),
	);
}

function gatewayOf({ returnAddress }: Challenge): string {
	return new URL(returnAddress).origin;
}

function expired(context: Context<GatewayEnv>, language: Language) {
	return page(context, expiredPage(language), { ancestors: [] }, 400);
}

/**
 * @param rules.ancestors origins that may frame the page
 * @param rules.returnsTo the origin that the page posts to; by default its own
 */
function page(
	context: Context<GatewayEnv>,
	html: string,
	{ ancestors, returnsTo }: { ancestors: string[]; returnsTo?: string },
	status: 200 | 400 = 200,
) {
	const policy = [
		"default-src 'none'",
		"style-src 'self'",
		"script-src 'self'",
		"img-src data:",
		`form-action ${returnsTo ?? "'self'"}`,
		`frame-src ${returnsTo ?? "'none'"}`,
		"base-uri 'none'",
		`frame-ancestors ${ancestors.length === 0 ? "'none'" : ancestors.join(" ")}`,
	];
	context.header("Cache-Control", "no-store");
	context.header("Content-Security-Policy", policy.join("; "));
	return context.html(html, status);
}
