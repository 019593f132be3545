import type { Selectable } from "kysely";
import type { TransactionsTable } from "../db/schema.ts";

/** What kind of request a transaction came from. */
export type TransactionType = "sale" | "authorization" | "capture" | "refund";

export const transactionStatuses = ["PENDING", "APPROVED", "DECLINED"] as const;

export type TransactionStatus = (typeof transactionStatuses)[number];

/** A transaction as it is stored. */
export type Transaction = Selectable<TransactionsTable>;
