import type { ToFrame, ToHost } from "../wire/messages.ts";
import { CardFormError } from "./errors.ts";

/** A card token, and what the optional fields hold. */
export interface Tokenized {
	token: string;
	cardholder: { name?: string; postalCode?: string };
}

/** As long as a payer should wait for anything, in ms. */
const timeLimit = 8_000;

interface Call {
	settle: (result: Tokenized | CardFormError) => void;
	isSent: boolean;
}

type Answer = Extract<ToHost, { type: "token" | "invalid" | "failed" }>;

/**
 * The calls to `tokenize` that wait for the frame. Each one settles once: by its answer, by its time limit, by its signal, or
 * with all others when the form goes. Answers to no call, or to one that has settled, change nothing.
 */
export class TokenCalls {
	readonly #calls = new Map<number, Call>();
	#send: ((message: ToFrame) => void) | undefined;
	#lastId = 0;

	/** Calls the frame from now on, beginning with what has waited for it. */
	open(send: (message: ToFrame) => void): void {
		this.#send = send;
		for (const id of this.#calls.keys()) this.#sendOnce(id);
	}

	/** There is no frame for now: new calls wait for the next one. */
	close(): void {
		this.#send = undefined;
	}

	tokenize(signal: AbortSignal | undefined): Promise<Tokenized> {
		return new Promise((resolve, reject) => {
			if (signal?.aborted) return reject(new CardFormError("aborted"));
			const id = ++this.#lastId;
			const abort = () => settle(new CardFormError("aborted"));
			const timer = setTimeout(() => settle(new CardFormError("timeout")), timeLimit);
			const settle = (result: Tokenized | CardFormError) => {
				this.#calls.delete(id);
				clearTimeout(timer);
				signal?.removeEventListener("abort", abort);
				if (result instanceof CardFormError) reject(result);
				else resolve(result);
			};
			signal?.addEventListener("abort", abort);
			this.#calls.set(id, { settle, isSent: false });
			this.#sendOnce(id);
		});
	}

	answer(answer: Answer): void {
		const call = answer.id === undefined ? undefined : this.#calls.get(answer.id);
		if (!call?.isSent) return;
		if (answer.type === "token") call.settle({ token: answer.token, cardholder: answer.cardholder });
		else if (answer.type === "invalid") call.settle(new CardFormError("invalid", answer.fields));
		else call.settle(new CardFormError(answer.cause));
	}

	/** Settles what waits, all with the same error. */
	rejectAll(error: CardFormError): void {
		for (const call of [...this.#calls.values()]) call.settle(error);
	}

	/** A call goes to one frame: another one might make a second token of it. */
	#sendOnce(id: number): void {
		const call = this.#calls.get(id);
		if (!call || call.isSent || !this.#send) return;
		call.isSent = true;
		this.#send({ type: "tokenize", id });
	}
}
