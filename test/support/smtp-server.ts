import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";

/** A mail as an SMTP server gets it. */
export interface ReceivedMail {
	/** The envelope: who it goes to, and from whom, whatever its headers say. */
	from: string;
	recipients: string[];
	/** Headers and body, as they crossed the wire. */
	raw: string;
	isEncrypted: boolean;
	user: unknown;
}

/** A real SMTP server on this machine that keeps what it gets. */
export interface TestSmtpServer {
	port: number;
	mails: ReceivedMail[];
	stop(): Promise<void>;
}

/** An answer in the negative. */
export function smtpRefusal(responseCode: number): Error {
	return Object.assign(new Error("No."), { responseCode });
}

/** Without options it takes everything from everybody, unencrypted. */
export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<TestSmtpServer> {
	const mails: ReceivedMail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS", "AUTH"],
		disableReverseLookup: true,
		onData(stream, session, callback) {
			let raw = "";
			stream.setEncoding("utf8").on("data", (part) => {
				raw += part;
			});
			stream.on("end", () => {
				mails.push(receivedMail(session, raw));
				callback();
			});
		},
		...options,
	});
	// Whoever closes a connection early, or dislikes our certificate, is part of a test.
	server.on("error", () => undefined);
	server.listen(0, "127.0.0.1");
	await once(server.server, "listening");
	return {
		port: (server.server.address() as AddressInfo).port,
		mails,
		stop: () => new Promise((resolve) => server.close(() => resolve())),
	};
}

function receivedMail({ envelope, secure, user }: SMTPServerSession, raw: string): ReceivedMail {
	const { mailFrom, rcptTo } = envelope;
	return {
		from: mailFrom === false ? "" : mailFrom.address,
		recipients: rcptTo.map(({ address }) => address),
		raw,
		isEncrypted: secure,
		user,
	};
}
