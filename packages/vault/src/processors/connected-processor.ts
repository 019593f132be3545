import type { Accepted, Inquiry, InquiryRequest, Outcome, Processor, ProcessorRequest } from "./processor.ts";
import type { RequestJournal } from "./request-journal.ts";

/** The secrets of a merchant's account at a processor, such as an API key. */
export type AccountSecrets = Readonly<Record<string, string>>;

/** The implementation for one kind of processor, which serves every merchant's account there. */
export interface ProcessorAdapter {
	name: string;

	/**
	 * The longest time, in ms, between the sending of a request and its arrival. After it, a request that the processor does not
	 * know never arrives.
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
}

export interface ConnectedProcessorOptions {
	adapter: ProcessorAdapter;
	journal: RequestJournal;
	/** Decrypts the account's secrets, for one call at a time. */
	unseal: () => Promise<AccountSecrets>;
	/** Real time, ms since 1970. */
	now: () => number;
}

/**
 * Connects an adapter with a merchant's account. The journal guarantees what a remote processor cannot: a reference leaves at
 * most once, and never after it was reported as not received.
 */
export function createConnectedProcessor({ adapter, journal, unseal, now }: ConnectedProcessorOptions): Processor {
	return {
		name: adapter.name,

		async submit(request) {
			const account = await unseal();
			if (!(await journal.submitted(request.reference, now()))) {
				throw new Error("This reference was sent before, or an inquiry came first. The request is not sent.");
			}
			return adapter.submit(request, account);
		},

		async inquire(request) {
			const submittedAt = await journal.tombstone(request.reference, now());
			if (submittedAt === undefined) return { result: "not_received" };
			const inquiry = await adapter.inquire(request, await unseal());
			if (inquiry.result !== "not_received" || now() - submittedAt > adapter.maximumDelayMs) return inquiry;
			return { result: "unknown", reason: "The processor has not received it yet.", isFinal: false };
		},
	};
}
