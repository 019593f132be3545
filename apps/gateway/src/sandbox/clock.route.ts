import type { TokenAdmission } from "@cardseal/identity/gateway";
import { fieldProblem } from "@cardseal/platform";
import { merchantErrors, problemSchema } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { MoveClock } from "./move-clock.ts";
import type { ClockRequest } from "./planned-move.ts";
import type { SandboxClock } from "./sandbox-clock.ts";

export interface ClockControl {
	clock: SandboxClock;
	move: MoveClock;
}

const nowSchema = z
	.int()
	.openapi({ description: "The sandbox's time, in milliseconds since 1970", example: 1798761600000 });

const clockSchema = z.object({ now: nowSchema }).openapi("SandboxClock");

const movedSchema = z
	.object({
		now: nowSchema,
		charged: z.int().openapi({ description: "Approved charges", example: 12 }),
		failed: z.int().openapi({ description: "Declined and failed charges", example: 1 }),
		mails: z.int().openapi({
			description: "Emails that were sent to the mailbox; with `SMTP_URL`, emails follow real time",
			example: 13,
		}),
	})
	.openapi("SandboxClockMoved");

const advice = {
	now: "Send a time in milliseconds since 1970, as a whole number.",
	advance_ms: "Send milliseconds as a whole number, 0 or more.",
	oneOf: "Send either now or advance_ms.",
} as const;

const requestSchema = z
	.object({
		now: z.int(advice.now).optional().openapi({
			description: "The time to move to, in milliseconds since 1970; not before the present time",
			example: 1798761600000,
		}),
		advance_ms: z.int(advice.advance_ms).min(0, advice.advance_ms).optional().openapi({
			description: "The duration to move by, in milliseconds",
			example: 2592000000,
		}),
	})
	.openapi("SandboxClockRequest", { description: "Exactly one of the fields" });

const tags = ["Sandbox"];
const problemContent = { "application/json": { schema: problemSchema } };

const moveDescription = `Responds when all work that falls due up to the requested time is done, each at its time: subscription
payments, retries of failed payments, and their emails. Settlement, records and card expiry follow this clock; the age of
card tokens, sessions and access tokens follows real time. The clock moves for all merchants of the sandbox, at most ten
years at once, never back, and not beyond 2099. A move that takes longer than four minutes returns 503; one that hits an
error returns 500. The clock keeps the time that it has reached; send the requested time as \`now\` to continue. Accepts a
token of any merchant that has a scope without \`:read\`.`;

export function clockRoutes(app: OpenAPIHono<GatewayEnv>, control: ClockControl, admission: TokenAdmission): void {
	const readRoute = createRoute({
		method: "get",
		operationId: "getSandboxClock",
		path: "/sandbox/clock",
		tags,
		summary: "Read the sandbox's clock",
		description: "Accepts a token of any merchant, with any scope.",
		...admission.ofAnyScope.withoutBody(),
		responses: {
			200: { description: "The time", content: { "application/json": { schema: clockSchema } } },
			...merchantErrors(400, 401),
		},
	});
	app.openapi(readRoute, async (context) => {
		await control.clock.follow();
		return context.json({ now: control.clock.now() }, 200);
	});
	const moveRoute = createRoute({
		method: "post",
		operationId: "moveSandboxClock",
		path: "/sandbox/clock",
		tags,
		summary: "Move the sandbox's clock forward",
		description: moveDescription,
		...admission.ofAnyService.withBody(),
		request: { body: { required: true, content: { "application/json": { schema: requestSchema } } } },
		responses: {
			200: { description: "The new time and the work done", content: { "application/json": { schema: movedSchema } } },
			...merchantErrors(400, 401, 403, 413, 415),
			500: { description: "Work that was due failed", content: problemContent },
			503: { description: "The time limit was reached before the requested time", content: problemContent },
		},
	});
	app.openapi(moveRoute, async (context) =>
		context.json(await control.move(requestOf(context.req.valid("json"))), 200),
	);
}

/** @throws Problem 400 unless exactly one of the fields is given */
function requestOf({ now, advance_ms }: z.infer<typeof requestSchema>): ClockRequest {
	if (now !== undefined && advance_ms === undefined) return { now };
	if (advance_ms !== undefined && now === undefined) return { advance_ms };
	throw fieldProblem([
		{ field: "now", reason: "field_required", message: advice.oneOf },
		{ field: "advance_ms", reason: "field_required", message: advice.oneOf },
	]);
}
