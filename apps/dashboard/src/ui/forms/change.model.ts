import { type ReadonlySignal, signal } from "@preact/signals-core";
import { RequestProblem } from "../../api/problem.ts";

/** The progress of a change at the gateway. */
export type ChangeState = { kind: "idle" } | { kind: "sending" } | { kind: "failed"; problem: RequestProblem };

export type FormState =
	| ChangeState
	/**
	 * The outcome of a request that must not run twice is unknown, so it must not be called failed. `what` describes
	 * the request.
	 */
	| { kind: "unknown"; what: string; isAsking: boolean };

/** The state of a form, with errors by field. */
export interface FormProgress {
	state: ReadonlySignal<FormState>;
	/** Returns the error of one field, by the gateway's name. */
	errorOf(field: string): string | undefined;
}

/** Changes at the gateway, one at a time, and why the last one was not carried out. */
export interface Change extends FormProgress {
	state: ReadonlySignal<ChangeState>;
	/** Sends a change, unless one is in flight. Calls `onDone` with the answer; a problem goes into `state`. */
	run<Value>(send: () => Promise<Value>, onDone: (value: Value) => void): Promise<void>;
}

export function createChange(): Change {
	const state = signal<ChangeState>({ kind: "idle" });
	return {
		state,
		async run(send, onDone) {
			if (state.peek().kind === "sending") return;
			state.value = { kind: "sending" };
			try {
				const value = await send();
				state.value = { kind: "idle" };
				onDone(value);
			} catch (error) {
				if (!(error instanceof RequestProblem)) throw error;
				state.value = { kind: "failed", problem: error };
			}
		},
		errorOf: (field) => fieldErrorIn(state.value, field),
	};
}

export function fieldErrorIn(state: FormState, field: string): string | undefined {
	if (state.kind !== "failed") return undefined;
	return state.problem.fields.find((problem) => problem.field === field)?.message;
}
