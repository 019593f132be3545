import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { assertOneMailboxEach, type Mailer } from "./mail.ts";
import { insertMail } from "./mailbox.store.ts";

/** `clock` is business time. */
export function createMailboxMailer(database: Database, clock: Clock): Mailer {
	return {
		async send(mail, merchantId) {
			assertOneMailboxEach(mail);
			await insertMail(database, mail, { merchantId, now: clock.now() });
		},
		close: () => undefined,
	};
}
