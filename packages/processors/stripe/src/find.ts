import type { Inquiry, InquiryRequest } from "@cardseal/vault";
import { unknown } from "@cardseal/vault/processors";
import type Stripe from "stripe";
import { z } from "zod";
import {
	type Intent,
	mayAuthenticate,
	notPermitted,
	type Open,
	outcomeOfCapture,
	outcomeOfIntent,
	outcomeOfRefund,
	outcomeOfSetup,
	outcomeOfVoid,
	readIntent,
	readRefund,
	readSetup,
	referenceOf,
	type Setup,
	unauthenticated,
} from "./answers.ts";
import { ask, type Client, read } from "./client.ts";
import { metadataNames } from "./requests.ts";

const pageSize = 100;

/** 50,000 objects; a list that is longer decides nothing. */
const maximumPages = 500;

const pageSchema = z.object({
	data: z.array(z.looseObject({ id: z.string().min(1), metadata: z.record(z.string(), z.string()).nullish() })),
	has_more: z.boolean(),
});

type Listed = z.infer<typeof pageSchema>["data"][number];

type ListPage = (paging: Stripe.PaginationParams) => Promise<unknown>;

function parsePage(body: unknown): z.infer<typeof pageSchema> {
	const page = pageSchema.safeParse(body);
	if (!page.success) throw new Error("Stripe's list is not understood.");
	return page.data;
}

export async function readPage(list: Promise<unknown>): Promise<z.infer<typeof pageSchema>> {
	return parsePage(await read(list));
}

/** https://docs.stripe.com/api/pagination: newest first. Lists, unlike searches, have everything that exists. */
async function findListed(list: ListPage, reference: string): Promise<Listed | undefined> {
	let after: string | undefined;
	for (let pages = 0; pages < maximumPages; pages++) {
		const page = await readPage(list({ limit: pageSize, ...(after !== undefined && { starting_after: after }) }));
		const found = page.data.find((one) => referenceOf(one) === reference);
		if (found !== undefined || !page.has_more) return found;
		after = page.data.at(-1)?.id;
		if (after === undefined) throw new Error("Stripe's list has an empty page.");
	}
	throw new Error("Stripe's list is too long.");
}

const marginMs = 60 * 60_000;

/** Smaller differences of clocks are within the margin. */
const smallestSkewMs = 5 * 60_000;

/** Finds a charge or verification by its reference, within an hour of its time by our clock and by Stripe's. */
async function findCreated(
	client: Client,
	list: (params: Stripe.PaginationParams & { created: Stripe.RangeQueryParam }) => Promise<unknown>,
	{ reference, requestedAt }: InquiryRequest,
): Promise<Listed | undefined> {
	const findAround = (time: number) => {
		const created = { gte: Math.floor((time - marginMs) / 1000), lte: Math.ceil((time + marginMs) / 1000) };
		return findListed((paging) => list({ created, ...paging }), reference);
	};
	const found = await findAround(requestedAt);
	if (found !== undefined || Math.abs(client.skewMs()) < smallestSkewMs) return found;
	return findAround(requestedAt + client.skewMs());
}

export async function retrieveIntent({ stripe }: Pick<Client, "stripe">, id: string): Promise<Intent> {
	const intent = readIntent(await read(stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] })));
	if (intent.id !== id) throw new Error("Stripe answered about another payment.");
	return intent;
}

async function retrieveSetup({ stripe }: Client, id: string): Promise<Setup> {
	return readSetup(await read(stripe.setupIntents.retrieve(id, { expand: ["latest_attempt"] })));
}

const isWaiting = ({ status }: Pick<Intent, "status">) => status === "requires_action";

export async function decideIntent(client: Client, intent: Intent) {
	const outcome = outcomeOfIntent(intent);
	return outcome.result === "open" ? endIntent(client, intent) : outcome;
}

/** After the cancellation it can never be paid. It is refused if the intent ended meanwhile. */
async function endIntent(client: Client, intent: Intent) {
	const reason = isWaiting(intent) || mayAuthenticate(intent) ? unauthenticated : "requested_by_customer";
	const params = { cancellation_reason: reason, expand: ["latest_charge"] };
	const asked = await ask(client.stripe.paymentIntents.cancel(intent.id, params));
	if ("answer" in asked) {
		const canceled = readIntent(asked.answer);
		const error = canceled.last_payment_error ?? intent.last_payment_error;
		return decided(outcomeOfIntent({ ...canceled, last_payment_error: error }));
	}
	const { status, code } = asked.refusal;
	if (code !== "payment_intent_unexpected_state") throw new Error(`Stripe refuses to cancel the payment (${status}).`);
	return decided(outcomeOfIntent(await retrieveIntent(client, intent.id)));
}

/** Ends a charge whose payer did not come back, unless it has an end. */
export async function abandon(client: Client, request: InquiryRequest): Promise<Inquiry> {
	const intent = await findOwnIntent(client, request);
	if (intent === undefined) return { result: "not_received" };
	const outcome = outcomeOfIntent(intent);
	return outcome.result === "open" || outcome.result === "action" ? endIntent(client, intent) : outcome;
}

