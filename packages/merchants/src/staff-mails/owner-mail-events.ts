import type { Language } from "@cardseal/platform";

/** A reminder is about an event without an actor, such as an expiry; a remedy, about a change that a stranger may have made. */
type OwnerMailWords = { title: string } & ({ reminder: string } | { remedy: string });

/** The texts of a mail to owners. */
export interface OwnerMailText extends Record<Language, OwnerMailWords> {
	/** The page that it leads to; by default that of the audit log. */
	page?: string;
	/** Its amount is a charge's; others are sent to a recipient. */
	isAboutCharge?: boolean;
	reasonText?(code: string, language: Language): string;
}

/** Texts by the name of the event. */
export type OwnerMails = Readonly<Record<string, OwnerMailText>>;

export type OwnerMailKinds<Mails extends OwnerMails> = {
	[Event in keyof Mails]: Mails[Event]["en"] extends { reminder: string } ? "reminder" : "warning";
};

/** The events of mails to owners. Each service adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: services merge their events into it.
export interface OwnerMailEvents {}

export type OwnerMailTexts = Record<keyof OwnerMailEvents, OwnerMailText>;

type OfKind<Kind extends string> = {
	[Event in keyof OwnerMailEvents]: OwnerMailEvents[Event] extends Kind ? Event : never;
}[keyof OwnerMailEvents];

export type OwnerReminder = OfKind<"reminder">;

export type OwnerWarning = OfKind<"warning">;

export type BankAccountEventType = `bank_account.${"linked" | "replaced" | "removed"}`;

export interface OwnerMailDetails {
	/** A name or a masked account. */
	about?: string;
	/** A payment's or a limit's. */
	amount_cents?: number;
	/** CAD without it. */
	currency?: string;
	reason_code?: string;
	/** The end of the time for an answer. */
	due_at?: number;
	limit?: "per_payment" | "per_day" | "per_new_payee" | "confirm_above" | "approve_above";
	expires_at?: number;
	client_id?: string;
	masked_account?: string;
}
