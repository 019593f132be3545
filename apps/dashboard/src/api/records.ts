import type { components } from "./schema.ts";

/** Bodies by the names that the gateway's own description gives them. */
export type Schemas = components["schemas"];

export type TransactionRecord = Schemas["TransactionRecord"];
export type TransactionList = Schemas["TransactionList"];
export type Paging = Schemas["Paging"];

export type SessionRecord = Schemas["Session"];

/** A charge with everything that followed it, oldest first. */
export type PaymentLife = Schemas["PaymentLife"];

export type Overview = Schemas["Overview"];
export type CurrencyOverview = Schemas["CurrencyOverview"];
export type DayFigures = Schemas["DayFigures"];
export type Figures = Schemas["Figures"];

export type CustomerRecord = Schemas["Customer"];
export type CustomerList = Schemas["CustomerList"];
export type CardRecord = Schemas["Card"];
