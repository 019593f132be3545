import { join, resolve } from "node:path";
import proxyAddr from "proxy-addr";
import { z } from "zod";

/** A variable that is set but empty counts as not set: shells and compose files leave such behind. */
const text = z
	.string()
	.trim()
	.transform((value) => (value === "" ? undefined : value))
	.optional();

const flag = z
	.enum(["0", "1", "true", "false", ""], "must be 1 or 0")
	.transform((value) => value === "1" || value === "true")
	.default(false);

function wholeNumber(minimum: number, maximum: number, fallback: number) {
	const advice = `must be a whole number from ${minimum} to ${maximum}`;
	return z.preprocess(
		(value) => (value === "" ? undefined : value),
		z
			.string()
			.regex(/^[0-9]{1,9}$/, advice)
			.transform(Number)
			.pipe(z.number().min(minimum, advice).max(maximum, advice))
			.default(fallback),
	);
}

function url(protocols: string[], advice: string) {
	return text.refine((value) => value === undefined || isUrlOf(protocols, value), advice);
}

function isUrlOf(protocols: string[], value: string): boolean {
	return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

function isSet(value: string | undefined): boolean {
	return value !== undefined && value.trim() !== "";
}

function addressesIn(list: string): string[] {
	return list.split(",").map((address) => address.trim());
}

/** Addresses and networks, as `http/client-address.ts` will read them. */
function isListOfAddresses(list: string | undefined): boolean {
	try {
		proxyAddr.compile(list === undefined ? [] : addressesIn(list));
		return true;
	} catch {
		return false;
	}
}

/** The kernel's own folders: Node's `mkdir` never returns below /proc, and nothing written there would stay. */
const path = text.refine(
	(value) => value === undefined || !/^\/(?:proc|sys)(?:\/|$)/.test(resolve(value)),
	"must be on a disk, not below /proc or /sys",
);

/** The environment as a schema: every setting there is, in one place. README.md has the same table in words. */
const environmentSchema = z.object({
	PORT: wholeNumber(0, 65_535, 8080),
	HOST: text,
	SHOP_PORT: wholeNumber(0, 65_535, 8081),
	DATA_DIR: path,
	DATABASE_URL: url(["postgres:", "postgresql:"], "must look like postgres://user:password@host:5432/name"),
	DATABASE_CONNECTIONS: wholeNumber(2, 200, 16),
	MASTER_KEY_FILE: path,
	NEXT_MASTER_KEY_FILE: path,
	PUBLIC_URL: url(["http:", "https:"], "must look like https://pay.example.com"),
	TLS_CERT_FILE: text,
	TLS_KEY_FILE: text,
	TRUST_PROXY: text.refine(isListOfAddresses, "must be addresses or networks, such as 10.0.0.0/8, ::1"),
	SMTP_URL: url(["smtp:", "smtps:"], "must look like smtp://user:password@mail.example.com:587"),
	MAIL_FROM: text.pipe(z.email("must be an e-mail address").optional()),
	SANDBOX: flag,
	PROCESSOR_TIMEOUT_MS: wholeNumber(10, 60_000, 10_000),
	DEMO_RAIL_DELAY_MS: wholeNumber(0, 999_999_999, 60_000),
	LOG_LEVEL: z.enum(["", "fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

export interface Config {
	port: number;
	/** The address to listen on, gateway and shop; every interface when it is `undefined`. */
	host: string | undefined;
	shopPort: number;
	/** Absolute. */
	dataDirectory: string;
	databaseUrl: string | undefined;
	databaseConnections: number;
	masterKeyFile: string | undefined;
	/** Where the other master key is while it is rotated; at other times nothing need be there. */
	nextMasterKeyFile: string | undefined;
	/** Without a trailing slash; `undefined` until the port is known when none was given. */
	publicUrl: string | undefined;
	tls: { certificateFile: string; keyFile: string } | undefined;
	/** Addresses and networks whose forwarding headers count. */
	trustedProxies: string[];
	/** Holds a password. */
	smtpUrl: string | undefined;
	/** The address that mail comes from; one at the public URL's host when it is not said. */
	mailFrom: string | undefined;
	sandbox: boolean;
	processorTimeoutMilliseconds: number;
	/** How long demo merchants' bank payments are under way, by the business clock. */
	demoRailDelayMilliseconds: number;
	logLevel: string;
}

/** Settings that cannot be used; the message names every one of them. */
export class ConfigError extends Error {
	override readonly name = "ConfigError";
}

/**
 * Reads the settings from the environment.
 *
 * @throws ConfigError that names each variable that is wrong and what it should be
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
	const parsed = environmentSchema.safeParse(environment);
	const problems = parsed.error?.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`) ?? [];
	if (isSet(environment.TLS_CERT_FILE) !== isSet(environment.TLS_KEY_FILE)) {
		problems.push("TLS_CERT_FILE and TLS_KEY_FILE belong together: set both or none");
	}
	if (!parsed.success || problems.length > 0) {
		throw new ConfigError(`The settings cannot be used:\n  ${problems.join("\n  ")}`);
	}
	const settings = parsed.data;
	const dataDirectory = resolve(settings.DATA_DIR ?? "data");
	const masterKeyFile = settings.MASTER_KEY_FILE ?? (settings.SANDBOX ? join(dataDirectory, "master.key") : undefined);
	return {
		port: settings.PORT,
		// The sandbox has well-known cards and no TLS: others reach it when somebody says so.
		host: settings.HOST ?? (settings.SANDBOX ? "127.0.0.1" : undefined),
		shopPort: settings.SHOP_PORT,
		dataDirectory,
		databaseUrl: settings.DATABASE_URL,
		databaseConnections: settings.DATABASE_CONNECTIONS,
		masterKeyFile,
		nextMasterKeyFile:
			settings.NEXT_MASTER_KEY_FILE ?? (masterKeyFile === undefined ? undefined : `${masterKeyFile}.next`),
		publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ""),
		tls:
			settings.TLS_CERT_FILE !== undefined && settings.TLS_KEY_FILE !== undefined
				? { certificateFile: settings.TLS_CERT_FILE, keyFile: settings.TLS_KEY_FILE }
				: undefined,
		trustedProxies: settings.TRUST_PROXY === undefined ? [] : addressesIn(settings.TRUST_PROXY),
		smtpUrl: settings.SMTP_URL,
		mailFrom: settings.MAIL_FROM,
		sandbox: settings.SANDBOX,
		processorTimeoutMilliseconds: settings.PROCESSOR_TIMEOUT_MS,
		demoRailDelayMilliseconds: settings.DEMO_RAIL_DELAY_MS,
		logLevel: settings.LOG_LEVEL === "" ? "info" : settings.LOG_LEVEL,
	};
}
