import { type Admission, defaultCurrency, type Merchant } from "@cardseal/merchants";
import { lineOfText, paymentFailure, paymentFailureFields, reasonSchema } from "@cardseal/platform";
import {
	callerOf,
	changesOf,
	helpOf,
	helpSchemas,
	locationHeader,
	merchantErrors,
	setLocation,
} from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { declineCodes } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { payerAddressFields } from "../card-testing/payer-address.ts";
import { customerAnswer, customerParams } from "../customer.route.ts";
import { getCustomer } from "../customer.ts";
import { type CustomerRecord, customerSchema } from "../customer-record.ts";
import type { Customer } from "../tables.ts";
import { addCard } from "./add-card.ts";
import { cardSourceFields, oneCardSource, requireOneCardSource } from "./card-source.ts";
import { type CardsContext, deleteCard, type IsCardInUse } from "./cards.ts";
import { changeCard } from "./change-card.ts";
import type { VerificationRefusal } from "./verify-card.ts";

const descriptionFields = {
	is_default: z.boolean("Send true or false.").optional(),
	card_description: lineOfText.nullable().optional().openapi({ description: "Your own label; null clears it" }),
};

const addSchema = z
	.object({
		...cardSourceFields,
		...payerAddressFields,
		...descriptionFields,
		currency: z
			.unknown()
			.optional()
			.openapi({
				type: "string",
				description: `The currency of later charges: its account verifies the card. Another text than an enabled currency is ignored. Default: ${defaultCurrency}`,
			}),
	})
	.superRefine(requireOneCardSource)
	.openapi("AddCardRequest", oneCardSource);

const changeSchema = z
	.object({
		...descriptionFields,
		card_expiry_month: cardSourceFields.card_expiry_month,
		card_expiry_year: cardSourceFields.card_expiry_year,
	})
	.openapi("ChangeCardRequest");

const addedCardSchema = customerSchema
	.extend({ card_lookup_id: z.string().openapi({ description: "The card that this request stored" }) })
	.openapi("CustomerWithNewCard");

/** The response when the processor refused a card; nothing was stored. */
const refusedCardSchema = z
	.object({
		...paymentFailureFields,
		reason: reasonSchema.extract(["declined"]),
		decline_code: z
			.enum(declineCodes)
			.nullable()
			.openapi({ description: "As in a declined transaction; `null` when the processor did not answer in time" }),
		...helpSchemas,
	})
	.openapi("RefusedCard");

export const cardParams = customerParams.extend({
	card_lookup_id: z.string().openapi({ description: "The card's lookup_id", example: "Zx8cV7bN6mK5jH4gF3dS" }),
});

const path = "/customer-service/customer/{customer_lookup_id}/card";

export interface CardRouteOptions {
	cards: CardsContext;
	admission: Admission;
	isCardInUse: IsCardInUse;
	recordOf(customer: Customer): Promise<CustomerRecord>;
}

export function cardRoutes(app: OpenAPIHono<GatewayEnv>, options: CardRouteOptions): void {
	addRoute(app, options);
	changeRoute(app, options);
	deleteRoute(app, options);
}

async function answerFor({ cards, recordOf }: CardRouteOptions, merchant: Merchant, lookupId: string) {
	return recordOf(await getCustomer(cards.database, merchant, lookupId));
}

