import {
	type Accepted,
	AccountRefused,
	type AccountSecrets,
	type InquiryRequest,
	type Outcome,
	type ProcessorAdapter,
	type ProcessorRequest,
	WebhookRefused,
} from "@cardseal/vault";
import { declined, numbersOf } from "@cardseal/vault/processors";
import type { Bridge } from "./bridge.ts";
import type { Connector } from "./connector.ts";
import { jsonOf } from "./http.ts";
import { partsOfRefundId } from "./ids.ts";
import type { Result } from "./messages.ts";
import {
	cannotTell,
	inquiryResultOf,
	isAccountRefused,
	OutcomeUnknown,
	openStatuses,
	outcomeOf,
	outcomeOfEvent,
	type Requested,
} from "./outcomes.ts";
import { type Asked, chargeOf, hasCents, inquiryOf, lookupOf, modificationOf } from "./requests.ts";

/** The limit of one HTTP request. Processors wait up to half a minute for slow card networks. */
const timeoutMs = 30_000;

/**
 * After it, a request that did not arrive never does. A refund may look its original up first; each of the two may wait for a crashed
 * child to start again, for its answer, and for what a network holds back.
 */
const maximumDelayMs = 6 * timeoutMs;

const webhookTimeoutMs = 5_000;

export interface AdapterOptions {
	bridge: Bridge;
	/** Another process, for webhooks: strangers send their bodies, so one that crashes or blocks it must not touch a charge. */
	webhookBridge: Bridge;
	timeoutMs?: number;
	/** Replaces the connector's address, for tests against a simulator. */
	baseUrl?: string;
}

export function createAdapter(connector: Connector, options: AdapterOptions): ProcessorAdapter {
	const { idempotencyHeader } = connector;
	const callOf = (asked: Asked, account: AccountSecrets) => ({
		...asked,
		hasSecurityCode: connector.mayBeSigned === true || asked.hasSecurityCode !== false,
		connector: connector.library,
		config: { ...configOf(connector, account), baseUrl: options.baseUrl ?? connector.baseUrl(account) },
		headers: {},
	});
	const ask = (asked: Asked, account: AccountSecrets, reference?: string): Promise<Result> =>
		options.bridge.call({
			...callOf(asked, account),
			headers: idempotencyHeader === undefined || reference === undefined ? {} : { [idempotencyHeader]: reference },
			timeoutMs: options.timeoutMs ?? timeoutMs,
		});
	const read: Ask = (asked, account) =>
		options.webhookBridge.call({ ...callOf(asked, account), timeoutMs: webhookTimeoutMs });

	async function askAbout(request: ProcessorRequest, account: AccountSecrets): Promise<Asked> {
		if ("card" in request) return chargeOf(connector, request, numbersOf(request.card));
		const { processorTransactionId: id } = request.original;
		if (request.operation !== "refund" || connector.featureDataOf === undefined || id === null) {
			return modificationOf(request);
		}
		const found = await ask(lookupOf(id, request.original.amountCents, request.currency), account);
		return modificationOf(request, "answer" in found ? connector.featureDataOf(found.answer.body) : undefined);
	}

	async function submit(request: ProcessorRequest, account: AccountSecrets): Promise<Outcome | Accepted> {
		const requested = requestedOf(request);
		if (requested.originalId === null) return originalWithoutId;
		if (!hasCents(request.currency)) {
			return outcomeOf(connector, requested, { failure: { isUnsent: true, code: "CURRENCY_WITHOUT_CENTS" } });
		}
		const asked = await askAbout(request, account);
		const result = await ask(asked, account, request.reference);
		const secrets = connector.fields.flatMap(({ name, isSecret }) => (isSecret ? (account[name] ?? []) : []));
		if ("card" in request) secrets.push(numbersOf(request.card).number);
		return withoutSecrets(outcomeOf(connector, requested, result), secrets);
	}

	return {
		name: connector.name,
		title: connector.title,
		fields: connector.fields.map(({ config: _, isPlain: __, ...field }) => field),
		maximumDelayMs,

		...(connector.isTest && { isTest: connector.isTest }),

		submit,

		async inquire(request: InquiryRequest, account) {
			const asked = inquiryOf(connector, request);
			if (asked === undefined) return cannotTell;
			return inquiryResultOf(connector, inquiredOf(request), await ask(asked, account));
		},

		...(connector.webhook && { readWebhook: createWebhookReader(connector, connector.webhook, read) }),

		async verify(account) {
			const { flow, connectorTransactionId } = connector.harmless;
			const request = {
				connectorTransactionId,
				merchantVoidId: "verify",
				amount: { minorAmount: 100, currency: "USD" },
			};
			const result = await ask({ flow, request }, account);
			if (isAccountRefused(connector, result)) {
				throw new AccountRefused(`${connector.title} refuses this account. Check its credentials.`);
			}
			if ("failure" in result) throw new Error(`${connector.title} did not answer: ${result.failure.code}.`);
			const { status } = result.answer;
			if (openStatuses.has(status)) throw new Error(`${connector.title} did not answer: HTTP ${status}.`);
		},
	};
}

