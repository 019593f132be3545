import type { Context, MiddlewareHandler } from "hono";
import { accepts } from "hono/accepts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { problemOf } from "../../http/problem-response.ts";
import type { Problem } from "../../problem.ts";
import { problemPage } from "./problem-page.ts";

/** What a page needs beyond what every page of ours has. */
export interface PageNeeds {
	/** Where its form leads on to, origins or schemes with their colon: browsers hold redirects after it against the policy. */
	formTargets?: string[];
}

/** A page of ours loads its style sheet and the mark, runs no script, and stands in nobody's frame (rules X-25, O-07). */
export function pagePolicy({ formTargets = [] }: PageNeeds = {}): string {
	return [
		"default-src 'none'",
		"style-src 'self'",
		"img-src 'self' data:",
		"base-uri 'none'",
		["form-action 'self'", ...formTargets].join(" "),
		"frame-ancestors 'none'",
	].join("; ");
}

/** How a browser is told of a problem. */
type WriteProblemPage = (problem: Problem, context: Context<GatewayEnv>) => string;

/** Gives pages that people see their policy, and has problems answered by a page as well, where a browser asks. */
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

/** The same, in the words that the web application's pages have for problems. */
export const pageResponses = pageResponsesBy((problem, context) => problemPage(problem, context.get("requestId")));

/** Whether the request is a browser's, for a page, rather than a program's. */
function wantsPage(context: Context<GatewayEnv>): boolean {
	const supports = ["application/json", "text/html"];
	return accepts(context, { header: "Accept", supports, default: "application/json" }) === "text/html";
}
