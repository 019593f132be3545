import type { FailureCause, FieldName, ToFrame, ToHost } from "../wire/messages.ts";
import { payerPatienceMs } from "../wire/time-limits.ts";
import { CardFormError } from "./errors.ts";

export interface Tokenized {
	token: string;
	cardholder: { name?: string; postalCode?: string };
}

type Send = (message: ToFrame) => void;

export type Answer = Extract<ToHost, { type: "token" | "invalid" | "failed" }>;

type Flat = Partial<Tokenized> & { id: number; cause?: FailureCause; fields?: FieldName[] };

/** Ends each call once: by answer, time limit, signal, or removal. */
export interface TokenCalls {
	/** Without a frame, calls wait. */
	open(send?: Send): void;
	tokenize(signal?: AbortSignal): Promise<Tokenized>;
	answer(answer: Answer): void;
	rejectAll(error: CardFormError): void;
}

export function createTokenCalls(): TokenCalls {
	const calls = new Map<number, (result: Tokenized | CardFormError) => void>();
	let send: Send | undefined;
	let lastId = 0;
	let lastSent = 0;

	/** One frame per call: another might make a second token. */
	function sendWaiting(): void {
		while (send && lastSent < lastId) if (calls.has(++lastSent)) send({ type: "tokenize", id: lastSent });
	}

	return {
		open(opened) {
			send = opened;
			sendWaiting();
		},
		tokenize: (signal) =>
			new Promise((resolve, reject) => {
				const id = ++lastId;
				const settle = (result: Tokenized | CardFormError) => {
					calls.delete(id);
					clearTimeout(timer);
					signal?.removeEventListener("abort", abort);
					if (result instanceof CardFormError) reject(result);
					else resolve(result);
				};
				const abort = () => settle(new CardFormError("aborted"));
				const timer = setTimeout(() => settle(new CardFormError("timeout")), payerPatienceMs);
				signal?.addEventListener("abort", abort);
				calls.set(id, settle);
				if (signal?.aborted) abort();
				sendWaiting();
			}),
		answer(answer) {
			const { id, token, cardholder, cause = "invalid", fields } = answer as Flat;
			const result = token && cardholder ? { token, cardholder } : new CardFormError(cause, fields);
			if (id <= lastSent) calls.get(id)?.(result);
		},
		rejectAll(error) {
			for (const settle of calls.values()) settle(error);
		},
	};
}
