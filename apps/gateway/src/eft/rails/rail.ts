/** Whether money goes to the bank account (credit) or comes out of it (debit). */
export type Direction = "credit" | "debit";

export type RailName = "demo" | "aft";
