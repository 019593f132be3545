import type { Operation } from "@cardseal/vault";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { cardParams } from "../../customers/cards/card.route.ts";
import { hasCardSource } from "../../customers/cards/card-source.ts";
import { customerParams } from "../../customers/customer.route.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import type { Admission } from "../../merchants/admission.ts";
import { moneyRoute } from "../money.route.ts";
import type { Payments } from "../payments.ts";
import { charge } from "./charge.ts";
import { chargeRequestSchema, customerChargeRequestSchema, storedCardChargeRequestSchema } from "./charge-request.ts";

interface Endpoint {
	operation: Operation;
	path: string;
	aliasOf?: string;
	/** Ends the operation ids. */
	name: string;
	/** The first word of the summaries. */
	verb: string;
}

const sale: Endpoint = { operation: "sale", path: "/transaction-service/sale", name: "Sale", verb: "Charge" };

const endpoints: Endpoint[] = [
	sale,
	{
		operation: "authorization",
		path: "/transaction-service/authorize",
		name: "Authorization",
		verb: "Hold an amount on",
	},
];

/** POST /sale, /authorize, each for a card in the request, a customer, and a stored card; and /sale/token, another name of /sale. */
export function chargeRoutes(app: OpenAPIHono<GatewayEnv>, payments: Payments, admission: Admission): void {
	for (const endpoint of endpoints) {
		givenCardRoute(app, payments, admission, endpoint);
		customerRoute(app, payments, admission, endpoint);
		storedCardRoute(app, payments, admission, endpoint);
	}
	const alias = { path: `${sale.path}/token`, aliasOf: sale.path, name: "SaleWithToken" };
	givenCardRoute(app, payments, admission, { ...sale, ...alias });
}

type AddRoute = (app: OpenAPIHono<GatewayEnv>, payments: Payments, admission: Admission, endpoint: Endpoint) => void;

const givenCardRoute: AddRoute = (app, payments, admission, { operation, name, verb, ...place }) => {
	moneyRoute(
		app,
		{
			...place,
			operationId: `create${name}`,
			summary: `${verb} a card`,
			admitted: admission.withBody("transaction", "charge"),
			body: chargeRequestSchema,
			approved: "Approved",
		},
		({ access, params: _none, body, ...call }) =>
			charge(payments, { ...call, operation, initiator: access, wanted: { kind: "given" }, request: body }),
	);
};

const customerRoute: AddRoute = (app, payments, admission, { operation, path, name, verb }) => {
	moneyRoute(
		app,
		{
			operationId: `create${name}ForCustomer`,
			path: `${path}/customer/{customer_lookup_id}`,
			summary: `${verb} a customer's default card, or a new one`,
			description:
				"With a card or a token in the body, that card is charged, and stored on the customer if the charge is approved. " +
				"Without one, the customer's default card is charged. Details missing in the request are taken from the customer.",
			admitted: admission.withBody("transaction", "charge"),
			params: customerParams,
			body: customerChargeRequestSchema,
			approved: "Approved",
		},
		({ access, params, body, ...call }) =>
			charge(payments, {
				...call,
				operation,
				initiator: access,
				wanted: { kind: hasCardSource(body) ? "new" : "default", customerLookupId: params.customer_lookup_id },
				request: body,
			}),
	);
};

const storedCardRoute: AddRoute = (app, payments, admission, { operation, path, name, verb }) => {
	moneyRoute(
		app,
		{
			operationId: `create${name}WithStoredCard`,
			path: `${path}/customer/{customer_lookup_id}/card/{card_lookup_id}`,
			summary: `${verb} a stored card`,
			description: "Details missing in the request are taken from the customer.",
			admitted: admission.withBody("transaction", "charge"),
			params: cardParams,
			body: storedCardChargeRequestSchema,
			approved: "Approved",
		},
		({ access, params, body, ...call }) => {
			const { customer_lookup_id: customerLookupId, card_lookup_id: cardLookupId } = params;
			const wanted = { kind: "stored", customerLookupId, cardLookupId } as const;
			return charge(payments, { ...call, operation, initiator: access, wanted, request: body });
		},
	);
};
