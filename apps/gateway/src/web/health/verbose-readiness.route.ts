import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Health } from "./checks.ts";
import type { CheckReadiness } from "./readiness.ts";

/** `/readyz` of the metrics port. `?verbose` shows every check, and gives 503 if one failed. */
export function verboseReadinessRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ checkReadiness, checkHealth }: { checkReadiness: CheckReadiness; checkHealth: () => Promise<Health> },
): void {
	app.get("/readyz", async (context) => {
		if (context.req.query("verbose") === undefined) {
			await checkReadiness();
			return context.json({ status: "ready" });
		}
		const { ok, checks } = await checkHealth();
		return context.json({ status: ok ? "ready" : "failing", checks }, ok ? 200 : 503);
	});
}
