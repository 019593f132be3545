import { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { withinDeadline } from "../db/request-deadline.ts";
import { newLookupId } from "../ids.ts";
import type { Logger } from "../log/log.ts";
import { redact } from "../log/redact.ts";
import { Problem } from "../problem.ts";
import type { GatewayEnv } from "./gateway-env.ts";
import { answerProblems } from "./problem-response.ts";

/** Longer paths would fill the log. */
const loggedPathCharacters = 200;

/** Ms, without waits for clients, processors and hashes. */
const requestLimitMs = 10_000;

/** Logs no query, which may hold names and email addresses. */
export function requestContext(log: Logger, publicUrl = ""): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		const startedAt = performance.now();
		const requestId = newLookupId();
		context.set("requestId", requestId);
		context.set("log", log);
		context.set("publicUrl", publicUrl);
		context.header("X-Request-Id", requestId);
		context.header("Cache-Control", "no-store");
		await next();
		log.info({
			request_id: requestId,
			method: context.req.method,
			// Half a token or card number would escape redaction.
			path: redact(context.req.path).slice(0, loggedPathCharacters),
			status: context.res.status,
			ms: Math.round((performance.now() - startedAt) * 10) / 10,
			merchant_id: context.get("access")?.merchant.publicId,
		});
	};
}

/** A shared statement may still carry the request's rows. */
export function answerInTime({ except }: { except: readonly string[] }): MiddlewareHandler<GatewayEnv> {
	return async (context, next) => {
		if (except.includes(context.req.path)) return next();
		await withinDeadline(requestLimitMs, next);
	};
}

/** Serves the health check until the database is ready. */
export function createStartupApp(log: Logger): OpenAPIHono<GatewayEnv> {
	const app = new OpenAPIHono<GatewayEnv>({ strict: false });
	app.use(requestContext(log));
	answerProblems(app);
	app.get("/healthz", (context) => context.json({ status: "ok" }));
	app.all("*", () => {
		throw new Problem("starting", "The service is starting. Try again in a second.", {
			headers: { "Retry-After": "1" },
		});
	});
	return app;
}
