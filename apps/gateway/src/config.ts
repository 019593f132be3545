import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { type BankAccount, bankProfiles, checkAccount } from "@cardseal/aft";
import type { BankFileSettings } from "@cardseal/eft/gateway";
import { ConfigError, isEmailAddress, serverUrls, withAsciiDomain } from "@cardseal/platform";
import proxyAddr from "proxy-addr";
import { z } from "zod";

/** Shells and compose files often pass an empty variable. */
const text = z
	.string()
	.trim()
	.transform((value) => (value === "" ? undefined : value))
	.optional();

function textThat(isValid: (value: string) => boolean, advice: string) {
	return text.refine((value) => value === undefined || isValid(value), advice);
}

const flag = z
	.enum(["0", "1", "true", "false", ""], "must be 1 or 0")
	.transform((value) => value === "1" || value === "true")
	.default(false);

const maximumPort = 65_535;

function isWholeNumber(value: string, minimum: number, maximum: number): boolean {
	return /^[0-9]{1,9}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
}

function wholeNumber(minimum: number, maximum: number, fallback: number) {
	const advice = `must be a whole number from ${minimum} to ${maximum}`;
	return z
		.string()
		.refine((value) => value === "" || isWholeNumber(value, minimum, maximum), advice)
		.default("")
		.transform((value) => (value === "" ? fallback : Number(value)));
}

const maximumWorkers = 256;

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

function url(protocols: string[], advice: string) {
	return textThat((value) => isUrlOf(protocols, value), advice);
}

function isUrlOf(protocols: string[], value: string): boolean {
	if (!URL.canParse(value)) return false;
	const { protocol, username, password, hostname, pathname } = new URL(value);
	return protocols.includes(protocol) && [username, password, hostname, pathname].every(isDecodable);
}

/** A password with `%` must be written `%25`. */
function isDecodable(part: string): boolean {
	try {
		decodeURIComponent(part);
		return true;
	} catch {
		return false;
	}
}

function originLike(example: string) {
	const isOrigin = (value: string) =>
		isUrlOf(["http:", "https:"], value) && new URL(value).origin === value.replace(/\/$/, "").toLowerCase();
	return textThat(isOrigin, `must look like ${example}, without a path`).transform((value) =>
		value?.replace(/\/$/, ""),
	);
}

function isSet(value: string | undefined): boolean {
	return value !== undefined && value.trim() !== "";
}

function partsOf(list: string | undefined): string[] {
	return list === undefined ? [] : list.split(",").map((part) => part.trim());
}

/** RFC 9116 §2.5.3: a URI, and a web page only by https. */
function isContact(value: string): boolean {
	return /^(?:mailto:[^\s@]+@[^\s@]+|tel:\+?[0-9()-]+)$/.test(value) || isSecurePage(value);
}

function isSecurePage(value: string): boolean {
	return /^\S+$/.test(value) && isUrlOf(["https:"], value);
}

/** Parsed as `http/client-address.ts` parses them. */
function isListOfAddresses(list: string): boolean {
	try {
		proxyAddr.compile(partsOf(list));
		return true;
	} catch {
		return false;
	}
}

/** Node's `mkdir` never returns below /proc, and files there are not stored. */
const path = textThat(
	(value) => !/^\/(?:proc|sys)(?:\/|$)/.test(resolve(value)),
	"must be on a disk, not below /proc or /sys",
);

/** Parses `003-00012-1234567`; cheques have the transit number first. */
function accountIn(value: string): BankAccount | undefined {
	const [institutionNumber = "", transitNumber = "", accountNumber = "", ...others] = value.split("-");
	const account = { institutionNumber, transitNumber, accountNumber };
	return others.length === 0 && checkAccount(account).length === 0 ? account : undefined;
}

const postgres = ["postgres:", "postgresql:"];

const databaseUrl = textThat(
	(value) => serverUrls(value).every((server) => isUrlOf(postgres, server)),
	"must look like postgres://user:password@host:5432/name; several servers are host1:5432,host2:5432",
);

