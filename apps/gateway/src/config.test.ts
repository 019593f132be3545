import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { tdLike } from "@cardseal/aft";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfigError } from "../../../packages/platform/src/config-error.ts";
import { serverUrls } from "../../../packages/platform/src/server-urls.ts";
import { type Config, readConfig } from "./config.ts";

const variables = [
	"PORT",
	"HOST",
	"SHOP_PORT",
	"METRICS_PORT",
	"METRICS_HOST",
	"WORKERS",
	"OTEL_EXPORTER_OTLP_ENDPOINT",
	"OTEL_SERVICE_NAME",
	"TRACES_PER_SECOND",
	"DATA_DIR",
	"DATABASE_URL",
	"DATABASE_URL_FILE",
	"MIGRATION_DATABASE_URL",
	"MIGRATION_DATABASE_URL_FILE",
	"REPORTS_DATABASE_URL",
	"REPORTS_DATABASE_URL_FILE",
	"DATABASE_CONNECTIONS",
	"DATABASE_UNVERIFIED",
	"MASTER_KEY_FILE",
	"PUBLIC_URL",
	"FRAME_URL",
	"BANK_URL",
	"TLS_CERT_FILE",
	"TLS_KEY_FILE",
	"TRUST_PROXY",
	"SMTP_URL",
	"SMTP_URL_FILE",
	"MAIL_FROM",
	"SECURITY_CONTACT",
	"SECURITY_LANGUAGES",
	"SECURITY_POLICY",
	"SANDBOX",
	"PROCESSOR_TIMEOUT_MS",
	"PROCESSORS_MODULE",
	"DEMO_RAIL_DELAY_MS",
	"EFT_BANK",
	"EFT_ORIGINATOR_ID",
	"EFT_DATA_CENTRE",
	"EFT_RETURN_ACCOUNT",
	"EFT_RETURN_DAYS",
	"LOG_LEVEL",
];

/** The settings of a bank that accepts files. */
const bank = {
	EFT_BANK: "td-like",
	EFT_ORIGINATOR_ID: "CARDSEAL01",
	EFT_DATA_CENTRE: "00320",
	EFT_RETURN_ACCOUNT: "003-00012-0034567",
};

/** Returns the error message. */
function refusal(environment: Record<string, string>): string {
	try {
		readConfig(environment);
	} catch (error) {
		if (error instanceof ConfigError) return error.message;
		throw error;
	}
	throw new Error("The settings were accepted.");
}

