import { signal } from "@preact/signals-core";
import type { Api } from "../api/client.ts";
import type { PaymentCall } from "../api/operations.ts";
import { RequestProblem, saysThatNothingHappened } from "../api/problem.ts";
import type { TransactionRecord } from "../api/records.ts";

export type MoneyState =
	/** Or what was refused has been changed since. */
	| { kind: "idle" }
	| { kind: "sending" }
	| { kind: "approved"; transaction: TransactionRecord }
	| { kind: "declined"; transaction: TransactionRecord }
	/** Nothing was moved. */
	| { kind: "refused"; problem: RequestProblem }
	/** It must not be called failed. `transaction` is set once it was recorded. */
	| { kind: "unknown"; transaction: TransactionRecord | undefined; isAsking: boolean };

export type MoneyRequest = ReturnType<typeof createMoneyRequest>;

export type MoneyApi = Pick<Api, "moveMoney" | "get">;

export function createMoneyRequest(api: MoneyApi, newKey: () => string) {
	const state = signal<MoneyState>({ kind: "idle" });
	let asked: { call: PaymentCall; key: string } | undefined;

	async function ask({ isFirst }: { isFirst: boolean }): Promise<void> {
		if (asked === undefined) return;
		const answer = await api.moveMoney(asked.call, asked.key);
		if (answer.kind === "recorded") {
			state.value = outcomeOf(answer.transaction);
			return;
		}
		const { kind, problem } = answer;
		const isRefused = kind === "refused" && (isFirst || saysThatNothingHappened(problem));
		state.value = isRefused ? { kind: "refused", problem } : unknown(undefined);
	}

	/** Recovery records the outcome of a PENDING transaction. */
	async function readAgain(known: TransactionRecord): Promise<void> {
		try {
			const path = { transaction_id: known.transaction_id };
			state.value = outcomeOf(await api.get("/transaction-service/transaction/{transaction_id}", { path }));
		} catch (error) {
			if (!(error instanceof RequestProblem)) throw error;
			state.value = unknown(known);
		}
	}

	return {
		state,
		/** Does nothing until the outcome of an earlier request is known. */
		async send(call: PaymentCall): Promise<void> {
			const { kind } = state.peek();
			if (kind === "sending" || kind === "unknown") return;
			asked = { call, key: newKey() };
			state.value = { kind: "sending" };
			await ask({ isFirst: true });
		},
		/** Asks about an unknown outcome. Moves nothing twice. */
		async findOut(): Promise<void> {
			const before = state.peek();
			if (before.kind !== "unknown" || before.isAsking) return;
			state.value = { ...before, isAsking: true };
			await (before.transaction === undefined ? ask({ isFirst: false }) : readAgain(before.transaction));
		},
		/** Forgets a refusal or a decline. */
		reset(): void {
			const { kind } = state.peek();
			if (kind === "refused" || kind === "declined") state.value = { kind: "idle" };
		},
	};
}

function outcomeOf(transaction: TransactionRecord): MoneyState {
	const { transaction_result: result } = transaction;
	if (result === "APPROVED") return { kind: "approved", transaction };
	return result === "DECLINED" ? { kind: "declined", transaction } : unknown(transaction);
}

function unknown(transaction: TransactionRecord | undefined): MoneyState {
	return { kind: "unknown", transaction, isAsking: false };
}
