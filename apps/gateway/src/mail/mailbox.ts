import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { assertOneMailboxEach, type Mailer } from "./mail.ts";
import { insertMail } from "./mailbox.store.ts";

/** Keeps mail instead of sending it. `clock` tells business time, so that mail lines up with the records it is about. */
export function mailboxMailer(database: Database, clock: Clock): Mailer {
	return {
		async send(mail) {
			assertOneMailboxEach(mail);
			await insertMail(database, mail, clock.now());
		},
		close: () => undefined,
	};
}
