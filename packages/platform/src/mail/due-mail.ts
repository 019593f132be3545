import type { Database } from "../db/database.ts";
import type { MailKinds } from "../db/schema.ts";
import type { Mail } from "./mail.ts";

export type MailKind = keyof MailKinds;

export interface DueMail {
	reference: string;
	merchantId: number;
	/** `null`: blind copies alone. */
	to: string | null;
	/** Counted separately, so that other mails cannot use it up. */
	allowance?: string;
	blindCopies: string[];
	/** Gives the same Message-ID, at `host`, at each attempt. */
	write(host: string): Mail;
	/** Joins the transaction of the failure. */
	noteGivenUp?(transaction: Database): Promise<void>;
}

/** Returns sending order. Missing mails are deleted. */
export type ReadDueMail = (database: Database, references: string[]) => Promise<DueMail[]>;