/** Only an original that was resolved by hand has no id of the processor. Nothing was sent. */
const originalWithoutId = declined(
	"hard",
	"not_permitted",
	"The processor's id of the original is not known. Do this in the processor's dashboard.",
);

/** The process did not read the webhook; it may the next time. */
const notReadCodes = new Set(["CRASHED", "NOT_STARTED"]);

type Ask = (asked: Asked, account: AccountSecrets) => Promise<Result>;

/** The library checks the signature and says what happened, the connector which of our requests it is about. */
function createWebhookReader(
	connector: Connector,
	{ secretField, eventOf }: NonNullable<Connector["webhook"]>,
	read: Ask,
): NonNullable<ProcessorAdapter["readWebhook"]> {
	return async ({ headers, body }, account) => {
		const secret = account[secretField];
		if (!secret) throw new WebhookRefused(`${connector.title}: the account has no ${secretField}.`);
		const request = {
			requestDetails: {
				method: "HTTP_METHOD_POST",
				headers: { ...headers },
				body: Buffer.from(body).toString("base64"),
			},
			webhookSecrets: { secret },
		};
		const result = await read({ flow: "handle_event", request }, account);
		if ("failure" in result) {
			const { code } = result.failure;
			if (notReadCodes.has(code)) throw new Error(`${connector.title}: the webhook is not read: ${code}.`);
			throw new WebhookRefused(`${connector.title}: the webhook is not understood: ${code}.`);
		}
		const { response } = result.answer;
		if (response.sourceVerified !== true) {
			throw new WebhookRefused(`${connector.title}: the webhook's signature is wrong.`);
		}
		const event = eventOf(jsonOf(body));
		const outcome = event && outcomeOfEvent(event, response);
		if (event === undefined || outcome === undefined) return [];
		return [{ id: event.id, kind: "outcome", reference: event.reference, operation: event.operation, outcome }];
	};
}

function requestedOf(request: ProcessorRequest): Requested {
	if ("card" in request) return { operation: request.operation, reference: request.reference };
	return { operation: request.operation, originalId: request.original.processorTransactionId };
}

/** Shorter ones occur in answers by chance. */
const shortestSecret = 8;

/**
 * Leaves out what a processor repeats of a request: records show its message, code and id.
 *
 * @throws OutcomeUnknown when an approval has a secret for an id
 */
function withoutSecrets<Answer extends Outcome | Accepted>(answer: Answer, secrets: string[]): Answer {
	const told = JSON.stringify(answer);
	if (!secrets.some((secret) => secret.length >= shortestSecret && told.includes(secret))) return answer;
	if (answer.result !== "declined") throw new OutcomeUnknown("The outcome is unknown: the answer repeats the request.");
	const message = "The processor's message is left out.";
	return { ...answer, message, issuerCode: undefined, processorTransactionId: "" };
}

/** A refund's id names its original as well. */
function inquiredOf({ operation, processorTransactionId }: InquiryRequest): Requested {
	if (operation !== "refund") return { operation };
	return { operation, originalId: partsOfRefundId(processorTransactionId ?? "").connectorTransactionId };
}

function configOf({ fields }: Connector, account: AccountSecrets) {
	const given = fields.flatMap(({ name, config, isPlain }) => {
		const value = account[name];
		return config === undefined || value === undefined ? [] : [[config, isPlain ? value : { value }] as const];
	});
	return Object.fromEntries(given);
}
