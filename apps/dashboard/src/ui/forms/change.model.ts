import { type ReadonlySignal, signal } from "@preact/signals-core";
import { RequestProblem, saysThatNothingHappened } from "../../api/problem.ts";

export type ChangeState =
	| { kind: "idle" }
	| { kind: "sending" }
	| { kind: "failed"; problem: RequestProblem }
	/** A request that must not run twice may have run: it must not be called failed. */
	| { kind: "unknown"; what: string; isAsking: boolean };

export interface OnceRequest<Value> {
	/** "$31.00 CAD to ada@example.com" */
	what: string;
	/** Called again only with the same key. */
	send: (idempotencyKey: string) => Promise<Value>;
	onDone: (value: Value) => void;
}

export interface Change {
	state: ReadonlySignal<ChangeState>;
	errorOf(field: string): string | undefined;
	/** Sends a change, unless one is in flight. Calls `onDone` with the answer; a problem goes into `state`. */
	run<Value>(send: () => Promise<Value>, onDone: (value: Value) => void): Promise<void>;
	/** Sends under a new key. After a lost answer, only the same request goes out until its outcome is known. */
	ask<Value>(request: OnceRequest<Value>): Promise<void>;
	findOut(): Promise<void>;
	reset(): void;
}

export function createChange(newKey: () => string = () => crypto.randomUUID()): Change {
	const state = signal<ChangeState>({ kind: "idle" });
	let askAgain: () => Promise<void> = async () => undefined;

	async function attempt<Value>(
		send: () => Promise<Value>,
		onDone: (value: Value) => void,
		stateAfter: (problem: RequestProblem) => ChangeState = (problem) => ({ kind: "failed", problem }),
	): Promise<void> {
		try {
			const value = await send();
			state.value = { kind: "idle" };
			onDone(value);
		} catch (error) {
			if (!(error instanceof RequestProblem)) throw error;
			state.value = stateAfter(error);
		}
	}

	async function unlessBusy(send: () => Promise<void>): Promise<void> {
		const { kind } = state.peek();
		if (kind === "sending" || kind === "unknown") return;
		state.value = { kind: "sending" };
		await send();
	}

	return {
		state,
		errorOf(field) {
			if (state.value.kind !== "failed") return undefined;
			return state.value.problem.fields.find((problem) => problem.field === field)?.message;
		},
		run: (send, onDone) => unlessBusy(() => attempt(send, onDone)),
		ask: ({ what, send, onDone }) =>
			unlessBusy(() => {
				const key = newKey();
				const attemptWith = (isKnown: (problem: RequestProblem) => boolean) =>
					attempt(
						() => send(key),
						onDone,
						(problem) => (isKnown(problem) ? { kind: "failed", problem } : { kind: "unknown", what, isAsking: false }),
					);
				askAgain = () => attemptWith(saysThatNothingHappened);
				return attemptWith((problem) => !problem.isOutcomeUnknown);
			}),
		async findOut() {
			const before = state.peek();
			if (before.kind !== "unknown" || before.isAsking) return;
			state.value = { ...before, isAsking: true };
			await askAgain();
		},
		reset() {
			if (state.peek().kind === "failed") state.value = { kind: "idle" };
		},
	};
}
