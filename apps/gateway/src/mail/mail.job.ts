import type { BusinessWork } from "../jobs/business-work.ts";
import { findNextAttemptAt } from "./outbox.store.ts";
import { type MailSending, sendDueMail } from "./send-due.ts";

/** Mails in a run, once a second: 360,000 an hour for each gateway, far above the limit of any merchant. */
const maximum = 100;

export interface MailWork extends Omit<MailSending, "maximum"> {
	/** True when `clock` is business time. Otherwise postponed mail waits for real time, which no request can move. */
	followsBusinessTime: boolean;
}

export function mailWork(sending: MailWork): BusinessWork {
	return {
		name: "mail",
		async nextAt() {
			const next = await findNextAttemptAt(sending.database, Object.keys(sending.readers));
			if (next === undefined || sending.followsBusinessTime) return next;
			return next <= sending.clock.now() ? next : undefined;
		},
		async run() {
			return { mails: await sendDueMail({ ...sending, maximum }) };
		},
	};
}
