import type { Problem } from "@cardseal/platform";
import { languageOf, problemOf } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Context, MiddlewareHandler } from "hono";
import { accepts } from "hono/accepts";
import { problemPage } from "./problem-page.ts";

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

type WriteProblemPage = (problem: Problem, context: Context<GatewayEnv>) => string;

export function pageResponsesBy(writeProblem: WriteProblemPage): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		context.header("Content-Security-Policy", pagePolicy());
		context.header("X-Frame-Options", "DENY");
		context.header("X-Robots-Tag", "noindex");
		await next();
		if (context.error === undefined || !wantsPage(context)) return;
		context.res = new Response(writeProblem(problemOf(context.error), context), {
			status: context.res.status,
			headers: { "Content-Type": "text/html; charset=UTF-8" },
		});
	};
}

export const pageResponses = pageResponsesBy((problem, context) =>
	problemPage(problem, context.get("requestId"), languageOf(context)),
);

function wantsPage(context: Context<GatewayEnv>): boolean {
	const supports = ["application/json", "text/html"];
	return accepts(context, { header: "Accept", supports, default: "application/json" }) === "text/html";
}
