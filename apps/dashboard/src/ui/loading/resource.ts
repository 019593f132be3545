import { type ReadonlySignal, signal } from "@preact/signals-core";
import { RequestProblem } from "../../api/problem.ts";

export type Loading<Value> =
	| { kind: "loading" }
	/** `isStale` while a newer one is being read: it stays on the page until that has come. */
	| { kind: "ready"; value: Value; isStale: boolean }
	| { kind: "failed"; problem: RequestProblem };

export interface Resource<Value> {
	state: ReadonlySignal<Loading<Value>>;
	/** Reads it, again; what an earlier reading still brings is dropped. */
	load(read?: Read<Value>): Promise<void>;
	/** Shows what a change has answered, without reading it again. */
	show(value: Value): void;
	stop(): void;
}

export type Read<Value> = (signal: AbortSignal) => Promise<Value>;

/** Nothing is read before `load`. */
export function createResource<Value>(firstRead: Read<Value>): Resource<Value> {
	const state = signal<Loading<Value>>({ kind: "loading" });
	let read = firstRead;
	let current = new AbortController();

	return {
		state,
		async load(given = read) {
			read = given;
			current.abort();
			const own = new AbortController();
			current = own;
			const before = state.peek();
			state.value = before.kind === "ready" ? { ...before, isStale: true } : { kind: "loading" };
			try {
				const value = await read(own.signal);
				if (!own.signal.aborted) state.value = { kind: "ready", value, isStale: false };
			} catch (error) {
				if (own.signal.aborted) return;
				if (!(error instanceof RequestProblem)) throw error;
				state.value = { kind: "failed", problem: error };
			}
		},
		show(value) {
			current.abort();
			state.value = { kind: "ready", value, isStale: false };
		},
		stop: () => current.abort(),
	};
}
