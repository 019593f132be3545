import type { Schemas } from "./operations.ts";

export type { Schemas };

export type TransactionRecord = Schemas["TransactionRecord"];
export type PaymentHistory = Schemas["PaymentHistory"];
