import type { BusinessWork } from "../jobs/business-work.ts";
import { findNextTurn } from "./outbox.store.ts";
import { type MailSending, sendDueMail } from "./send-due.ts";

/** Mails a run at most, which is a second's: 360,000 an hour and gateway, far more than any merchant may send. */
const maximum = 100;

export interface MailWork extends Omit<MailSending, "maximum"> {
	/** Whether `clock` is business time. Otherwise what was put off waits for real time, and nobody can move that. */
	followsBusinessTime: boolean;
}

/** Sends the mail that waits in the outbox. */
export function mailWork(sending: MailWork): BusinessWork {
	return {
		name: "mail",
		async nextAt() {
			const next = await findNextTurn(sending.database, Object.keys(sending.readers));
			if (next === undefined || sending.followsBusinessTime) return next;
			return next <= sending.clock.now() ? next : undefined;
		},
		async run() {
			return { mails: await sendDueMail({ ...sending, maximum }) };
		},
	};
}
