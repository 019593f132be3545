import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { METHOD_NAME_ALL } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";
import { Problem } from "../../problem.ts";
import type { GatewayEnv } from "../gateway-env.ts";
import { wantsPage } from "../page-language.ts";
import { problemResponse } from "../problem-response.ts";
import { findSimilar } from "./similar-route.ts";

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