const environmentSchema = z.object({
	PORT: wholeNumber(0, maximumPort, 8080),
	HOST: text,
	SHOP_PORT: wholeNumber(0, maximumPort, 8081),
	METRICS_PORT: textThat(
		(value) => /^[0-9]{1,5}$/.test(value) && Number(value) <= maximumPort,
		`must be a whole number from 0 to ${maximumPort}`,
	),
	METRICS_HOST: text,
	WORKERS: textThat(
		(value) => value === "auto" || isWholeNumber(value, 1, maximumWorkers),
		`must be auto, or a whole number from 1 to ${maximumWorkers}`,
	).transform((value) => (value === "auto" ? availableParallelism() : Number(value ?? 1))),
	OTEL_EXPORTER_OTLP_ENDPOINT: url(["http:", "https:"], "must look like http://127.0.0.1:4318"),
	OTEL_SERVICE_NAME: text,
	TRACES_PER_SECOND: wholeNumber(1, 10_000, 10),
	DATA_DIR: path,
	DATABASE_URL: databaseUrl,
	MIGRATION_DATABASE_URL: databaseUrl,
	REPORTS_DATABASE_URL: url(postgres, "must look like postgres://user:password@host:5432/name, and name one server"),
	DATABASE_CONNECTIONS: wholeNumber(2, 200, 16),
	DATABASE_UNVERIFIED: flag,
	MASTER_KEY_FILE: path,
	NEXT_MASTER_KEY_FILE: path,
	MASTER_KEY_HSM: text,
	PUBLIC_URL: url(["http:", "https:"], "must look like https://pay.example.com"),
	FRAME_URL: originLike("https://frames.example.com"),
	BANK_URL: originLike("https://bank.example.com"),
	TLS_CERT_FILE: text,
	TLS_KEY_FILE: text,
	TRUST_PROXY: textThat(isListOfAddresses, "must be addresses or networks, such as 10.0.0.0/8, ::1"),
	SMTP_URL: url(["smtp:", "smtps:"], "must look like smtp://user:password@mail.example.com:587"),
	MAIL_FROM: text
		.transform((value) => value && withAsciiDomain(value))
		.refine((value) => value === undefined || isEmailAddress(value), "must be an email address"),
	SECURITY_CONTACT: textThat(
		(list) => partsOf(list).every(isContact),
		"must be addresses with commas between them, each mailto:, https: or tel:",
	),
	SECURITY_LANGUAGES: textThat(
		(list) => partsOf(list).every((tag) => /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag)),
		"must be language tags, such as en, fr",
	),
	SECURITY_POLICY: textThat(isSecurePage, "must look like https://pay.example.com/security"),
	SANDBOX: flag,
	PERSONAL_DATA_DAYS: wholeNumber(180, 36_500, 730),
	PROCESSOR_TIMEOUT_MS: wholeNumber(10, 60_000, 10_000),
	PROCESSORS_MODULE: text,
	DEMO_RAIL_DELAY_MS: wholeNumber(0, 999_999_999, 60_000),
	EFT_BANK: textThat(
		(name) => Object.hasOwn(bankProfiles, name),
		`must be one of ${Object.keys(bankProfiles).join(", ")}`,
	),
	EFT_ORIGINATOR_ID: textThat((id) => /^[A-Z0-9]{10}$/.test(id), "must be 10 capitals or digits"),
	EFT_DATA_CENTRE: textThat((centre) => /^[0-9]{5}$/.test(centre), "must be 5 digits"),
	EFT_RETURN_ACCOUNT: textThat(
		(account) => accountIn(account) !== undefined,
		"must be institution, transit and account number with dashes between them, such as 003-00012-1234567",
	),
	EFT_RETURN_DAYS: wholeNumber(1, 60, 3),
	LOG_LEVEL: z.enum(["", ...logLevels], `must be one of ${logLevels.join(", ")}`).default("info"),
});

type Settings = z.infer<typeof environmentSchema>;

export type Config = ReturnType<typeof readConfig>;

/** Settings with passwords, which may come from files (`_FILE`). */
const secrets = ["DATABASE_URL", "MIGRATION_DATABASE_URL", "REPORTS_DATABASE_URL", "SMTP_URL"];

function withSecretFiles(environment: Record<string, string | undefined>) {
	const settings = { ...environment };
	const problems: string[] = [];
	for (const name of secrets) {
		const file = environment[`${name}_FILE`]?.trim();
		if (!file) continue;
		if (isSet(environment[name])) problems.push(`${name} and ${name}_FILE exclude each other: set one of them`);
		else settings[name] = readSecret(file);
		if (!isSet(settings[name])) problems.push(`${name}_FILE must name a file with the value of ${name}: ${file}`);
	}
	return { settings, problems };
}

function readSecret(file: string): string | undefined {
	try {
		return readFileSync(file, "utf8").trim();
	} catch {
		return undefined;
	}
}

const groups = [
	{ names: ["TLS_CERT_FILE", "TLS_KEY_FILE"], advice: "set both or none" },
	{ names: ["EFT_BANK", "EFT_ORIGINATOR_ID", "EFT_DATA_CENTRE", "EFT_RETURN_ACCOUNT"], advice: "set all or none" },
];

function togetherProblems(environment: Record<string, string | undefined>): string[] {
	const broken = groups.filter(({ names }) => new Set(names.map((name) => isSet(environment[name]))).size > 1);
	return broken.map(({ names, advice }) => {
		const last = names.at(-1);
		return `${names.slice(0, -1).join(", ")} and ${last} belong together: ${advice}`;
	});
}

