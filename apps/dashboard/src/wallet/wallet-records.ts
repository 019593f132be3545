import type { Schemas } from "../api/records.ts";

/** Something that came to the wallet or left it, or is to. */
export type Movement = Schemas["EftRecord"];

/** What another business asks of this one. */
export type IncomingRequest = Schemas["IncomingRequest"];

/** The account that deposits go to. */
export type BankAccount = NonNullable<Schemas["LinkedBankAccount"]["bank_account"]>;

/** Where the wallet's part of the gateway stands. */
export const eftPath = "/transaction-service-vt/eft";
