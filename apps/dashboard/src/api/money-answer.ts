import { problemOf, type RequestProblem } from "./problem.ts";
import type { TransactionRecord } from "./records.ts";

/** The gateway's response. */
export interface Answer {
	status: number;
	/** Its JSON; `undefined` when it was empty. */
	body: unknown;
}

/** The outcome of a charge, capture, refund or void. */
export type MoneyAnswer =
	/** It was written down: approved, declined, or still open at the processor (PENDING). */
	| { kind: "recorded"; transaction: TransactionRecord }
	| { kind: "refused"; problem: RequestProblem }
	/** The outcome is unknown. Retrying with the same key finds out and moves nothing twice. */
	| { kind: "unknown"; problem: RequestProblem };

/** Reads an answer about money. A 409 says that the same request is still running: its outcome is not known either. */
export function readMoneyAnswer({ status, body }: Answer): MoneyAnswer {
	if ((status === 200 || status === 402) && isRecord(body)) return { kind: "recorded", transaction: body };
	const problem = problemOf(status, body);
	return { kind: problem.isOutcomeUnknown || status === 409 || status < 400 ? "unknown" : "refused", problem };
}

function isRecord(body: unknown): body is TransactionRecord {
	return typeof body === "object" && body !== null && "transaction_id" in body && "transaction_result" in body;
}
