import { type MailSending, sendDueMail } from "../mail/send-due.ts";
import type { Job } from "./repeat.ts";

/** Mails a second at most: 360,000 an hour and gateway, far more than any merchant may send. */
const maximum = 100;

/** Sends the mail that waits in the outbox. */
export function mailJob(sending: Omit<MailSending, "maximum">): Job {
	return { name: "mail", everyMilliseconds: 1_000, run: () => sendDueMail({ ...sending, maximum }) };
}
