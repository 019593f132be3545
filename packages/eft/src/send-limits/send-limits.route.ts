import type { StaffAdmission } from "@cardseal/merchants";
import { amountSchema, type Clocks, dollars } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { callerOf, merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { changeSendLimits, offCents, readSendLimits, type SendLimit, type SendLimits } from "./send-limits.ts";

const limitSchema = z
	.object({
		amount: z.number().openapi({ example: 10000 }),
		next_amount: z.number().nullable().openapi({ description: "The raised limit to come; null without one" }),
		next_at: z.int().nullable().openapi({ description: "When it holds, ms since 1970" }),
	})
	.openapi("SendLimit");

const optionalLimitSchema = limitSchema
	.extend({
		amount: z.number().nullable().openapi({ description: "null: off", example: 5000 }),
		next_amount: z.number().nullable().openapi({ description: "The raised limit to come; null: off, or none to come" }),
	})
	.openapi("OptionalSendLimit");

const limitsSchema = z
	.object({
		per_payment: limitSchema,
		per_day: limitSchema,
		per_new_payee: limitSchema,
		confirm_above: limitSchema,
		approve_above: optionalLimitSchema,
	})
	.openapi("SendLimits");

const changeSchema = z
	.object({
		per_payment: amountSchema,
		per_day: amountSchema,
		per_new_payee: amountSchema,
		confirm_above: amountSchema,
		approve_above: amountSchema.nullable().transform((cents) => cents ?? offCents),
	})
	.partial()
	.openapi("SendLimitsChange");

const path = "/settings/send-limits";
const tags = ["Wallet"];
const answer = { description: "The limits in CAD", content: { "application/json": { schema: limitsSchema } } };

export interface SendLimitRouteOptions {
	database: Database;
	clocks: Clocks;
	admission: StaffAdmission;
}

/** Limits hold for API clients, too. */
export function sendLimitRoutes(app: OpenAPIHono<GatewayEnv>, options: SendLimitRouteOptions): void {
	readRouteOf(app, options);
	changeRouteOf(app, options);
}

function readRouteOf(app: OpenAPIHono<GatewayEnv>, { database, clocks, admission }: SendLimitRouteOptions): void {
	const route = createRoute({
		method: "get",
		path,
		tags,
		operationId: "getSendLimits",
		summary: "Read the limits of payments from the wallet",
		description:
			"`per_payment`: the largest payment. `per_day`: all payments and withdrawals within 24 hours. `per_new_payee`: all payments to an account " +
			"within 24 hours of its first one. `confirm_above`: staff confirm larger payments with password and second factor, and " +
			"every owner gets an email. `approve_above`: larger sends and withdrawals wait until a second person approves them; null while it is off.",
		...admission.withoutBody("wallet.read"),
		responses: { 200: answer, ...merchantErrors(401, 403) },
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		return context.json(recordOf(await readSendLimits(database, merchant.id, clocks.business.now())), 200);
	});
}

function changeRouteOf(app: OpenAPIHono<GatewayEnv>, options: SendLimitRouteOptions): void {
	const route = createRoute({
		method: "patch",
		path,
		tags,
		operationId: "changeSendLimits",
		summary: "Change the limits of payments from the wallet",
		description:
			"A lower limit holds at once. A higher one holds after 24 hours, and every owner is notified by email. " +
			"The same goes for switching `approve_above` off with null. It takes two members who may send money.",
		...options.admission.withBody("settings.write", "always"),
		request: { body: { required: true, content: { "application/json": { schema: changeSchema } } } },
		responses: { 200: answer, ...merchantErrors(400, 401, 403, 409, 413, 415) },
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const change = { merchant, wanted: context.req.valid("json"), caller: callerOf(context) };
		return context.json(recordOf(await changeSendLimits(options, change)), 200);
	});
}

function recordOf(limits: SendLimits): z.infer<typeof limitsSchema> {
	return {
		per_payment: limitRecord(limits.per_payment, dollars),
		per_day: limitRecord(limits.per_day, dollars),
		per_new_payee: limitRecord(limits.per_new_payee, dollars),
		confirm_above: limitRecord(limits.confirm_above, dollars),
		approve_above: limitRecord(limits.approve_above, (cents) => (cents === offCents ? null : dollars(cents))),
	};
}

function limitRecord<Amount>({ cents, next }: SendLimit, amountOf: (cents: number) => Amount) {
	return { amount: amountOf(cents), next_amount: next ? amountOf(next.cents) : null, next_at: next?.at ?? null };
}
