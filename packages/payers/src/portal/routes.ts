import type { SignInContext } from "@cardseal/identity";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { CardFormPlace, Payers } from "../payers.ts";
import { askRoutes } from "./ask.route.ts";
import { cardRoutes } from "./card.route.ts";
import { newCardRoutes } from "./new-card.route.ts";
import { openRoutes } from "./open.route.ts";
import { overviewRoutes } from "./overview.route.ts";
import { subscriptionRoutes } from "./subscription.route.ts";

export function portalPageRoutes(
	app: OpenAPIHono<GatewayEnv>,
	payers: Payers,
	{ place, signInContext }: { place: CardFormPlace; signInContext: Pick<SignInContext, "deferredWork"> },
): void {
	overviewRoutes(app, payers);
	openRoutes(app, payers);
	askRoutes(app, payers, signInContext);
	newCardRoutes(app, payers, place);
	cardRoutes(app, payers);
	subscriptionRoutes(app, payers);
}
