import { readFileSync } from "node:fs";
import type { Database } from "@cardseal/platform/db";
import { isHost, languageOf, readFormFields, readStyleSheet, requireMediaType } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { type Challenge, challengePath, type DemoBank, payersCode } from "@cardseal/vault";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { findMerchantName } from "./bank.store.ts";
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

	async function shown(context: Context<GatewayEnv>) {
		requireMediaType(context, "application/x-www-form-urlencoded");
		const fields = await readFormFields(context);
		const creq = fields.get("creq") ?? "";
		const challenge = bank.readChallenge(creq);
		const language = languageOf(context);
		if (challenge === undefined) return { language, fields, challenge: undefined };
		const merchant = (await findMerchantName(database, challenge.reference)) ?? "";
		return { language, fields, challenge: { challenge, creq, merchant, language } satisfies ShownChallenge };
	}

	app.post(challengePath, async (context) => {
		const { challenge, language } = await shown(context);
		if (challenge === undefined) return page(context, expiredPage(language), { status: 400 });
		return page(context, challengePage({ ...challenge, stays: false }), { of: challenge.challenge });
	});

	app.post(bankPaths.answer, async (context) => {
		const { challenge: asked, language, fields } = await shown(context);
		if (asked === undefined) return page(context, expiredPage(language), { status: 400 });
		const { challenge } = asked;
		if (challenge.behaviour === "never_returns") {
			return page(context, challengePage({ ...asked, stays: true }), { of: challenge });
		}
		const isRight = fields.get("code") === payersCode && !fields.has("cancel");
		const cres = bank.answer(challenge, isRight ? "Y" : "N");
		return page(context, returnPage({ challenge, cres, language }), { of: challenge, mayReturn: true });
	});

	app.get(bankPaths.style, (context) => context.body(style, 200, { "Content-Type": "text/css; charset=utf-8" }));
	app.get(bankPaths.script, (context) =>
		context.body(script, 200, { "Content-Type": "text/javascript; charset=utf-8" }),
	);
}

interface PageRules {
	status?: 200 | 400;
	of?: Challenge;
	mayReturn?: boolean;
}

function page(context: Context<GatewayEnv>, html: string, { status = 200, of, mayReturn = false }: PageRules) {
	context.header("Cache-Control", "no-store");
	context.header("Content-Security-Policy", policyOf(of, mayReturn));
	return context.html(html, status);
}

/** Merchants show the bank in their own pages, so any page may frame it. */
function policyOf(challenge: Challenge | undefined, mayReturn: boolean): string {
	const gateway = challenge && mayReturn ? new URL(challenge.returnAddress).origin : undefined;
	return [
		"default-src 'none'",
		"style-src 'self'",
		"script-src 'self'",
		"img-src data:",
		`form-action ${gateway ?? "'self'"}`,
		`frame-src ${gateway ?? "'none'"}`,
		"base-uri 'none'",
		`frame-ancestors ${challenge?.behaviour === "refuses_frames" ? "'none'" : "http: https:"}`,
	].join("; ");
}
