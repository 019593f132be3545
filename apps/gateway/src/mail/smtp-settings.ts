import { isLoopbackName } from "../loopback.ts";

/** How an SMTP server is reached. */
export interface SmtpSettings {
	host: string;
	port: number;
	/** `from the start`: TLS is there before the first word; `required`: STARTTLS or nothing; `none`: loopback alone. */
	tls: "from the start" | "required" | "none";
	login: { user: string; password: string } | undefined;
}

const submissionPort = 587;
const submissionOverTlsPort = 465;

/**
 * Reads `smtp://user:password@host:587` or `smtps://host`. Mail and password cross a network under TLS only: plain SMTP is
 * spoken to this machine alone.
 */
export function readSmtpUrl(address: string): SmtpSettings {
	const { protocol, hostname, port, username, password } = new URL(address);
	const isSecure = protocol === "smtps:";
	const whenNotSecure = isLoopbackName(hostname) ? "none" : "required";
	return {
		host: hostname.replace(/^\[(.*)\]$/, "$1"),
		port: port === "" ? (isSecure ? submissionOverTlsPort : submissionPort) : Number(port),
		tls: isSecure ? "from the start" : whenNotSecure,
		login: username === "" ? undefined : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
	};
}
