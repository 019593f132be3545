import type { Schemas } from "./operations.ts";

export type { Schemas };

export type TransactionRecord = Schemas["TransactionRecord"];
export type Paging = Schemas["Paging"];

export type SessionRecord = Schemas["Session"];

export type PaymentHistory = Schemas["PaymentHistory"];

export type Overview = Schemas["Overview"];
export type CurrencyOverview = Schemas["CurrencyOverview"];
export type DayFigures = Schemas["DayFigures"];
export type Figures = Schemas["Figures"];

export type CustomerRecord = Schemas["Customer"];
export type CustomerList = Schemas["CustomerList"];
export type CardRecord = Schemas["Card"];
