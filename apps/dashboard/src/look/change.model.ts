import { type ReadonlySignal, signal } from "@preact/signals-core";
import { RequestProblem } from "../api/problem.ts";

/** How far a change at the gateway has come. */
export type ChangeState = { kind: "idle" } | { kind: "sending" } | { kind: "failed"; problem: RequestProblem };

/** Changes at the gateway, one at a time, and why the last one was not carried out. */
export interface Change {
	state: ReadonlySignal<ChangeState>;
	/** Asks for a change, unless one is under way. `onDone` hears the answer; a problem stands in `state` instead. */
	run<Value>(send: () => Promise<Value>, onDone: (value: Value) => void): Promise<void>;
	/** What is wrong with one field of the request, by the gateway's name for it. */
	errorOf(field: string): string | undefined;
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
		errorOf(field) {
			const current = state.value;
			if (current.kind !== "failed") return undefined;
			return current.problem.fields.find((problem) => problem.field === field)?.message;
		},
	};
}
