import {
	type Accepted,
	type AccountSecrets,
	type ActionNeeded,
	type ChargeRequest,
	type ModificationRequest,
	type Outcome,
	type ProcessorAdapter,
	withoutSecrets,
} from "@cardseal/vault";
import { declined, numbersOf, requestRefused } from "@cardseal/vault/processors";
import {
	declineOfCharge,
	declineOfModification,
	notPermitted,
	outcomeOfCapture,
	outcomeOfRefund,
	outcomeOfVoid,
	readIntent,
	readRefund,
	readSetup,
	referenceOf,
} from "./answers.ts";
import { ask, type Client, createClient, type Refusal } from "./client.ts";
import { acceptDispute, sendEvidence } from "./disputes.ts";
import { readEvents, readWebhook } from "./events.ts";
import { abandon, decideIntent, decideSetup, inquire, originalIdOf, retrieveIntent } from "./find.ts";
import { listRequests } from "./list.ts";
import {
	captureParamsOf,
	intentParamsOf,
	isTakenByStripe,
	keyed,
	metadataNames,
	refundParamsOf,
	setupParamsOf,
} from "./requests.ts";
import { verify } from "./verify.ts";

export interface StripeOptions {
	url: string;
	timeLimitMs?: number;
	maximumDelayMs?: number;
}

export function createStripe(options: StripeOptions): ProcessorAdapter {
	const { timeLimitMs = 40_000, maximumDelayMs = 5 * 60_000 } = options;
	const clientOf = (account: AccountSecrets) => createClient({ url: options.url, timeLimitMs }, account);

	return {
		name: "stripe",
		title: "Stripe",
		fields: [
			{ name: "account_id", label: "Account ID", isSecret: false, isIdentity: true },
			{ name: "secret_key", label: "Secret key", isSecret: true },
			{ name: "webhook_secret", label: "Webhook signing secret", isSecret: true, isOptional: true },
		],
		maximumDelayMs,
		at: (origin) => createStripe({ ...options, url: origin }),

		// https://docs.stripe.com/keys: secret and restricted keys, and those of organizations.
		isTest: ({ secret_key: key = "" }) => /^[a-z]+_(?:org_)?test_/.test(key),

		async submit(request, account) {
			const client = clientOf(account);
			if ("original" in request) return modify(client, request);
			const { number } = numbersOf(request.card);
			const outcome = await (request.operation === "verification"
				? verifyCard(client, request)
				: charge(client, request));
			// Stripe's messages may repeat what was sent. The vault removes the other secrets.
			return "message" in outcome ? { ...outcome, message: withoutSecrets(outcome.message, [number]) } : outcome;
		},

		// The intent itself tells what became of the payer: what the browser brings back is not read.
		authentication: {
			complete: async (request, _returned, account) => inquire(clientOf(account), request),
			abandon: async (request, account) => abandon(clientOf(account), request),
		},

		takesMadeAuthentication: true,

		inquire: async (request, account) => inquire(clientOf(account), request),

		verify: async (account) => verify(clientOf(account), account),

		events: async (cursor, account) => readEvents(clientOf(account), cursor),

		listRequests: async (period, cursor, account) => listRequests(clientOf(account), period, cursor),

		webhookPlace: "Workbench › Webhooks",

		readWebhook: async (request, account) => readWebhook(clientOf(account), request, account),

		acceptDispute: async (disputeId, account) => acceptDispute(clientOf(account), disputeId),

		sendEvidence: async (disputeId, evidence, account) => sendEvidence(clientOf(account), disputeId, evidence),
	};
}

const partsMissing =
	"Stripe takes the result of a 3-D Secure authentication only with cavv and ds_transaction_id. Nothing was sent. Send both, or three_d_secure: auto.";
const idUnknown = "Stripe's id of the charge is not known here, so nothing was sent. Use the Stripe dashboard.";

type ChargeAnswer = Outcome | Accepted | ActionNeeded;

