import type { BusinessWork } from "../jobs/business-work.ts";
import { findNextAttemptAt } from "./outbox.store.ts";
import { type MailSending, sendDueMail } from "./send-due.ts";

/** Mails a second, far above any limit. */
const maximum = 100;

export function mailWork(sending: Omit<MailSending, "maximum">): BusinessWork {
	return {
		name: "mail",
		nextAt: () => findNextAttemptAt(sending.database, Object.keys(sending.readers)),
		async run(limit = sending.stopping) {
			const stopping = AbortSignal.any([sending.stopping, limit]);
			return { mails: await sendDueMail({ ...sending, stopping, maximum }) };
		},
	};
}
