import { securityCodeOf } from "../cards/card.ts";
import { digitsOf } from "../cards/pan.ts";
import type { ReturnedFields } from "./authentication.ts";
import { checkAnswer, type WrongAnswer } from "./checked-answer.ts";
import { hidingSecrets } from "./hide-secrets.ts";
import type { Answer, Inquiry, InquiryRequest, Processor, ProcessorRequest } from "./processor.ts";
import {
	type DisputeEvidence,
	DisputeRefused,
	type Period,
	type ProcessorEvent,
	type ProcessorEventPage,
	type ProcessorEventSource,
	type RequestPage,
	type RequestSource,
	WebhookRefused,
	type WebhookRequest,
} from "./processor-event.ts";
import type { RequestJournal } from "./request-journal.ts";

export type AccountSecrets = Readonly<Record<string, string>>;

export interface AccountField {
	name: string;
	/** The processor's own word, such as "API key". */
	label: string;
	/** `false` for a value that may be shown again, such as a merchant number. */
	isSecret: boolean;
	isOptional?: boolean;
	/**
	 * `true` for a field that names the account: `verify` proves it, it cannot be changed, and no two merchants have the
	 * same. Without such a field, the required ones together name the account.
	 */
	isIdentity?: boolean;
}

/** The reason holds no secret. Any other error of `verify` is a failure. */
export class AccountRefused extends Error {
	override name = "AccountRefused";
}

/** One kind of processor, with every merchant's account there. */
export interface ProcessorAdapter {
	/** Lower-case letters, digits and hyphens. It never changes. */
	name: string;
	title: string;
	fields: readonly AccountField[];

	/** ms from `submit` to the arrival of its request. */
	maximumDelayMs: number;

	submit(request: ProcessorRequest, account: AccountSecrets): Promise<Answer>;

	/** The end of charges that answer `action`, as `PayerAuthentication`. Absent: `submit` never answers so. */
	authentication?: {
		complete(request: InquiryRequest, returned: ReturnedFields, account: AccountSecrets): Promise<Inquiry>;
		abandon(request: InquiryRequest, account: AccountSecrets): Promise<Inquiry>;
	};

	/** Takes the result of an authentication that the merchant made elsewhere. */
	takesMadeAuthentication?: boolean;

	inquire(request: InquiryRequest, account: AccountSecrets): Promise<Inquiry>;

	/**
	 * Moves no money.
	 *
	 * @throws AccountRefused when the processor refuses the account
	 */
	verify(account: AccountSecrets): Promise<void>;

	/** The same processor at another origin, such as a simulator's. Used for accounts of the test system alone. */
	at?(origin: string): ProcessorAdapter;

	/** True for an account of the processor's test system. Absent when its accounts look the same. */
	isTest?(account: AccountSecrets): boolean;

	/** A published card that the test system approves. Default: 4242424242424242, code 123. */
	testCard?: { number: string; month: string; year: string; securityCode: string };

	events?(cursor: string | undefined, account: AccountSecrets): Promise<ProcessorEventPage>;

	listRequests?(period: Period, cursor: string | undefined, account: AccountSecrets): Promise<RequestPage>;

	/** The place in the processor's settings for webhook addresses. */
	webhookPlace?: string | undefined;

	readWebhook?(request: WebhookRequest, account: AccountSecrets): Promise<ProcessorEvent[]>;

	acceptDispute?(disputeId: string, account: AccountSecrets): Promise<void>;

	sendEvidence?(disputeId: string, evidence: DisputeEvidence, account: AccountSecrets): Promise<void>;
}

function secretsOf({ fields }: ProcessorAdapter, account: AccountSecrets): string[] {
	const shown = new Set([originField, ...fields.filter(({ isSecret }) => !isSecret).map(({ name }) => name)]);
	return Object.entries(account).flatMap(([name, value]) => (shown.has(name) || value === "" ? [] : value));
}

/** Names the origin of a simulator among an account's values. */
export const originField = "processor_origin";

/** Each is made once: an adapter may keep a token. */
const moved = new WeakMap<ProcessorAdapter, Map<string, ProcessorAdapter>>();

function adapterFor(adapter: ProcessorAdapter, account: AccountSecrets): ProcessorAdapter {
	const origin = account[originField];
	if (origin === undefined) return adapter;
	if (adapter.at === undefined || adapter.isTest?.(account) !== true) {
		throw new AccountRefused("Only an account of a test system can be at another origin.");
	}
	const known = moved.get(adapter) ?? new Map<string, ProcessorAdapter>();
	moved.set(adapter, known);
	const there = known.get(origin) ?? adapter.at(origin);
	known.set(origin, there);
	return there;
}

export interface VerifiedAccount {
	isTest: boolean;
}

/** @throws AccountRefused with the processor's reason, or another Error when it cannot be reached */
export function verifyAccount(adapter: ProcessorAdapter, account: AccountSecrets): Promise<VerifiedAccount> {
	return callAdapter(adapter, account, async () => {
		const isTest = adapter.isTest?.(account) === true;
		await adapterFor(adapter, account).verify(account);
		return { isTest };
	});
}