async function charge(client: Client, request: ChargeRequest): Promise<ChargeAnswer> {
	const { authentication } = request;
	if (authentication?.when === "made" && !isTakenByStripe(authentication.result)) return requestRefused(partsMissing);
	const asked = await ask(client.stripe.paymentIntents.create(intentParamsOf(request), keyed("charge", request)));
	if ("refusal" in asked) return declinedCharge(client, request, asked.refusal);
	const intent = readIntent(asked.answer);
	if (referenceOf(intent) !== request.reference) throw new Error("Stripe answered about another reference.");
	return sent(await decideIntent(client, intent));
}

/** Only the intent tells the AVS and CVV results of a decline. */
async function declinedCharge(client: Client, { reference }: ChargeRequest, refusal: Refusal): Promise<ChargeAnswer> {
	if (refusal.type !== "card_error" || refusal.intentId === undefined) return declineOfCharge(refusal);
	const intent = await retrieveIntent(client, refusal.intentId).catch(() => undefined);
	if (intent === undefined || referenceOf(intent) !== reference) return declineOfCharge(refusal);
	return sent(await decideIntent(client, intent));
}

async function verifyCard(client: Client, request: ChargeRequest): Promise<ChargeAnswer> {
	const asked = await ask(client.stripe.setupIntents.create(setupParamsOf(request), keyed("charge", request)));
	if ("refusal" in asked) return declineOfCharge(asked.refusal);
	const setup = readSetup(asked.answer);
	if (referenceOf(setup) !== request.reference) throw new Error("Stripe answered about another reference.");
	return sent(await decideSetup(client, setup));
}

function sent(outcome: ChargeAnswer | { result: "not_received" }): ChargeAnswer {
	if (outcome.result === "not_received") throw new Error("Stripe ended the payment without a reason.");
	return outcome;
}

async function modify(client: Client, request: ModificationRequest): Promise<Outcome | Accepted> {
	const id = await originalIdOf(client, request.original);
	if (id === undefined) return declined("soft", "not_received", idUnknown);
	const modifications = { capture, refund, void: cancel };
	return modifications[request.operation](client, request, id);
}

async function capture({ stripe }: Client, request: ModificationRequest, id: string): Promise<Outcome | Accepted> {
	const asked = await ask(stripe.paymentIntents.capture(id, captureParamsOf(request), keyed("capture", request)));
	if ("refusal" in asked) return declineOfModification("capture", id, asked.refusal);
	const intent = readIntent(asked.answer);
	const isOurs = intent.id === id && intent.metadata?.[metadataNames.capture] === request.reference;
	if (!isOurs) throw new Error("Stripe answered about another reference.");
	if (intent.status === "processing") return { result: "accepted", processorTransactionId: id };
	if (intent.status !== "succeeded") throw new Error("Stripe did not capture, and did not refuse it.");
	return outcomeOfCapture(intent);
}

async function refund({ stripe }: Client, request: ModificationRequest, id: string): Promise<Outcome | Accepted> {
	const asked = await ask(stripe.refunds.create(refundParamsOf(request, id), keyed("refund", request)));
	if ("refusal" in asked) return declineOfModification("refund", id, asked.refusal);
	const refunded = readRefund(asked.answer);
	if (referenceOf(refunded) !== request.reference) throw new Error("Stripe answered about another reference.");
	return outcomeOfRefund(refunded);
}

/** Stripe cancels no sale, and a refund in its place would be another movement of money. */
async function cancel({ stripe }: Client, request: ModificationRequest, id: string): Promise<Outcome | Accepted> {
	if (request.original.operation !== "authorization") return notPermitted("void", id);
	const params = { cancellation_reason: "requested_by_customer", expand: ["latest_charge"] };
	const asked = await ask(stripe.paymentIntents.cancel(id, params, keyed("void", request)));
	if ("refusal" in asked) return declineOfModification("void", id, asked.refusal);
	const intent = readIntent(asked.answer);
	if (intent.id !== id || intent.status !== "canceled") throw new Error("Stripe did not cancel the authorization.");
	return outcomeOfVoid(intent);
}
