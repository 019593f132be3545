import { ConfigError } from "../config-error.ts";
import { serverUrls } from "../server-urls.ts";
import { isDatabaseFailure } from "./failure.ts";
import { NoWritableServer } from "./writable-server.ts";

const adviceByState: Record<string, string> = {
	"28": "correct the user and the password in DATABASE_URL, or PostgreSQL's pg_hba.conf",
	"3F": "make the user in DATABASE_URL the owner of the database",
	"3D": "create the database, or correct its name in DATABASE_URL",
	"25006": "name the primary server in DATABASE_URL, because this one takes no writes",
	"42501":
		"make the user in DATABASE_URL the owner of the database, or name the owner in MIGRATION_DATABASE_URL and run npm run migrate",
	"53100": "make room on the disk of PostgreSQL",
	"53300": "raise max_connections of PostgreSQL, or lower DATABASE_CONNECTIONS",
	"57P03": "start again when PostgreSQL has finished its own start or recovery",
};

const adviceByMessage: [beginning: RegExp, advice: string][] = [
	[
		/^(?:timeout exceeded|Connection terminated due to connection timeout)/,
		"check that DATABASE_URL names the right host",
	],
	[/^Connection terminated/, "check that a PostgreSQL server listens there"],
	[/^The server does not support SSL/, "turn TLS on in PostgreSQL, or change sslmode in DATABASE_URL"],
	[/^SASL: .*password/, "add the password to DATABASE_URL"],
];

const certificateError = /CERT|SIGNATURE|ISSUER/;

/** @throws ConfigError with advice */
export async function explainingFailure<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		const explanation = explainDatabaseFailure(error, placeOf(url));
		throw explanation === undefined ? error : new ConfigError(explanation, { cause: error });
	}
}

/** Returns a sentence with advice; `undefined` for other errors. */
export function explainDatabaseFailure(error: unknown, place = ""): string | undefined {
	if (!(error instanceof Error)) return undefined;
	// A name with two addresses fails for each.
	const cause = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
	const advice = adviceFor(cause);
	if (advice === undefined) return undefined;
	const database = place === "" ? "The database" : `The database at ${place}`;
	const [sentence = ""] = cause.message.split("\n", 1);
	return `${database} cannot be used: ${sentence.replace(/\.$/, "")}; ${advice}.`;
}

function adviceFor(error: Error): string | undefined {
	const code = "code" in error && typeof error.code === "string" ? error.code : "";
	const byMessage = adviceByMessage.find(([beginning]) => beginning.test(error.message))?.[1];
	if (byMessage !== undefined) return byMessage;
	if (error instanceof NoWritableServer) return "name the primary server in DATABASE_URL as well, or promote a standby";
	if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "name the host of its certificate in DATABASE_URL";
	if (certificateError.test(code)) return "add sslrootcert=FILE with the authority of its certificate to DATABASE_URL";
	const byState = adviceByState[code] ?? adviceByState[code.slice(0, 2)];
	if (byState !== undefined) return byState;
	if (/^[0-9A-Z]{5}$/.test(code) && "severity" in error) return "see PostgreSQL's log";
	return isDatabaseFailure(error) ? "start PostgreSQL there, or correct DATABASE_URL" : undefined;
}

function placeOf(url: string): string {
	const servers = serverUrls(url).map((server) => new URL(server));
	const [{ pathname } = { pathname: "" }] = servers;
	return `${servers.map(({ host, searchParams }) => searchParams.get("host") ?? host).join()}${pathname}`;
}
