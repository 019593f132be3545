import { type Mailer, MailRefused } from "./mail.ts";

/** No old mail goes out later. */
export const noMailer: Mailer = {
	async send() {
		throw new MailRefused("SMTP_URL is not set", { isPermanent: true });
	},
	close: () => undefined,
};