/** @throws ConfigError that names each invalid variable and its valid values */
export function readConfig(environment: Record<string, string | undefined>) {
	const { settings: given, problems } = withSecretFiles(environment);
	const parsed = environmentSchema.safeParse(given);
	problems.push(...(parsed.error?.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`) ?? []));
	problems.push(...togetherProblems(environment));
	if (!parsed.success || problems.length > 0) {
		throw new ConfigError(`The settings are invalid:\n  ${problems.join("\n  ")}`);
	}
	const settings = parsed.data;
	const { SANDBOX: sandbox, TLS_CERT_FILE: certificateFile, TLS_KEY_FILE: keyFile } = settings;
	const dataDirectory = resolve(settings.DATA_DIR ?? "data");
	const masterKeyFile = settings.MASTER_KEY_FILE ?? (sandbox ? join(dataDirectory, "master.key") : undefined);
	return {
		port: settings.PORT,
		// The sandbox has well-known cards and no TLS.
		host: settings.HOST ?? (sandbox ? "127.0.0.1" : undefined),
		shopPort: settings.SHOP_PORT,
		/** Needs no sign-in. */
		metrics: metricsOf(settings),
		/** 1 is this process alone. */
		workers: settings.WORKERS,
		traces: tracesOf(settings),
		dataDirectory,
		databaseUrl: settings.DATABASE_URL,
		/** `undefined` if one role owns and serves. */
		migrationDatabaseUrl: settings.MIGRATION_DATABASE_URL,
		/** `undefined`: the database answers reports. */
		reportsDatabaseUrl: settings.REPORTS_DATABASE_URL,
		databaseConnections: settings.DATABASE_CONNECTIONS,
		/** Allows another host without verified TLS. */
		databaseUnverified: settings.DATABASE_UNVERIFIED,
		masterKeyFile,
		/** A file for rotations; it may be missing otherwise. */
		nextMasterKeyFile: settings.NEXT_MASTER_KEY_FILE ?? (masterKeyFile && `${masterKeyFile}.next`),
		/** A PKCS#11 URI; `undefined`: new files are in the clear. */
		masterKeyHsm: settings.MASTER_KEY_HSM,
		/** Has no trailing slash; may be `undefined` until the port is known. */
		publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ""),
		frameUrl: settings.FRAME_URL,
		/** The address of the sandbox's bank. */
		bankUrl: settings.BANK_URL,
		tls: certificateFile === undefined || keyFile === undefined ? undefined : { certificateFile, keyFile },
		/** Proxies whose forwarding headers count. */
		trustedProxies: partsOf(settings.TRUST_PROXY),
		smtpUrl: settings.SMTP_URL,
		mailFrom: settings.MAIL_FROM,
		/** `undefined`: no security.txt. */
		security: securityOf(settings),
		sandbox,
		personalDataDays: settings.PERSONAL_DATA_DAYS,
		processorTimeoutMs: settings.PROCESSOR_TIMEOUT_MS,
		processorModules: partsOf(settings.PROCESSORS_MODULE),
		/** Business time. */
		demoRailDelayMs: settings.DEMO_RAIL_DELAY_MS,
		logLevel: settings.LOG_LEVEL || "info",
		bankFiles: bankFilesOf(settings),
	};
}

function metricsOf({ METRICS_PORT: port, METRICS_HOST: host = "127.0.0.1" }: Settings) {
	return port === undefined ? undefined : { port: Number(port), host };
}

function tracesOf(settings: Settings) {
	const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName = "cardseal" } = settings;
	if (endpoint === undefined) return undefined;
	return { endpoint: endpoint.replace(/\/+$/, ""), serviceName, perSecond: settings.TRACES_PER_SECOND };
}

function securityOf({
	SECURITY_CONTACT: contacts,
	SECURITY_LANGUAGES: languages,
	SECURITY_POLICY: policyUrl,
}: Settings) {
	if (contacts === undefined) return undefined;
	return { contacts: partsOf(contacts), languages: partsOf(languages), policyUrl };
}

function bankFilesOf(settings: Settings): BankFileSettings | undefined {
	const { EFT_BANK: bank, EFT_ORIGINATOR_ID: originatorId, EFT_DATA_CENTRE: dataCentre } = settings;
	const profile = bank && bankProfiles[bank];
	const returnAccount = accountIn(settings.EFT_RETURN_ACCOUNT ?? "");
	if (!profile || !originatorId || !dataCentre || !returnAccount) return undefined;
	return { profile, originatorId, dataCentre, returnAccount, returnDays: settings.EFT_RETURN_DAYS };
}
