import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { METHOD_NAME_ALL } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";
import { Problem } from "../../problem.ts";
import type { GatewayEnv } from "../gateway-env.ts";
import { wantsPage } from "../page-language.ts";
import { problemResponse } from "../problem-response.ts";
import { patternOf } from "./route-pattern.ts";

type ShowPage = (context: Context<GatewayEnv>) => Response | Promise<Response>;

const guides = "See /docs; for paths of Payfirma, PayHQ or KORT, /docs/guides/moving.md.";

export function answerUnknownRoutes(app: OpenAPIHono<GatewayEnv>, showPage: ShowPage): void {
	const methodsByPath = new TrieRouter<string>();
	for (const { method, path } of app.routes) {
		if (method !== METHOD_NAME_ALL) methodsByPath.add(METHOD_NAME_ALL, path, method);
	}
	const similar = findSimilar(app.routes);
	app.notFound((context) => {
		const path = context.req.path.replace(/(?<=.)\/$/, "");
		const [matches] = methodsByPath.match(METHOD_NAME_ALL, path);
		const allowed = [...new Set(matches.map(([method]) => method))].sort();
		// This router ignores more slashes than the other one.
		if (allowed.length === 0 || allowed.includes(context.req.method)) {
			if (context.req.method === "GET" && wantsPage(context)) return showPage(context);
			const meant = similar(context.req.method, path);
			const hint = meant === undefined ? guides : `Did you mean ${meant}? ${guides}`;
			return problemResponse(context, new Problem("route_not_found", `There is nothing at this address. ${hint}`));
		}
		const allow = allowed.join(", ");
		const problem = new Problem("method_not_allowed", `Use ${allow} here.`, { headers: { Allow: allow } });
		return problemResponse(context, problem);
	});
}

const ourWords: Readonly<Record<string, string>> = {
	charge: "sale",
	payment: "sale",
	purchase: "sale",
	auth: "authorize",
	authorization: "authorize",
	hold: "authorize",
	webhook: "endpoint",
};

/** Excludes pages and the web application's own API. */
const ofServices = /^\/(?:[a-z]+-service(?:-vt)?|oauth)\//;

const ofPages = /^\/(?:app|pay)(?:\/|$)/;

export function findSimilar(
	routes: readonly { method: string; path: string }[],
): (method: string, path: string) => string | undefined {
	const known = routes
		.filter(({ method, path }) => method !== METHOD_NAME_ALL && ofServices.test(path))
		.map(({ method, path }) => {
			const pattern = patternOf(path);
			const segments = segmentsOf(pattern);
			const words = segments.filter((segment) => !segment.startsWith("{"));
			return { method, pattern, words, count: segments.length };
		});
	return (method, path) => {
		if (ofPages.test(path)) return undefined;
		const segments = segmentsOf(path).filter((segment) => !/^v[0-9]+$/i.test(segment));
		const asked = new Set(segments.map(wordOf));
		const distanceOf = ({ words, count, ...route }: (typeof known)[number]) => {
			const found = words.filter((word) => asked.has(word)).length;
			const missing = asked.has(words[0] ?? "") ? 0 : 1;
			const isOtherMethod = route.method === method ? 0 : 1;
			return (words.length - 2 * found) * 100 + Math.abs(count - missing - segments.length) * 10 + isOtherMethod;
		};
		const [nearest] = known
			.filter(({ words }) => words.slice(1).some((word) => asked.has(word)))
			.sort((one, other) => distanceOf(one) - distanceOf(other));
		return nearest && `${nearest.method} ${nearest.pattern}`;
	};
}

function segmentsOf(path: string): string[] {
	return path.split("/").filter((segment) => segment !== "");
}

function wordOf(segment: string): string {
	const singular = segment.toLowerCase().replace(/s$/, "");
	return Object.hasOwn(ourWords, singular) ? String(ourWords[singular]) : singular;
}
