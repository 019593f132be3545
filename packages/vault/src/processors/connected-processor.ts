import { digitsOf } from "../cards/pan.ts";
import { checkAnswer, type WrongAnswer } from "./checked-answer.ts";
import { hidingSecrets } from "./hide-secrets.ts";
import {
	type DisputeEvidence,
	DisputeRefused,
	type Notice,
	type NoticePage,
	type NoticeSource,
	type Period,
	type RequestPage,
	type RequestSource,
	WebhookRefused,
	type WebhookRequest,
} from "./notice.ts";
import type { Accepted, Inquiry, InquiryRequest, Outcome, Processor, ProcessorRequest } from "./processor.ts";
import type { RequestJournal } from "./request-journal.ts";

/** The secrets of a merchant's account at a processor, such as an API key. */
export type AccountSecrets = Readonly<Record<string, string>>;

/** A field of an account, in the order in which a person fills them in. */
export interface AccountField {
	/** The key in the account's secrets, such as `api_key`. */
	name: string;
	/** The processor's own word for it, such as "API key". */
	label: string;
	/** `false` for what may be shown again, such as a merchant number. */
	isSecret: boolean;
	isOptional?: boolean;
	/**
	 * `true` for what names the account at the processor, such as a merchant number: it cannot be changed later, and no two
	 * merchants have the same. `verify` has to prove it. Without such a field, the required ones together name the account, and may be
	 * changed: another key of the same account is then taken for another account.
	 */
	isIdentity?: boolean;
}

/** A processor's refusal of an account: its reason, without any secret. Anything else that `verify` throws is a failure. */
export class AccountRefused extends Error {
	override name = "AccountRefused";
}

/** The implementation for one kind of processor, which serves every merchant's account there. */
export interface ProcessorAdapter {
	/** Lower-case letters, digits and hyphens, such as `bambora`. Rows name the processor by it for ever. */
	name: string;
	/** The name that people read, such as "Bambora". */
	title: string;
	fields: readonly AccountField[];

	/**
	 * The longest time, in ms, between a call of `submit` and the arrival of its request. After it, a request that the processor does
	 * not know never arrives.
	 */
	maximumDelayMs: number;

	/** Like `Processor.submit`, with the account that is charged. */
	submit(request: ProcessorRequest, account: AccountSecrets): Promise<Outcome | Accepted>;

	/**
	 * Asks for the outcome of a reference. `not_received` says that the processor does not know it so far.
	 *
	 * @throws when the processor cannot be reached; ask again
	 */
	inquire(request: InquiryRequest, account: AccountSecrets): Promise<Inquiry>;

	/**
	 * Checks an account with the processor, without moving money.
	 *
	 * @throws AccountRefused when the processor refuses the account
	 */
	verify(account: AccountSecrets): Promise<void>;

	/**
	 * Tells whether an account is of the processor's test system, which moves no money, such as by the prefix of its key: a live
	 * merchant may not have it. Pure. Absent when the processor has no test system, or its accounts look the same.
	 */
	isTest?(account: AccountSecrets): boolean;

	/** Like `NoticeSource.notices`. Absent when the processor sends no notices. */
	notices?(cursor: string | undefined, account: AccountSecrets): Promise<NoticePage>;

	/** Like `RequestSource.listRequests`. Absent when the processor lists nothing. */
	listRequests?(period: Period, cursor: string | undefined, account: AccountSecrets): Promise<RequestPage>;

	/** The page of the processor's own settings that takes the address of webhooks, in its English words: "Developers › Webhooks". */
	webhookPlace?: string | undefined;

	/** Like `NoticeSource.readWebhook`. Absent when the processor sends none. */
	readWebhook?(request: WebhookRequest, account: AccountSecrets): Promise<Notice[]>;

	/** Like `NoticeSource.acceptDispute`. Absent when disputes are answered at the processor only. */
	acceptDispute?(disputeId: string, account: AccountSecrets): Promise<void>;

	/** Like `NoticeSource.sendEvidence`. */
	sendEvidence?(disputeId: string, evidence: DisputeEvidence, account: AccountSecrets): Promise<void>;
}

/** Returns the secret values of an account: all but those of fields that are declared as not secret. */
function secretsOf({ fields }: ProcessorAdapter, account: AccountSecrets): string[] {
	const shown = new Set(fields.filter(({ isSecret }) => !isSecret).map(({ name }) => name));
	return Object.entries(account).flatMap(([name, value]) => (shown.has(name) || value === "" ? [] : value));
}

