import type { Operation } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, type z } from "@hono/zod-openapi";
import { cardParams } from "../../customers/cards/card.route.ts";
import { hasCardSource } from "../../customers/cards/card-source.ts";
import { customerParams } from "../../customers/customer.route.ts";
import type { Admission } from "../../http/admission.ts";
import { callerOf } from "../../http/caller.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { describeKeyedRoute, idempotencyOf } from "../../http/idempotency-header.ts";
import { answerMoney, moneyResponses } from "../money.route.ts";
import type { Payments } from "../payments.ts";
import { charge } from "./charge.ts";
import { chargeRequestSchema, customerChargeRequestSchema, storedCardChargeRequestSchema } from "./charge-request.ts";

interface Endpoint {
	operation: Operation;
	path: string;
	/** What a summary begins with. */
	verb: string;
}

const endpoints: Endpoint[] = [
	{ operation: "sale", path: "/transaction-service/sale", verb: "Charge" },
	{ operation: "authorization", path: "/transaction-service/authorize", verb: "Hold an amount on" },
];

/** POST /sale and POST /authorize in all their variants: the same way with one flag. */
export function chargeRoutes(app: OpenAPIHono<GatewayEnv>, payments: Payments, admission: Admission): void {
	for (const endpoint of endpoints) {
		givenCardRoute(app, payments, admission, endpoint);
		customerRoute(app, payments, admission, endpoint);
		storedCardRoute(app, payments, admission, endpoint);
	}
}

type Add = (app: OpenAPIHono<GatewayEnv>, payments: Payments, admission: Admission, endpoint: Endpoint) => void;

function describe(admission: Admission, path: string, summary: string) {
	return {
		method: "post" as const,
		path,
		tags: ["Transactions"],
		summary,
		...admission.withBody("transaction", "charge"),
		responses: moneyResponses("Approved"),
	};
}

function bodyOf<Schema extends z.ZodType>(schema: Schema) {
	return { required: true as const, content: { "application/json": { schema } } };
}

const givenCardRoute: Add = (app, payments, admission, { operation, path, verb }) => {
	const description = describe(admission, path, `${verb} a card`);
	const route = createRoute({ ...description, request: { body: bodyOf(chargeRequestSchema) } });
	describeKeyedRoute(app, route);
	app.openapi({ ...route, hide: true }, async (context) => {
		const result = await charge(payments, {
			operation,
			initiator: context.get("access"),
			caller: callerOf(context),
			wanted: { kind: "given" },
			request: context.req.valid("json"),
			idempotency: idempotencyOf(context, path),
		});
		return answerMoney(context, result);
	});
};

const customerRoute: Add = (app, payments, admission, endpoint) => {
	const path = `${endpoint.path}/customer/{customer_lookup_id}`;
	const route = createRoute({
		...describe(admission, path, `${endpoint.verb} a customer's default card, or a new one`),
		description:
			"With a card or a token in the body, that card is charged, and stored on the customer when the charge is " +
			"approved; without, the customer's default card. Details that the request leaves out are the customer's.",
		request: { params: customerParams, body: bodyOf(customerChargeRequestSchema) },
	});
	describeKeyedRoute(app, route);
	app.openapi({ ...route, hide: true }, async (context) => {
		const { customer_lookup_id: customerLookupId } = context.req.valid("param");
		const request = context.req.valid("json");
		const result = await charge(payments, {
			operation: endpoint.operation,
			initiator: context.get("access"),
			caller: callerOf(context),
			wanted: { kind: hasCardSource(request) ? "new" : "default", customerLookupId },
			request,
			idempotency: idempotencyOf(context, path),
		});
		return answerMoney(context, result);
	});
};

const storedCardRoute: Add = (app, payments, admission, endpoint) => {
	const path = `${endpoint.path}/customer/{customer_lookup_id}/card/{card_lookup_id}`;
	const route = createRoute({
		...describe(admission, path, `${endpoint.verb} a stored card`),
		description: "Details that the request leaves out are the customer's.",
		request: { params: cardParams, body: bodyOf(storedCardChargeRequestSchema) },
	});
	describeKeyedRoute(app, route);
	app.openapi({ ...route, hide: true }, async (context) => {
		const { customer_lookup_id: customerLookupId, card_lookup_id: cardLookupId } = context.req.valid("param");
		const result = await charge(payments, {
			operation: endpoint.operation,
			initiator: context.get("access"),
			caller: callerOf(context),
			wanted: { kind: "stored", customerLookupId, cardLookupId },
			request: context.req.valid("json"),
			idempotency: idempotencyOf(context, path),
		});
		return answerMoney(context, result);
	});
};
