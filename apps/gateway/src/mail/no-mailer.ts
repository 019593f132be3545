import { type Mailer, MailRefused } from "./mail.ts";

/** The mailer of a gateway without an SMTP server: refuses mail permanently, so that no old mail goes out later. */
export const noMailer: Mailer = {
	async send() {
		throw new MailRefused("SMTP_URL is not set", { isPermanent: true });
	},
	close: () => undefined,
};