/** An account that its processor has confirmed. */
export interface VerifiedAccount {
	/** See `ProcessorAdapter.isTest`. */
	isTest: boolean;
}

/**
 * Checks an account with its processor.
 *
 * @throws AccountRefused with the processor's reason, or another Error when it cannot be reached; neither holds a secret
 */
export function verifyAccount(adapter: ProcessorAdapter, account: AccountSecrets): Promise<VerifiedAccount> {
	return callAdapter(adapter, account, async () => {
		const isTest = adapter.isTest?.(account) === true;
		await adapter.verify(account);
		return { isTest };
	});
}

/** Runs a call of an adapter. Its errors hold no secret; refusals keep their class. */
async function callAdapter<Result>(
	adapter: ProcessorAdapter,
	account: AccountSecrets,
	call: () => Promise<Result>,
): Promise<Result> {
	try {
		return await hidingSecrets(secretsOf(adapter, account), call);
	} catch (error) {
		// Compares names, because an adapter may have another copy of a class.
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
	/** Decrypts the account's secrets, for one call at a time. */
	unseal: () => Promise<AccountSecrets>;
	/** Real time, ms since 1970. */
	now: () => number;
	/** Called when an adapter's answer has values that cannot be right, which were left out. */
	onWrongAnswer?: ((wrong: WrongAnswer) => void) | undefined;
}

/**
 * The longest time, in ms, from the journal to the sending of a request. A process that stood still for longer does not send it, so an
 * inquiry that comes `maximumDelayMs` later is final.
 */
export const sendingMs = 5_000;

/**
 * Connects an adapter with a merchant's account. The journal guarantees what a remote processor cannot: a reference leaves at
 * most once, and never after it was reported as not received.
 */
export function createConnectedProcessor({
	adapter,
	journal,
	unseal,
	now,
	onWrongAnswer,
}: ConnectedProcessorOptions): Processor & NoticeSource & RequestSource {
	const { notices, listRequests, readWebhook, acceptDispute, sendEvidence } = adapter;
	const withAccount = async <Result>(call: (account: AccountSecrets) => Promise<Result>) => {
		const account = await unseal();
		return callAdapter(adapter, account, () => call(account));
	};
	function checked<Answer extends Inquiry>(reference: string, answer: Answer, cardNumber?: string): Answer {
		const { answer: right, fields } = checkAnswer(answer, cardNumber);
		if (fields.length > 0) onWrongAnswer?.({ processor: adapter.name, reference, fields });
		return right;
	}
	return {
		name: adapter.name,

		async submit(request) {
			return withAccount(async (account) => {
				const submittedAt = now();
				if (!(await journal.submitted(request.reference, submittedAt))) {
					throw new Error("This reference was sent before, or an inquiry came first. The request is not sent.");
				}
				if (now() - submittedAt > sendingMs) {
					throw new Error("The journal was written too long ago. The request is not sent.");
				}
				const cardNumber = "card" in request ? digitsOf(request.card.pan) : undefined;
				return checked(request.reference, await adapter.submit(request, account), cardNumber);
			});
		},

		async inquire(request) {
			const submittedAt = await journal.tombstone(request.reference, now());
			if (submittedAt === undefined) return { result: "not_received" };
			let askedAt = submittedAt;
			const told = await withAccount((account) => {
				// The answer tells what the processor had at this time, or a little later.
				askedAt = now();
				return adapter.inquire(request, account);
			});
			const inquiry = checked(request.reference, told);
			if (askedAt - submittedAt > sendingMs + adapter.maximumDelayMs) return inquiry;
			if (inquiry.result === "not_received") {
				return { result: "unknown", reason: "The processor has not received it yet.", isFinal: false };
			}
			// The answer of the request may still come.
			return inquiry.result === "unknown" ? { ...inquiry, isFinal: false } : inquiry;
		},

		lookUp: async (request) =>
			checked(request.reference, await withAccount((account) => adapter.inquire(request, account))),

		...(listRequests && {
			listRequests: (period, cursor) => withAccount((account) => listRequests.call(adapter, period, cursor, account)),
		}),
		...(notices && { notices: (cursor) => withAccount((account) => notices.call(adapter, cursor, account)) }),
		...(readWebhook && {
			readWebhook: (request) => withAccount((account) => readWebhook.call(adapter, request, account)),
		}),
		...(acceptDispute && {
			acceptDispute: (id) => withAccount((account) => acceptDispute.call(adapter, id, account)),
		}),
		...(sendEvidence && {
			sendEvidence: (id, evidence) => withAccount((account) => sendEvidence.call(adapter, id, evidence, account)),
		}),
	};
}
