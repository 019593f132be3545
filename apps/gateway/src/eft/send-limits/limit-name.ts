/** The last two are amounts above which owners are notified, and a second person approves. */
export const limitNames = ["per_payment", "per_day", "per_new_payee", "confirm_above", "approve_above"] as const;

export type LimitName = (typeof limitNames)[number];