async function callAdapter<Result>(
	adapter: ProcessorAdapter,
	account: AccountSecrets,
	call: () => Promise<Result>,
): Promise<Result> {
	try {
		return await hidingSecrets(secretsOf(adapter, account), call);
	} catch (error) {
		// An adapter may have another copy of a class.
		const { name, message } = error as Error;
		if (name === "AccountRefused") throw new AccountRefused(message);
		if (name === "DisputeRefused") throw new DisputeRefused(message);
		if (name === "WebhookRefused") throw new WebhookRefused(message);
		throw error;
	}
}

export interface ConnectedProcessorOptions {
	adapter: ProcessorAdapter;
	journal: RequestJournal;
	/** For one call at a time. */
	unseal: () => Promise<AccountSecrets>;
	now: () => number;
	onWrongAnswer?: ((wrong: WrongAnswer) => void) | undefined;
}

/**
 * The longest time, in ms, from the journal to the sending of a request. After it, nothing is sent, so an inquiry
 * `maximumDelayMs` later is final.
 */
export const sendingMs = 5_000;

/**
 * The journal guarantees what a remote processor cannot: a reference leaves at most once, and never after it was
 * reported as not received.
 */
export function createConnectedProcessor({
	adapter,
	journal,
	unseal,
	now,
	onWrongAnswer,
}: ConnectedProcessorOptions): Processor & ProcessorEventSource & RequestSource {
	const { events, listRequests, readWebhook, acceptDispute, sendEvidence, authentication } = adapter;
	const withAccount = async <Result>(call: (account: AccountSecrets, at: ProcessorAdapter) => Promise<Result>) => {
		const account = await unseal();
		return callAdapter(adapter, account, async () => call(account, adapterFor(adapter, account)));
	};
	function checked<Answer extends Inquiry>(
		reference: string,
		answer: Answer,
		sent: Parameters<typeof checkAnswer>[1],
	): Answer {
		const { answer: right, fields } = checkAnswer(answer, sent);
		if (fields.length > 0) onWrongAnswer?.({ processor: adapter.name, reference, fields });
		return right;
	}
	const ask = (
		request: InquiryRequest,
		call: (at: ProcessorAdapter, account: AccountSecrets) => Promise<Inquiry>,
	): Promise<Inquiry> =>
		withAccount(async (account, at) =>
			checked(request.reference, await call(at, account), { secrets: secretsOf(adapter, account) }),
		);
	return {
		name: adapter.name,
		takesMadeAuthentication: adapter.takesMadeAuthentication === true,
		...(authentication && {
			authentication: {
				complete: (request, returned) =>
					ask(request, (at, account) => (at.authentication ?? authentication).complete(request, returned, account)),
				abandon: (request) =>
					ask(request, (at, account) => (at.authentication ?? authentication).abandon(request, account)),
			},
		}),

		async submit(request) {
			return withAccount(async (account, at) => {
				const submittedAt = now();
				if (!(await journal.submitted(request.reference, submittedAt))) {
					throw new Error("This reference was sent before, or an inquiry came first. The request is not sent.");
				}
				if (now() - submittedAt > sendingMs) {
					throw new Error("The journal was written too long ago. The request is not sent.");
				}
				const cardNumber = "card" in request ? digitsOf(request.card.pan) : undefined;
				const securityCode = "card" in request ? securityCodeOf(request.card) : undefined;
				const secrets = [...secretsOf(adapter, account), ...(securityCode === undefined ? [] : [securityCode])];
				return checked(request.reference, await at.submit(request, account), { cardNumber, secrets });
			});
		},

		async inquire(request) {
			const submittedAt = await journal.tombstone(request.reference, now());
			if (submittedAt === undefined) return { result: "not_received" };
			let askedAt = submittedAt;
			const inquiry = await withAccount(async (account, at) => {
				askedAt = now();
				const answer = await at.inquire(request, account);
				return checked(request.reference, answer, { secrets: secretsOf(adapter, account) });
			});
			if (askedAt - submittedAt > sendingMs + adapter.maximumDelayMs) return inquiry;
			if (inquiry.result === "not_received") {
				return { result: "unknown", reason: "The processor has not received it yet.", isFinal: false };
			}
			// The answer of the request may still come.
			return inquiry.result === "unknown" ? { ...inquiry, isFinal: false } : inquiry;
		},

		lookUp: (request) => ask(request, (at, account) => at.inquire(request, account)),

		...(listRequests && {
			listRequests: (period, cursor) =>
				withAccount((account, at) => (at.listRequests ?? listRequests).call(at, period, cursor, account)),
		}),
		...(events && {
			events: (cursor) => withAccount((account, at) => (at.events ?? events).call(at, cursor, account)),
		}),
		...(readWebhook && {
			readWebhook: (request) =>
				withAccount((account, at) => (at.readWebhook ?? readWebhook).call(at, request, account)),
		}),
		...(acceptDispute && {
			acceptDispute: (id) => withAccount((account, at) => (at.acceptDispute ?? acceptDispute).call(at, id, account)),
		}),
		...(sendEvidence && {
			sendEvidence: (id, evidence) =>
				withAccount((account, at) => (at.sendEvidence ?? sendEvidence).call(at, id, evidence, account)),
		}),
	};
}
