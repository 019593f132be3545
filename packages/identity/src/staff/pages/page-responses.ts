import type { Language, Problem } from "@cardseal/platform";
import { languageOf, problemOf } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { tags } from "@cardseal/platform/pages";
import type { Context, MiddlewareHandler } from "hono";
import { accepts } from "hono/accepts";
import { problemPage } from "./problem-words.ts";

export interface PageNeeds {
	/** Origins or schemes with a colon: browsers apply form-action to redirects too. */
	formTargets?: string[];
	/** The script may call this origin. */
	hasScript?: boolean;
}

const scriptPolicy = [
	"script-src 'self'",
	"connect-src 'self'",
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
];

/** Default: no scripts, no framing (rules X-25, O-07). */
export function pagePolicy({ formTargets = [], hasScript = false }: PageNeeds = {}): string {
	return [
		"default-src 'none'",
		"style-src 'self'",
		"img-src 'self' data:",
		"base-uri 'none'",
		["form-action 'self'", ...formTargets].join(" "),
		"frame-ancestors 'none'",
		...(hasScript ? scriptPolicy : []),
	].join("; ");
}

/** @param unknownPage says what an unknown address may be, where the page of every 404 would not */
export function pageResponsesWith(unknownPage?: (language: Language) => string): MiddlewareHandler<GatewayEnv> {
	const pageOfProblem = (problem: Problem, context: Context<GatewayEnv>) => {
		const language = languageOf(context);
		return problem.code === "NOT_FOUND" && unknownPage !== undefined
			? unknownPage(language)
			: problemPage(problem, context.get("requestId"), language);
	};
	return async (context, next) => {
		context.header("Content-Security-Policy", pagePolicy());
		context.header("X-Frame-Options", "DENY");
		context.header("X-Robots-Tag", "noindex");
		await next();
		if (context.error === undefined || !wantsPage(context)) return;
		context.res = new Response(pageOfProblem(problemOf(context.error), context), {
			status: context.res.status,
			headers: { "Content-Type": "text/html; charset=UTF-8" },
		});
	};
}

export const pageResponses = pageResponsesWith();

export const pageGet = { method: "get" as const, tags, middleware: pageResponses };

export const pagePost = { method: "post" as const, tags, middleware: pageResponses };

function wantsPage(context: Context<GatewayEnv>): boolean {
	const supports = ["application/json", "text/html"];
	return accepts(context, { header: "Accept", supports, default: "application/json" }) === "text/html";
}
