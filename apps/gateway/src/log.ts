import { replaceCardNumbers } from "@cardseal/card";
import { type DestinationStream, type Logger, pino } from "pino";

/** Fields that never reach a log line, wherever they stand in a logged object. */
const secretKeys = [
	"card_number",
	"cvv2",
	"token",
	"access_token",
	"refresh_token",
	"client_secret",
	"authorization",
	"password",
	"code",
	"account_number",
];

const redactedPaths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

/**
 * An error's `code` says what went wrong ("ECONNREFUSED", an SQL state), so it gets a name that nothing redacts: a `code`
 * elsewhere may be one of the authorization service. PostgreSQL's `detail` and `where` repeat the values of whole rows
 * ("Failing row contains (…)") with their customers' names and addresses, so they stay out.
 */
function describeError(error: unknown): unknown {
	if (!(error instanceof Error)) return error;
	const { code, detail: _row, where: _values, ...rest } = pino.stdSerializers.err(error);
	return code === undefined ? rest : { ...rest, error_code: code };
}

/** A space between digits as addresses write it: a card number may come in the path of a request. */
const encodedSpace = /(?<=[0-9])%20(?=[0-9])/g;

/** What a card token or one of our secrets looks like. */
const secretLike =
	/\bct1[A-Za-z0-9_-]{100,}|\bsk(?:test|live)[A-Za-z0-9]{20,}|\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/g;

/** Replaces whatever may be a card number, a card token or a credential in a finished line of text. */
export function redact(text: string): string {
	return replaceCardNumbers(text.replace(encodedSpace, " "), "[card number]").replace(secretLike, "[secret]");
}

export interface LogOptions {
	level: string;
	/** Where lines go; standard output by default. */
	destination?: DestinationStream;
}

/**
 * The gateway's log: a JSON line an event. Secrets are left out by the names of their fields first, and then by their
 * looks in the finished line, which also catches what sits inside messages, URLs and errors of libraries (rule P-08).
 */
export function createLog({ level, destination }: LogOptions): Logger {
	const options = {
		level,
		base: null,
		// In words rather than in milliseconds: those would look like a card number to other people's scanners.
		timestamp: pino.stdTimeFunctions.isoTime,
		serializers: { err: describeError },
		redact: { paths: redactedPaths, censor: "[redacted]" },
		hooks: { streamWrite: redact },
	};
	return destination === undefined ? pino(options) : pino(options, destination);
}
