/** The limits of outgoing payments, and the amount above which a payment is confirmed and every owner is notified. */
export const limitNames = ["per_payment", "per_day", "per_new_payee", "confirm_above"] as const;

export type LimitName = (typeof limitNames)[number];
