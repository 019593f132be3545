/**
 * The limits of outgoing payments, the amount above which a payment is confirmed and every owner is notified, and the
 * amount above which a send waits for a second person.
 */
export const limitNames = ["per_payment", "per_day", "per_new_payee", "confirm_above", "approve_above"] as const;

export type LimitName = (typeof limitNames)[number];
