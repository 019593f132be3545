import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { merchantErrors } from "../http/admission.ts";
import type { GatewayEnv } from "../http/gateway-env.ts";
import { problemSchema } from "../http/problem-response.ts";
import type { TokenAdmission } from "../oauth/token/token-admission.ts";
import { fieldProblem } from "../problem.ts";
import type { MoveClock } from "./move-clock.ts";
import type { ClockWish } from "./planned-move.ts";
import type { SandboxClock } from "./sandbox-clock.ts";

/** The sandbox's clock, as routes need it. */
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
		charged: z.int().openapi({ description: "Charges that were approved on the way", example: 12 }),
		failed: z.int().openapi({ description: "Charges that were not", example: 1 }),
		mails: z.int().openapi({ description: "Mails that were sent", example: 13 }),
	})
	.openapi("SandboxClockMoved");

const advice = {
	now: "Send a time in milliseconds since 1970, as a whole number.",
	advance_ms: "Send milliseconds as a whole number, 0 or more.",
	oneOf: "Send either now or advance_ms.",
} as const;

const wishSchema = z
	.object({
		now: z.int(advice.now).optional().openapi({
			description: "The time to move to, in milliseconds since 1970; not before the present one",
			example: 1798761600000,
		}),
		advance_ms: z.int(advice.advance_ms).min(0, advice.advance_ms).optional().openapi({
			description: "How much later it is to be, in milliseconds",
			example: 2592000000,
		}),
	})
	.openapi("SandboxClockRequest", { description: "One of the two" });

const tags = ["Sandbox"];
const problemContent = { "application/json": { schema: problemSchema } };

const moveDescription = `Answers when everything has been done that falls due up to then, each at its time: payments of
subscriptions, tries of failed ones, and the mail about them. Settlement, records and the expiry of cards follow this
clock; the age of card tokens, sessions and access tokens follows real time. The time moves for all merchants of the
sandbox, at most ten years at once, never back, and not beyond 2099. What takes longer than four minutes is answered 503;
the clock keeps what it has come to, and sending the wanted time as \`now\` goes on from there. So it does after a 500, which
says that something that fell due could not be done.`;

/** GET and POST of the sandbox's clock, for any of its merchants. */
export function clockRoutes(app: OpenAPIHono<GatewayEnv>, control: ClockControl, admission: TokenAdmission): void {
	const readRoute = createRoute({
		method: "get",
		path: "/sandbox/clock",
		tags,
		summary: "Read the sandbox's clock",
		description: "For a token of any merchant, whatever its scope.",
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
		path: "/sandbox/clock",
		tags,
		summary: "Move the sandbox's clock forward",
		description: moveDescription,
		...admission.ofAnyScope.withBody(),
		request: { body: { required: true, content: { "application/json": { schema: wishSchema } } } },
		responses: {
			200: { description: "What happened", content: { "application/json": { schema: movedSchema } } },
			...merchantErrors(400, 401, 413, 415),
			500: { description: "Something that fell due could not be done", content: problemContent },
			503: { description: "The clock did not arrive in time", content: problemContent },
		},
	});
	app.openapi(moveRoute, async (context) => context.json(await control.move(wishOf(context.req.valid("json"))), 200));
}

/** @throws Problem 400 unless exactly one of the two is there */
function wishOf({ now, advance_ms }: z.infer<typeof wishSchema>): ClockWish {
	if (now !== undefined && advance_ms === undefined) return { now };
	if (advance_ms !== undefined && now === undefined) return { advance_ms };
	throw fieldProblem([
		{ field: "now", message: advice.oneOf },
		{ field: "advance_ms", message: advice.oneOf },
	]);
}
