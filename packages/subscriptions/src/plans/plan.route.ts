import type { Admission } from "@cardseal/merchants";
import { callerOf, changesOf, locationHeader, merchantErrors, setLocation } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { changePlan, createPlan, deletePlan, getPlan, type PlansContext } from "./plan.ts";
import { planRecordOf, planSchema } from "./plan-record.ts";
import { planRequestSchema } from "./plan-request.ts";

export interface PlanRouteOptions {
	plans: PlansContext;
	admission: Admission;
}

const onePath = "/plan-service/plan/{plan_lookup_id}";
const params = z.object({
	plan_lookup_id: z.string().openapi({ description: "The plan's lookup_id", example: "9fK2mQ7xW1aZ3bC4dE5f" }),
});
const body = { required: true, content: { "application/json": { schema: planRequestSchema } } };
const changeBody = { required: true, content: { "application/json": { schema: changesOf(planRequestSchema) } } };
const planAnswer = { description: "The plan", content: { "application/json": { schema: planSchema } } };

export function planRoutes(app: OpenAPIHono<GatewayEnv>, options: PlanRouteOptions): void {
	createRouteOf(app, options);
	readRouteOf(app, options);
	changeRouteOf(app, options);
	deleteRouteOf(app, options);
}

function createRouteOf(app: OpenAPIHono<GatewayEnv>, { plans, admission }: PlanRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "createPlan",
		path: "/plan-service/plan",
		tags: ["Plans"],
		summary: "Create a plan",
		description: "Customers subscribe to a plan: a name, an amount and a frequency.",
		...admission.withBody("plan", "plans.write"),
		request: { body },
		responses: { 200: { ...planAnswer, headers: locationHeader }, ...merchantErrors(400, 401, 403, 413, 415) },
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const plan = await createPlan(plans, merchant, context.req.valid("json"), callerOf(context));
		setLocation(context, `/plan-service/plan/${plan.lookup_id}`);
		return context.json(planRecordOf(plan), 200);
	});
}

function readRouteOf(app: OpenAPIHono<GatewayEnv>, { plans, admission }: PlanRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "getPlan",
		path: onePath,
		tags: ["Plans"],
		summary: "Read a plan",
		...admission.withoutBody("plan", "plans.read"),
		request: { params },
		responses: { 200: planAnswer, ...merchantErrors(401, 403, 404) },
	});
	app.openapi(route, async (context) => {
		const { plan_lookup_id: lookupId } = context.req.valid("param");
		return context.json(planRecordOf(await getPlan(plans.database, context.get("access").merchant, lookupId)), 200);
	});
}

function changeRouteOf(app: OpenAPIHono<GatewayEnv>, { plans, admission }: PlanRouteOptions): void {
	const route = createRoute({
		method: "put",
		operationId: "changePlan",
		path: onePath,
		tags: ["Plans"],
		summary: "Change a plan",
		description:
			"Replaces the plan: an omitted field returns to its default, except `metadata`, which merges. Existing subscriptions keep their terms.",
		...admission.withBody("plan", "plans.write"),
		request: { params, body: changeBody },
		responses: { 200: planAnswer, ...merchantErrors(400, 401, 403, 404, 413, 415) },
	});
	app.openapi(route, async (context) => {
		const { plan_lookup_id: lookupId } = context.req.valid("param");
		const { merchant } = context.get("access");
		const plan = await changePlan(plans, merchant, lookupId, context.req.valid("json"), callerOf(context));
		return context.json(planRecordOf(plan), 200);
	});
}

function deleteRouteOf(app: OpenAPIHono<GatewayEnv>, { plans, admission }: PlanRouteOptions): void {
	const route = createRoute({
		method: "delete",
		operationId: "deletePlan",
		path: onePath,
		tags: ["Plans"],
		summary: "Delete a plan",
		description: "New subscriptions are rejected. Existing ones continue.",
		...admission.withoutBody("plan", "plans.write"),
		request: { params },
		responses: { 204: { description: "Deleted" }, ...merchantErrors(401, 403, 404) },
	});
	app.openapi(route, async (context) => {
		const { plan_lookup_id: lookupId } = context.req.valid("param");
		await deletePlan(plans, context.get("access").merchant, lookupId, callerOf(context));
		return context.body(null, 204);
	});
}
