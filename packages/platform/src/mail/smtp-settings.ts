import { isLoopbackName } from "../network/client-network.ts";

export interface SmtpSettings {
	host: string;
	port: number;
	/** `required`: STARTTLS; `none`: loopback only. */
	tls: "from the start" | "required" | "none";
	login: { user: string; password: string } | undefined;
}

const submissionPort = 587;
const submissionOverTlsPort = 465;

/** Allows plain SMTP only to this machine. */
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
