import type { SignInContext } from "@cardseal/identity";
import type { Clock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Config } from "../config.ts";
import { assetRoutes } from "./assets/assets.route.ts";
import type { BrowserFiles } from "./assets/browser-files.ts";
import type { BuiltFiles } from "./dashboard/built-files.ts";
import { pageRoutes } from "./dashboard/pages.route.ts";
import { docsRoutes } from "./docs/docs.route.ts";
import { healthRoutes } from "./health/health.route.ts";
import { securityTxtRoute } from "./security-txt.route.ts";

interface WebRouteOptions {
	database: Database;
	isDatabaseLost: () => boolean;
	files: BrowserFiles;
	dashboardFiles: BuiltFiles;
	signInContext: SignInContext;
	publicUrl: string;
	security: Config["security"];
	clock: Clock;
}

export function webRoutes(app: OpenAPIHono<GatewayEnv>, options: WebRouteOptions): void {
	healthRoutes(app, options);
	assetRoutes(app, options.files);
	pageRoutes(app, options.dashboardFiles, options.signInContext);
	docsRoutes(app, options.publicUrl);
	securityTxtRoute(app, options);
}
