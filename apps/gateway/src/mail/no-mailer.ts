import { type Mailer, MailRefused } from "./mail.ts";

/** Refuses mail permanently, so that no old mail goes out later. */
export const noMailer: Mailer = {
	async send() {
		throw new MailRefused("SMTP_URL is not set", { isPermanent: true });
	},
	close: () => undefined,
};
