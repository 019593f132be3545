import type { FailureCause, FieldName, ToFrame, ToHost } from "../wire/messages.ts";
import { payerPatienceMs } from "../wire/time-limits.ts";
import { CardFormError } from "./errors.ts";

/** A card token, and the values of the optional fields. */
export interface Tokenized {
	token: string;
	cardholder: { name?: string; postalCode?: string };
}

interface Call {
	settle: (result: Tokenized | CardFormError) => void;
	isSent: boolean;
}

type Send = (message: ToFrame) => void;

type Answer = Extract<ToHost, { type: "token" | "invalid" | "failed" }>;

type Flat = Partial<Tokenized> & { cause?: FailureCause; fields?: FieldName[] };

/** Each call ends once: by its answer, its time limit, its signal, or the form's removal. */
export interface TokenCalls {
	/** Without a frame, calls wait for the next one. */
	open(send?: Send): void;
	tokenize(signal?: AbortSignal): Promise<Tokenized>;
	answer(answer: Answer): void;
	rejectAll(error: CardFormError): void;
}

export function createTokenCalls(): TokenCalls {
	const calls = new Map<number, Call>();
	let send: Send | undefined;
	let lastId = 0;

	/** A call goes to one frame only: another might make a second token. */
	function sendOnce(id: number): void {
		const call = calls.get(id);
		if (!call || call.isSent || !send) return;
		call.isSent = true;
		send({ type: "tokenize", id });
	}

	return {
		open(opened) {
			send = opened;
			for (const id of calls.keys()) sendOnce(id);
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
				calls.set(id, { settle, isSent: false });
				if (signal?.aborted) abort();
				else sendOnce(id);
			}),
		answer(answer) {
			const call = calls.get(answer.id ?? 0);
			if (!call?.isSent) return;
			const { token, cardholder, cause = "invalid", fields } = answer as Flat;
			call.settle(token && cardholder ? { token, cardholder } : new CardFormError(cause, fields));
		},
		rejectAll(error) {
			for (const { settle } of calls.values()) settle(error);
		},
	};
}
