import { type Mailer, MailRefused } from "./mail.ts";

/** For a gateway that was given no SMTP server: mail is refused for good, rather than kept until it would be a surprise. */
export const noMailer: Mailer = {
	async send() {
		throw new MailRefused("SMTP_URL is not set", { isPermanent: true });
	},
	close: () => undefined,
};