function addRoute(app: OpenAPIHono<GatewayEnv>, options: CardRouteOptions): void {
	const { cards, admission } = options;
	const route = createRoute({
		method: "post",
		operationId: "createCard",
		path,
		tags: ["Customers"],
		summary: "Store a card on a customer",
		description:
			"The processor verifies the card without an amount; a refused one is not stored. The first card is the default, and " +
			"so is one with `is_default`. " +
			"A number that the customer already has stays one card, with its `lookup_id`: it gets the new expiry date, and the " +
			"description if there is one.",
		...admission.withBody("customer", "cards.write"),
		request: {
			params: customerParams,
			body: { required: true, content: { "application/json": { schema: addSchema } } },
		},
		responses: {
			200: {
				description: "The whole customer, and the new card's lookup_id",
				headers: locationHeader,
				content: { "application/json": { schema: addedCardSchema } },
			},
			402: {
				description: "The processor refused the card; nothing was stored",
				content: { "application/json": { schema: refusedCardSchema } },
			},
			...merchantErrors(400, 401, 403, 404, 413, 415),
		},
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const { customer_lookup_id: lookupId } = context.req.valid("param");
		const added = await addCard(cards, context.get("access"), lookupId, context.req.valid("json"), callerOf(context));
		if ("refusal" in added) return context.json(refused(added.refusal, "The card was not stored.", context), 402);
		const { cardLookupId: card_lookup_id } = added;
		setLocation(context, `/customer-service/customer/${lookupId}/card/${card_lookup_id}`);
		return context.json({ ...(await answerFor(options, merchant, lookupId)), card_lookup_id }, 200);
	});
}

function refused(
	{ reason, declineCode }: VerificationRefusal,
	effect: string,
	context: Context<GatewayEnv>,
): z.infer<typeof refusedCardSchema> {
	context.set("reason", "declined");
	const failure = paymentFailure("declined", `${reason} ${effect}`);
	return { ...failure, decline_code: declineCode, ...helpOf(context, failure.reason) };
}

function changeRoute(app: OpenAPIHono<GatewayEnv>, options: CardRouteOptions): void {
	const { cards, admission } = options;
	const route = createRoute({
		method: "patch",
		operationId: "changeCard",
		path: `${path}/{card_lookup_id}`,
		tags: ["Customers"],
		summary: "Make a card the default, describe it, or change its expiry date",
		description:
			"The processor verifies the card with a new expiry date, without an amount; if it refuses, nothing changes. A part of the " +
			"date that is left out stays.",
		...admission.withBody("customer", "cards.write"),
		request: {
			params: cardParams,
			body: { required: true, content: { "application/json": { schema: changesOf(changeSchema) } } },
		},
		responses: {
			200: customerAnswer,
			402: {
				description: "The processor refused the card; nothing was changed",
				content: { "application/json": { schema: refusedCardSchema } },
			},
			...merchantErrors(400, 401, 403, 404, 413, 415),
		},
	});
	app.openapi(route, async (context) => {
		const access = context.get("access");
		const { merchant } = access;
		const { customer_lookup_id: customerLookupId, card_lookup_id: cardLookupId } = context.req.valid("param");
		const card = { customerLookupId, cardLookupId };
		const refusal = await changeCard(cards, access, card, context.req.valid("json"), callerOf(context));
		if (refusal !== undefined) return context.json(refused(refusal, "The card was not changed.", context), 402);
		return context.json(await answerFor(options, merchant, customerLookupId), 200);
	});
}

function deleteRoute(app: OpenAPIHono<GatewayEnv>, options: CardRouteOptions): void {
	const { cards, admission } = options;
	const route = createRoute({
		method: "delete",
		operationId: "deleteCard",
		path: `${path}/{card_lookup_id}`,
		tags: ["Customers"],
		summary: "Delete a card",
		description:
			"Its number is deleted at once. If it was the default, the newest other card becomes the default. A card that a " +
			"subscription charges cannot be deleted until that is cancelled or has another card.",
		...admission.withoutBody("customer", "cards.write"),
		request: { params: cardParams },
		responses: { 200: customerAnswer, ...merchantErrors(401, 403, 404, 409) },
	});
	app.openapi(route, async (context) => {
		const { merchant } = context.get("access");
		const { customer_lookup_id: customerLookupId, card_lookup_id: cardLookupId } = context.req.valid("param");
		const { isCardInUse } = options;
		await deleteCard({ ...cards, isCardInUse }, merchant, { customerLookupId, cardLookupId }, callerOf(context));
		return context.json(await answerFor(options, merchant, customerLookupId), 200);
	});
}
