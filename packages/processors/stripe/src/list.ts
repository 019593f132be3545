import type { ListedRequest, Period, RequestPage } from "@cardseal/vault";
import type Stripe from "stripe";
import {
	type Card,
	type Intent,
	outcomeOfCapture,
	outcomeOfIntent,
	outcomeOfRefund,
	outcomeOfVoid,
	readIntent,
	readRefund,
	referenceOf,
} from "./answers.ts";
import type { Client } from "./client.ts";
import { eventSchema } from "./events.ts";
import { readPage, retrieveIntent } from "./find.ts";
import { metadataNames, voidReferenceOf } from "./requests.ts";

/** Extended authorizations are captured within 30 days. */
const longestHoldMs = 31 * 24 * 60 * 60 * 1000;

const kinds = ["intents", "refunds", "voids"] as const;

type Kind = (typeof kinds)[number];

/** Lists intents, which include captures, then refunds, and the last 30 days' voids; no verifications, which move nothing. */
export async function listRequests(client: Client, period: Period, cursor: string | undefined): Promise<RequestPage> {
	const [kind = "intents", after] = (cursor ?? "intents").split(":") as [Kind, string?];
	const { requests, last } = await listKind(client, kind, period, after);
	if (last !== undefined) return { requests, cursor: `${kind}:${last}` };
	return { requests, cursor: kinds[kinds.indexOf(kind) + 1] };
}

async function listKind({ stripe }: Client, kind: Kind, { from, to }: Period, after: string | undefined) {
	const since = (ms: number) => ({ gte: Math.max(0, Math.floor(ms / 1000)), lte: Math.ceil(to / 1000) });
	const paging = { limit: 100, ...(after !== undefined && { starting_after: after }) };
	const created = since(from);
	const list: Record<Kind, () => Promise<unknown>> = {
		intents: () =>
			stripe.paymentIntents.list({
				created: since(from - longestHoldMs),
				expand: ["data.latest_charge", "data.latest_charge.balance_transaction"],
				...paging,
			}),
		refunds: () => stripe.refunds.list({ created, ...paging }),
		voids: () => stripe.events.list({ created, type: "payment_intent.canceled", ...paging }),
	};
	const { data, has_more } = await readPage(list[kind]());
	const requests: ListedRequest[] = [];
	for (const item of data) requests.push(...(await readers[kind](item, stripe)));
	return { requests, last: has_more ? data.at(-1)?.id : undefined };
}

type Item = { id: string; metadata?: Record<string, string> | null | undefined };

const readers: Record<Kind, (item: Item, stripe: Stripe) => ListedRequest[] | Promise<ListedRequest[]>> = {
	intents: (item) => (referenceOf(item) === undefined ? [] : requestsOfIntent(readIntent(item))),
	refunds: (item) => {
		const reference = referenceOf(item);
		if (reference === undefined) return [];
		const refund = readRefund(item);
		return [
			{
				reference,
				operation: "refund",
				amountCents: refund.amount,
				currency: refund.currency.toUpperCase(),
				happenedAt: refund.created * 1000,
				outcome: outcomeOfRefund(refund),
				originalReference: refund.metadata?.[metadataNames.original] ?? null,
			},
		];
	},
	voids: readVoid,
};

function requestsOfIntent(intent: Intent): ListedRequest[] {
	const { metadata, amount, amount_received, capture_method, created, latest_charge: charge } = intent;
	const reference = referenceOf(intent) ?? "";
	const outcome = outcomeOfIntent(intent);
	const isWaiting = outcome.result === "open" || outcome.result === "action";
	const currency = intent.currency.toUpperCase();
	const isHold = capture_method === "manual";
	const card = cardOf(charge?.payment_method_details?.card);
	const charged: ListedRequest = {
		reference,
		operation: isHold ? "authorization" : "sale",
		amountCents: amount,
		currency,
		happenedAt: created * 1000,
		outcome: isWaiting ? { result: "accepted", processorTransactionId: intent.id } : outcome,
		originalReference: null,
		invoiceId: metadata?.[metadataNames.invoice] ?? null,
		...(card && { card }),
	};
	const capture = metadata?.[metadataNames.capture];
	if (capture === undefined || intent.status !== "succeeded") return [charged];
	const moved = charge?.balance_transaction;
	const captured: ListedRequest = {
		reference: capture,
		operation: "capture",
		amountCents: amount_received,
		currency,
		happenedAt: (typeof moved === "object" && moved !== null ? moved.created : created) * 1000,
		outcome: outcomeOfCapture(intent),
		originalReference: reference,
	};
	return [charged, captured];
}

/** The names of the card's brand as people write them. https://docs.stripe.com/api/charges/object */
const brands: Record<string, string> = {
	amex: "Amex",
	diners: "Diners",
	discover: "Discover",
	jcb: "JCB",
	mastercard: "Mastercard",
	unionpay: "UnionPay",
	visa: "Visa",
};

function cardOf(card: Card) {
	if (!card?.brand || !card.last4 || !card.exp_month || !card.exp_year) return undefined;
	return {
		brand: brands[card.brand] ?? card.brand,
		suffix: card.last4,
		expiryMonth: String(card.exp_month).padStart(2, "0"),
		expiryYear: String(card.exp_year).slice(-2),
	};
}

/** A cancellation has no metadata of its own: its event names our key. */
async function readVoid(item: object, stripe: Stripe): Promise<ListedRequest[]> {
	const event = eventSchema.safeParse(item);
	if (!event.success) throw new Error("Stripe's event is not understood.");
	const { created, request, data } = event.data;
	const reference = voidReferenceOf(request?.idempotency_key);
	if (reference === undefined) return [];
	const intent = await retrieveIntent({ stripe }, data.object.id);
	return [
		{
			reference,
			operation: "void",
			amountCents: intent.amount,
			currency: intent.currency.toUpperCase(),
			happenedAt: created * 1000,
			outcome: outcomeOfVoid(intent),
			originalReference: referenceOf(intent) ?? null,
		},
	];
}
