import type { Api } from "../api/client.ts";
import type { PaymentCall } from "../api/operations.ts";
import { RequestProblem } from "../api/problem.ts";
import type { TransactionRecord } from "../api/records.ts";

export type MoneyApi = Pick<Api, "moveMoney" | "get">;

/** Sends a charge, capture, refund or void for `Change.ask`. One whose outcome is recorded as open is read again. */
export function moneyMover(api: MoneyApi, call: PaymentCall) {
	let transaction: TransactionRecord | undefined;
	return async (idempotencyKey: string): Promise<TransactionRecord> => {
		const path = { transaction_id: transaction?.transaction_id ?? "" };
		transaction = await (transaction === undefined
			? api.moveMoney(call, idempotencyKey)
			: api.get("/transaction-service/transaction/{transaction_id}", { path }));
		if (transaction.transaction_result !== "PENDING") return transaction;
		throw new RequestProblem("failed", "");
	};
}
