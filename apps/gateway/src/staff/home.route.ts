import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { pageAnswers } from "../http/page-answers.ts";
import { staffPage } from "../http/staff-session.ts";
import type { Doors } from "./doors.ts";
import { page, tags } from "./page-route.ts";
import { homePage } from "./pages/home-page.ts";

/** Where somebody arrives who has signed in. */
export function homeRoute(app: OpenAPIHono<GatewayEnv>, { sessions }: Doors): void {
	const route = createRoute({
		method: "get",
		path: "/app",
		tags,
		summary: "The web application's first page",
		security: [{ session: [] }],
		middleware: [pageAnswers, staffPage({ sessions })] as const,
		responses: { 200: page.shown, 303: page.redirected },
	});
	app.openapi(route, (context) => context.html(homePage(context.var.staffSession), 200));
}
