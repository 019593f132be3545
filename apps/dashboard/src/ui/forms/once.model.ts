import { signal } from "@preact/signals-core";
import { RequestProblem, saysThatNothingHappened } from "../../api/problem.ts";
import { type FormProgress, type FormState, fieldErrorIn } from "./change.model.ts";

export interface OnceRequest<Value> {
	/** "$31.00 CAD to ada@example.com" */
	what: string;
	/** Called again only with the same key. */
	send: (idempotencyKey: string) => Promise<Value>;
	onDone: (value: Value) => void;
}

/**
 * Changes that must not happen twice. Once an answer is lost, only the very same request goes out again until its
 * outcome is known.
 */
export interface Once extends FormProgress {
	/** Under a new key. Does nothing while the previous outcome is unknown. */
	ask<Value>(request: OnceRequest<Value>): Promise<void>;
	/** Asks about an unknown outcome. */
	findOut(): Promise<void>;
	reset(): void;
}

/** @param newKey such as `crypto.randomUUID` */
export function createOnce(newKey: () => string): Once {
	const state = signal<FormState>({ kind: "idle" });
	let askAgain: () => Promise<void> = async () => undefined;

	async function attempt<Value>({ what, send, onDone }: OnceRequest<Value>, key: string, isFirst: boolean) {
		try {
			const value = await send(key);
			state.value = { kind: "idle" };
			onDone(value);
		} catch (error) {
			if (!(error instanceof RequestProblem)) throw error;
			const isKnown = isFirst ? !error.isOutcomeUnknown : saysThatNothingHappened(error);
			state.value = isKnown ? { kind: "failed", problem: error } : { kind: "unknown", what, isAsking: false };
		}
	}

	return {
		state,
		async ask(request) {
			const { kind } = state.peek();
			if (kind === "sending" || kind === "unknown") return;
			const key = newKey();
			askAgain = () => attempt(request, key, false);
			state.value = { kind: "sending" };
			await attempt(request, key, true);
		},
		async findOut() {
			const before = state.peek();
			if (before.kind !== "unknown" || before.isAsking) return;
			state.value = { ...before, isAsking: true };
			await askAgain();
		},
		reset() {
			if (state.peek().kind === "failed") state.value = { kind: "idle" };
		},
		errorOf: (field) => fieldErrorIn(state.value, field),
	};
}
