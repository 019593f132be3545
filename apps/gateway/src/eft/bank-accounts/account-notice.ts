/** What happened to the bank account that a merchant's deposits go to. */
export type AccountChange = "linked" | "replaced" | "removed";
