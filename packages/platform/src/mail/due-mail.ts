import type { Database } from "../db/database.ts";
import type { MailKinds } from "../db/schema.ts";
import type { Mail } from "./mail.ts";

export type MailKind = keyof MailKinds;

export interface DueMail {
	reference: string;
	merchantId: number;
	/** `null`: blind copies only. */
	to: string | null;
	/** Counted separately, so that other mails cannot use it up. */
	allowance?: string;
	blindCopies: string[];
	/** The same Message-ID, at `host`, at each attempt. */
	write(host: string): Mail;
	noteGivenUp?(transaction: Database): Promise<void>;
}

/** In sending order. */
export type ReadDueMail = (database: Database, references: string[]) => Promise<DueMail[]>;
