import { cardParams, customerParams, hasCardSource } from "@cardseal/customers";
import type { Admission } from "@cardseal/merchants";
import type { Caller } from "@cardseal/platform/audit";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { KeyedRequest } from "@cardseal/platform/idempotency";
import type { Operation } from "@cardseal/vault";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { moneyRoute } from "../money.route.ts";
import type { Initiator, Payments } from "../payments.ts";
import { askedByCharge, charge, type WantedCard } from "./charge.ts";
import {
	type ChargeRequestBody,
	chargeRequestSchema,
	customerChargeRequestSchema,
	storedCardChargeRequestSchema,
} from "./charge-request.ts";

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

export function chargeRoutes(app: OpenAPIHono<GatewayEnv>, payments: Payments, admission: Admission): void {
	for (const endpoint of endpoints) {
		givenCardRoute(app, payments, admission, endpoint);
		customerRoute(app, payments, admission, endpoint);
		storedCardRoute(app, payments, admission, endpoint);
	}
	const alias = { path: `${sale.path}/token`, aliasOf: sale.path, name: "SaleWithToken" };
	givenCardRoute(app, payments, admission, { ...sale, ...alias });
}

function chargeSteps<Call extends { access: Initiator; caller: Caller; body: ChargeRequestBody }>(
	payments: Payments,
	operation: Operation,
	wantedOf: (call: Call) => WantedCard,
) {
	return {
		gather(call: Call) {
			const wanted = wantedOf(call);
			return { ...askedByCharge({ wanted, request: call.body }), wanted };
		},
		work: (
			{ access: initiator, caller, body: request, keyed }: Call & { keyed: KeyedRequest | undefined },
			{ wanted }: { wanted: WantedCard },
		) => charge(payments, { operation, initiator, caller, wanted, request, keyed }),
	};
}

type AddRoute = (app: OpenAPIHono<GatewayEnv>, payments: Payments, admission: Admission, endpoint: Endpoint) => void;

const givenCardRoute: AddRoute = (app, payments, admission, { operation, name, verb, ...place }) => {
	moneyRoute(
		app,
		payments,
		{
			...place,
			operationId: `create${name}`,
			summary: `${verb} a card`,
			admitted: admission.withBody("transaction", "charge"),
			body: chargeRequestSchema,
			approved: "Approved",
		},
		chargeSteps(payments, operation, () => ({ kind: "given" })),
	);
};

const customerRoute: AddRoute = (app, payments, admission, { operation, path, name, verb }) => {
	moneyRoute(
		app,
		payments,
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
		chargeSteps(payments, operation, ({ params: { customer_lookup_id: customerLookupId }, body }) => ({
			kind: hasCardSource(body) ? "new" : "default",
			customerLookupId,
		})),
	);
};

const storedCardRoute: AddRoute = (app, payments, admission, { operation, path, name, verb }) => {
	moneyRoute(
		app,
		payments,
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
		chargeSteps(payments, operation, ({ params }) => ({
			kind: "stored",
			customerLookupId: params.customer_lookup_id,
			cardLookupId: params.card_lookup_id,
		})),
	);
};
