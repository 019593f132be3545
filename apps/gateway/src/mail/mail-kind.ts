/** What the outbox has mail about: receipts, and what customers of subscriptions are told of. */
export type MailKind = "receipt" | "payment_failed" | "subscription_suspended" | "card_expiring";