describe("readConfig", () => {
	test("production needs one setting", () => {
		expect(readConfig({})).toEqual({
			port: 8080,
			host: undefined,
			shopPort: 8081,
			metrics: undefined,
			traces: undefined,
			dataDirectory: resolve("data"),
			databaseUrl: undefined,
			migrationDatabaseUrl: undefined,
			reportsDatabaseUrl: undefined,
			databaseConnections: 16,
			databaseUnverified: false,
			masterKeyFile: undefined,
			publicUrl: undefined,
			tls: undefined,
			trustedProxies: [],
			smtpUrl: undefined,
			mailFrom: undefined,
			security: undefined,
			sandbox: false,
			workers: 1,
			personalDataDays: 730,
			processorTimeoutMs: 10_000,
			processorModules: [],
			demoRailDelayMs: 60_000,
			logLevel: "info",
			bankFiles: undefined,
		});
	});

	test.each<[Record<string, string>, Partial<Config>]>([
		[{ PORT: "0" }, { port: 0 }],
		[{ PORT: "65535" }, { port: 65_535 }],
		[{ HOST: " 127.0.0.1 " }, { host: "127.0.0.1" }],
		[{ PROCESSORS_MODULE: "./far.js, @far/near" }, { processorModules: ["./far.js", "@far/near"] }],
		[{ SHOP_PORT: "9000" }, { shopPort: 9000 }],
		[{ PERSONAL_DATA_DAYS: "180" }, { personalDataDays: 180 }],
		[{ WORKERS: "4" }, { workers: 4 }],
		[{ WORKERS: "" }, { workers: 1 }],
		[{ WORKERS: "auto" }, { workers: availableParallelism() }],
		[{ METRICS_PORT: "9464" }, { metrics: { port: 9464, host: "127.0.0.1" } }],
		[{ METRICS_PORT: "0", METRICS_HOST: "10.0.0.7" }, { metrics: { port: 0, host: "10.0.0.7" } }],
		[{ METRICS_HOST: "10.0.0.7" }, { metrics: undefined }],
		[
			{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318/" },
			{ traces: { endpoint: "http://127.0.0.1:4318", serviceName: "cardseal", perSecond: 10 } },
		],
		[{ DATA_DIR: "/var/lib/x" }, { dataDirectory: "/var/lib/x" }],
		[{ DATA_DIR: "x" }, { dataDirectory: resolve("x") }],
		[{ DATA_DIR: "/process" }, { dataDirectory: "/process" }],
		[{ DATABASE_URL: "postgres://u:p@h:5432/d" }, { databaseUrl: "postgres://u:p@h:5432/d" }],
		[{ DATABASE_URL: "postgresql://h/d" }, { databaseUrl: "postgresql://h/d" }],
		[{ DATABASE_URL: "postgres://u:p@h:5432,i:5433/d" }, { databaseUrl: "postgres://u:p@h:5432,i:5433/d" }],
		[{ DATABASE_CONNECTIONS: "2" }, { databaseConnections: 2 }],
		[{ MASTER_KEY_FILE: "/run/key" }, { masterKeyFile: "/run/key" }],
		[
			{ SANDBOX: "1", DATA_DIR: "/d" },
			{ sandbox: true, masterKeyFile: "/d/master.key" },
		],
		[
			{ SANDBOX: "1", MASTER_KEY_FILE: "/k" },
			{ sandbox: true, masterKeyFile: "/k" },
		],
		[{ SANDBOX: "1" }, { sandbox: true, host: "127.0.0.1" }],
		[{ SANDBOX: "1", HOST: " " }, { host: "127.0.0.1" }],
		[{ SANDBOX: "1", HOST: "0.0.0.0" }, { host: "0.0.0.0" }],
		[{ SANDBOX: "0" }, { host: undefined }],
		[{ SANDBOX: "true" }, { sandbox: true }],
		[{ SANDBOX: "0" }, { sandbox: false, masterKeyFile: undefined }],
		[{ SANDBOX: "false" }, { sandbox: false }],
		[{ PUBLIC_URL: "https://pay.example.com///" }, { publicUrl: "https://pay.example.com" }],
		[{ PUBLIC_URL: "http://localhost:9/base" }, { publicUrl: "http://localhost:9/base" }],
		[{ FRAME_URL: "https://frames.example.com/" }, { frameUrl: "https://frames.example.com" }],
		[{ BANK_URL: "https://bank.example.com/" }, { bankUrl: "https://bank.example.com" }],
		[{ TLS_CERT_FILE: "c", TLS_KEY_FILE: "k" }, { tls: { certificateFile: "c", keyFile: "k" } }],
		[{ TRUST_PROXY: "10.0.0.0/8, ::1" }, { trustedProxies: ["10.0.0.0/8", "::1"] }],
		[{ SMTP_URL: "smtps://u:p@mail.example" }, { smtpUrl: "smtps://u:p@mail.example" }],
		[{ MAIL_FROM: "receipts@pay.example" }, { mailFrom: "receipts@pay.example" }],
		[{ MAIL_FROM: "receipts@paiement.québec" }, { mailFrom: "receipts@paiement.xn--qubec-csa" }],
		[{ PROCESSOR_TIMEOUT_MS: "250" }, { processorTimeoutMs: 250 }],
		[{ LOG_LEVEL: "silent" }, { logLevel: "silent" }],
	])("reads %j", (environment, expected) => {
		expect(readConfig(environment)).toMatchObject(expected);
	});

	test("treats an empty variable as not set", () => {
		const empty = Object.fromEntries(variables.map((name) => [name, ""]));
		expect(readConfig(empty)).toEqual(readConfig({}));
	});

	test("ignores variables of other programs", () => {
		expect(readConfig({ PATH: "/bin", PORTS: "x" })).toEqual(readConfig({}));
	});

	test.each([
		["PORT", "-1", "a whole number from 0 to 65535"],
		["PORT", "65536", "a whole number from 0 to 65535"],
		["PORT", "80a", "a whole number from 0 to 65535"],
		["PORT", "8e3", "a whole number from 0 to 65535"],
		["PORT", "1".repeat(40), "a whole number from 0 to 65535"],
		["SHOP_PORT", "8081.5", "a whole number from 0 to 65535"],
		["WORKERS", "0", "auto, or a whole number from 1 to 256"],
		["WORKERS", "257", "auto, or a whole number from 1 to 256"],
		["WORKERS", "-2", "auto, or a whole number from 1 to 256"],
		["WORKERS", "2.5", "auto, or a whole number from 1 to 256"],
		["WORKERS", "all", "auto, or a whole number from 1 to 256"],
		["METRICS_PORT", "65536", "a whole number from 0 to 65535"],
		["METRICS_PORT", "-1", "a whole number from 0 to 65535"],
		["OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4318", "http://127.0.0.1:4318"],
		["DATABASE_CONNECTIONS", "1", "a whole number from 2 to 200"],
		["DATABASE_CONNECTIONS", "201", "a whole number from 2 to 200"],
		["PROCESSOR_TIMEOUT_MS", "9", "a whole number from 10 to 60000"],
		["PROCESSOR_TIMEOUT_MS", "60001", "a whole number from 10 to 60000"],
		["DATABASE_URL", "mysql://h/d", "must look like postgres://"],
		["DATABASE_URL", "localhost", "must look like postgres://"],
		["DATABASE_URL", "postgres://u:p@h:5432,i:x/d", "host1:5432,host2:5432"],
		["PUBLIC_URL", "pay.example.com", "must look like https://"],
		["PUBLIC_URL", "javascript:alert(1)", "must look like https://"],
		["FRAME_URL", "https://frames.example.com/x", "must look like https://frames.example.com"],
		["BANK_URL", "https://bank.example.com/x", "must look like https://bank.example.com"],
		["FRAME_URL", "frames.example.com", "must look like https://frames.example.com"],
		["SECURITY_CONTACT", "security@pay.example", "each mailto:, https: or tel:"],
		["SECURITY_CONTACT", "mailto:a@pay.example, http://pay.example", "each mailto:, https: or tel:"],
		["SECURITY_CONTACT", "https://pay.example\nExpires: never", "each mailto:, https: or tel:"],
		["SECURITY_LANGUAGES", "English", "such as en, fr"],
		["SECURITY_POLICY", "http://pay.example/security", "must look like https://"],
		["SANDBOX", "yes", "must be 1 or 0"],
		["DATA_DIR", "/proc/cardseal", "must be on a disk"],
		["DATA_DIR", "/tmp/../proc", "must be on a disk"],
		["MASTER_KEY_FILE", "/sys/key", "must be on a disk"],
		["LOG_LEVEL", "verbose", "must be one of fatal, error, warn, info, debug, trace, silent"],
		["EFT_BANK", "toString", "one of rbc-like, td-like, generic"],
		["EFT_ORIGINATOR_ID", "cardseal01", "10 capitals or digits"],
		["EFT_DATA_CENTRE", "320", "5 digits"],
		["EFT_RETURN_ACCOUNT", "003-00012", "such as 003-00012-1234567"],
		["EFT_RETURN_ACCOUNT", "000-00012-0034567", "such as 003-00012-1234567"],
		["EFT_RETURN_DAYS", "0", "a whole number from 1 to 60"],
	])("rejects %s=%s and names the valid values", (name, value, advice) => {
		const message = refusal({ [name]: value });
		expect(message).toContain(`\n  ${name} `);
		expect(message).toContain(advice);
	});

	test("rejects a URL with a password without repeating the password", () => {
		expect(refusal({ DATABASE_URL: "mysql://user:hunter2@host/d" })).not.toContain("hunter2");
	});

	test("names every invalid setting at once", () => {
		const wrong = { PORT: "x", SHOP_PORT: "x", SANDBOX: "x", DATABASE_URL: "x", PUBLIC_URL: "x", LOG_LEVEL: "x" };
		const message = refusal(wrong);
		for (const name of Object.keys(wrong)) expect(message).toContain(`\n  ${name} `);
	});

	test.each([{ TLS_CERT_FILE: "c" }, { TLS_KEY_FILE: "k" }, { TLS_CERT_FILE: " ", TLS_KEY_FILE: "k" }])(
		"rejects an incomplete TLS configuration: %j",
		(environment) => {
			expect(refusal(environment)).toContain("set both or none");
		},
	);

	test("reads the settings of bank files", () => {
		const settings = {
			profile: tdLike,
			originatorId: "CARDSEAL01",
			dataCentre: "00320",
			returnAccount: { institutionNumber: "003", transitNumber: "00012", accountNumber: "0034567" },
			returnDays: 3,
		};
		expect(readConfig(bank).bankFiles).toEqual(settings);
		expect(readConfig({ ...bank, EFT_RETURN_DAYS: "10" }).bankFiles).toEqual({ ...settings, returnDays: 10 });
		expect(readConfig({ EFT_RETURN_DAYS: "10" }).bankFiles).toBeUndefined();
	});

	test("S-22 rejects a bank account without repeating its number", () => {
		expect(refusal({ ...bank, EFT_RETURN_ACCOUNT: "003-0012-7654321" })).not.toContain("7654321");
	});

	test.each(Object.keys(bank))("rejects a bank without %s", (name) => {
		expect(refusal({ ...bank, [name]: " " })).toContain("belong together: set all or none");
	});

	test("names an incomplete TLS configuration together with other errors", () => {
		const message = refusal({ TLS_CERT_FILE: "c", PORT: "x" });
		expect(message).toContain("set both or none");
		expect(message).toContain("\n  PORT ");
	});

	test.each(["localhost", "10.0.0.0/33", "10.0.0.1,", "proxy.example.com"])(
		"rejects TRUST_PROXY=%s, which is not an address",
		(value) => {
			expect(refusal({ TRUST_PROXY: value })).toContain("\n  TRUST_PROXY ");
		},
	);
});

describe("secrets from files", () => {
	let folder: string;
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), "cardseal-config-"));
		await writeFile(join(folder, "database"), "postgres://u:hunter2@h:5432/d\n");
		await writeFile(join(folder, "mail"), "smtps://u:hunter2@mail.example\r\n");
		await writeFile(join(folder, "empty"), "\n");
	});
	afterAll(() => rm(folder, { recursive: true }));

	test("are read without the end of the line", () => {
		const environment = { DATABASE_URL_FILE: join(folder, "database"), SMTP_URL_FILE: ` ${join(folder, "mail")}` };
		expect(readConfig(environment)).toMatchObject({
			databaseUrl: "postgres://u:hunter2@h:5432/d",
			smtpUrl: "smtps://u:hunter2@mail.example",
		});
	});

	test.each(["missing", "empty", ""])("are not optional: the file %j", (name) => {
		const file = join(folder, name);
		expect(refusal({ DATABASE_URL_FILE: file })).toContain(
			`\n  DATABASE_URL_FILE must name a file with the value of DATABASE_URL: ${file}`,
		);
	});

	test("exclude the same setting in the environment", () => {
		const message = refusal({ SMTP_URL: "smtp://h", SMTP_URL_FILE: join(folder, "mail") });
		expect(message).toContain("\n  SMTP_URL and SMTP_URL_FILE exclude each other: set one of them");
	});

	test("are checked like the setting, and not repeated", () => {
		const message = refusal({ DATABASE_URL_FILE: join(folder, "mail") });
		expect(message).toContain("\n  DATABASE_URL must look like postgres://");
		expect(message).not.toContain("hunter2");
	});
});

test.each([
	["postgres://u:p@h:5432/d?sslmode=verify-full", ["postgres://u:p@h:5432/d?sslmode=verify-full"]],
	["postgres://u:a,b@h/d?options=a,b", ["postgres://u:a,b@h/d?options=a,b"]],
	["postgres:///d?host=/var/run,/tmp", ["postgres:///d?host=/var/run,/tmp"]],
	[
		"postgres://u:p@one:5432,two,[::1]:5433/d?x=1",
		["one:5432", "two", "[::1]:5433"].map((at) => `postgres://u:p@${at}/d?x=1`),
	],
	["postgresql://one,two", ["postgresql://one", "postgresql://two"]],
])("the servers of %s", (url, servers) => {
	expect(serverUrls(url)).toEqual(servers);
});
