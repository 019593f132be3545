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

const endpoints = [
	{ operation: "sale", path: "/transaction-service/sale", name: "Sale", verb: "Charge" },
	{
		operation: "authorization",
		path: "/transaction-service/authorize",
		name: "Authorization",
		verb: "Hold an amount on",
	},
] as const;

export function chargeRoutes(app: OpenAPIHono<GatewayEnv>, payments: Payments, admission: Admission): void {
	const declared = { admitted: admission.withBody("transaction", "charge"), approved: "Approved" };
	const givenCard = { ...declared, body: chargeRequestSchema };
	for (const { operation, path, name, verb } of endpoints) {
		moneyRoute(
			app,
			payments,
			{ ...givenCard, operationId: `create${name}`, path, summary: `${verb} a card` },
			chargeSteps(payments, operation, () => ({ kind: "given" })),
		);
		moneyRoute(
			app,
			payments,
			{
				...declared,
				operationId: `create${name}ForCustomer`,
				path: `${path}/customer/{customer_lookup_id}`,
				summary: `${verb} a customer's default card, or a new one`,
				description:
					"With a card or a token in the body, that card is charged, and stored on the customer if the charge is approved. " +
					"Without one, the customer's default card is charged. Details missing in the request are taken from the customer.",
				params: customerParams,
				body: customerChargeRequestSchema,
			},
			chargeSteps(payments, operation, ({ params: { customer_lookup_id: customerLookupId }, body }) => ({
				kind: hasCardSource(body) ? "new" : "default",
				customerLookupId,
			})),
		);
		moneyRoute(
			app,
			payments,
			{
				...declared,
				operationId: `create${name}WithStoredCard`,
				path: `${path}/customer/{customer_lookup_id}/card/{card_lookup_id}`,
				summary: `${verb} a stored card`,
				description: "Details missing in the request are taken from the customer.",
				params: cardParams,
				body: storedCardChargeRequestSchema,
			},
			chargeSteps(payments, operation, ({ params }) => ({
				kind: "stored",
				customerLookupId: params.customer_lookup_id,
				cardLookupId: params.card_lookup_id,
			})),
		);
	}
	const [{ operation, path }] = endpoints;
	const alias = { operationId: "createSaleWithToken", path: `${path}/token`, aliasOf: path, summary: "Charge a card" };
	const steps = chargeSteps(payments, operation, () => ({ kind: "given" }));
	moneyRoute(app, payments, { ...givenCard, ...alias }, steps);
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
