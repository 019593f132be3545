import { type ReadonlySignal, signal } from "@preact/signals-core";
import { RequestProblem } from "../../api/problem.ts";

/** How far a change at the gateway has come. */
export type ChangeState = { kind: "idle" } | { kind: "sending" } | { kind: "failed"; problem: RequestProblem };

/** What a form has to show. */
export type FormState =
	| ChangeState
	/**
	 * Of what must not happen twice: it may have happened or not, and nobody may call it failed. `what` is what was asked for, as
	 * people read it.
	 */
	| { kind: "unknown"; what: string; isAsking: boolean };

/** How far a form's change has come. */
export interface FormProgress {
	state: ReadonlySignal<FormState>;
	/** What is wrong with one field of the request, by the gateway's name for it. */
	errorOf(field: string): string | undefined;
}

/** Changes at the gateway, one at a time, and why the last one was not carried out. */
export interface Change extends FormProgress {
	state: ReadonlySignal<ChangeState>;
	/** Asks for a change, unless one is under way. `onDone` hears the answer; a problem stands in `state` instead. */
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

/** What the refusal of a change says about one field. */
export function fieldErrorIn(state: FormState, field: string): string | undefined {
	if (state.kind !== "failed") return undefined;
	return state.problem.fields.find((problem) => problem.field === field)?.message;
}
