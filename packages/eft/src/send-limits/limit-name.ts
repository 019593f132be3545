/** The last two notify owners and ask a second person. */
export const limitNames = ["per_payment", "per_day", "per_new_payee", "confirm_above", "approve_above"] as const;

export type LimitName = (typeof limitNames)[number];