export async function decideSetup(client: Client, setup: Setup) {
	const outcome = outcomeOfSetup(setup);
	if (outcome.result !== "open") return outcome;
	const reason = setup.status === "requires_action" ? unauthenticated : "requested_by_customer";
	const params = { cancellation_reason: reason, expand: ["latest_attempt"] };
	return decided(outcomeOfSetup(readSetup(await read(client.stripe.setupIntents.cancel(setup.id, params)))));
}

function decided<Outcome extends { result: string }>(outcome: Outcome | Open): Exclude<Outcome, Open> {
	if (outcome.result === "open") throw new Error("Stripe left a canceled payment open.");
	return outcome as Exclude<Outcome, Open>;
}

/**
 * Finds an intent of any time. A search may be a minute late, or more, and some countries have none.
 * https://docs.stripe.com/search
 */
async function searchIntentId({ stripe }: Client, reference: string): Promise<string | undefined> {
	const query = `metadata['${metadataNames.reference}']:'${reference.replace(/[\\']/g, "\\$&")}'`;
	const asked = await ask(stripe.paymentIntents.search({ query, limit: 10 }));
	if ("refusal" in asked) return undefined;
	return parsePage(asked.answer).data.find((one) => referenceOf(one) === reference)?.id;
}

export async function originalIdOf(
	client: Client,
	{ reference, processorTransactionId }: { reference: string; processorTransactionId: string | null },
): Promise<string | undefined> {
	return processorTransactionId ?? (await searchIntentId(client, reference));
}

export async function inquire(client: Client, request: InquiryRequest): Promise<Inquiry> {
	switch (request.operation) {
		case "sale":
		case "authorization":
			return inquireCharge(client, request);
		case "verification":
			return inquireVerification(client, request);
		default:
			return inquireModification(client, request, request.operation);
	}
}

async function inquireCharge(client: Client, request: InquiryRequest): Promise<Inquiry> {
	const intent = await findOwnIntent(client, request);
	return intent === undefined ? { result: "not_received" } : decideIntent(client, intent);
}

async function findOwnIntent(client: Client, request: InquiryRequest): Promise<Intent | undefined> {
	const { reference, processorTransactionId: id } = request;
	const intent = id === null ? await findIntent(client, request) : await retrieveIntent(client, id);
	if (intent !== undefined && referenceOf(intent) !== reference) {
		throw new Error("Stripe answered about another reference.");
	}
	return intent;
}

async function findIntent(client: Client, request: InquiryRequest): Promise<Intent | undefined> {
	const { paymentIntents } = client.stripe;
	const expand = ["data.latest_charge"];
	const listed = await findCreated(client, (params) => paymentIntents.list({ expand, ...params }), request);
	if (listed !== undefined) return readIntent(listed);
	// Our clock may have been set since.
	const searched = await searchIntentId(client, request.reference);
	return searched === undefined ? undefined : retrieveIntent(client, searched);
}

async function inquireVerification(client: Client, request: InquiryRequest): Promise<Inquiry> {
	const { reference, processorTransactionId: id } = request;
	const setup = id === null ? await findSetup(client, request) : await retrieveSetup(client, id);
	if (setup === undefined) return { result: "not_received" };
	if (referenceOf(setup) !== reference) throw new Error("Stripe answered about another reference.");
	return decideSetup(client, setup);
}

async function findSetup(client: Client, request: InquiryRequest): Promise<Setup | undefined> {
	const { setupIntents } = client.stripe;
	const expand = ["data.latest_attempt"];
	const listed = await findCreated(client, (params) => setupIntents.list({ expand, ...params }), request);
	return listed && readSetup(listed);
}

/** The original tells what became of it. */
async function inquireModification(
	client: Client,
	request: InquiryRequest,
	operation: "capture" | "refund" | "void",
): Promise<Inquiry> {
	const id = request.original === null ? undefined : await originalIdOf(client, request.original);
	if (id === undefined) {
		return unknown("Stripe's id of the original charge is not known here.", false);
	}
	if (operation === "refund") {
		const list: ListPage = (paging) => client.stripe.refunds.list({ payment_intent: id, ...paging });
		const found = await findListed(list, request.reference);
		if (found !== undefined) return outcomeOfRefund(readRefund(found));
	}
	const intent = await retrieveIntent(client, id);
	if (operation === "capture" && intent.metadata?.[metadataNames.capture] === request.reference) {
		return intent.status === "succeeded"
			? outcomeOfCapture(intent)
			: { result: "accepted", processorTransactionId: intent.id };
	}
	if (operation === "void" && isVoided(intent)) return outcomeOfVoid(intent);
	return isPossible(operation, request.amountCents, intent)
		? { result: "not_received" }
		: notPermitted(operation, intent.id);
}

/** By us or in the dashboard, not by Stripe after some days. */
function isVoided({ status, cancellation_reason, latest_charge }: Intent): boolean {
	return (
		status === "canceled" && cancellation_reason === "requested_by_customer" && latest_charge?.status === "succeeded"
	);
}

function isPossible(operation: "capture" | "refund" | "void", amountCents: number, intent: Intent): boolean {
	const { status, amount_capturable, latest_charge: charge } = intent;
	if (operation === "void") return status === "requires_capture";
	if (operation === "capture") return status === "requires_capture" && amountCents <= amount_capturable;
	const left = (charge?.amount_captured ?? 0) - (charge?.amount_refunded ?? 0);
	return status === "succeeded" && amountCents <= left;
}
