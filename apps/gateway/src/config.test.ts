import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { type Config, ConfigError, readConfig } from "./config.ts";

/** Every variable there is. */
const variables = [
	"PORT",
	"HOST",
	"SHOP_PORT",
	"DATA_DIR",
	"DATABASE_URL",
	"DATABASE_CONNECTIONS",
	"MASTER_KEY_FILE",
	"PUBLIC_URL",
	"TLS_CERT_FILE",
	"TLS_KEY_FILE",
	"TRUST_PROXY",
	"SMTP_URL",
	"MAIL_FROM",
	"SANDBOX",
	"PROCESSOR_TIMEOUT_MS",
	"LOG_LEVEL",
];

/** The message of a refusal. */
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
	it("needs nothing outside of a production setting", () => {
		expect(readConfig({})).toEqual({
			port: 8080,
			host: undefined,
			shopPort: 8081,
			dataDirectory: resolve("data"),
			databaseUrl: undefined,
			databaseConnections: 16,
			masterKeyFile: undefined,
			publicUrl: undefined,
			tls: undefined,
			trustedProxies: [],
			smtpUrl: undefined,
			mailFrom: undefined,
			sandbox: false,
			processorTimeoutMilliseconds: 10_000,
			demoRailDelayMilliseconds: 60_000,
			logLevel: "info",
		});
	});

	it.each<[Record<string, string>, Partial<Config>]>([
		[{ PORT: "0" }, { port: 0 }],
		[{ PORT: "65535" }, { port: 65_535 }],
		[{ HOST: " 127.0.0.1 " }, { host: "127.0.0.1" }],
		[{ SHOP_PORT: "9000" }, { shopPort: 9000 }],
		[{ DATA_DIR: "/var/lib/x" }, { dataDirectory: "/var/lib/x" }],
		[{ DATA_DIR: "x" }, { dataDirectory: resolve("x") }],
		[{ DATA_DIR: "/process" }, { dataDirectory: "/process" }],
		[{ DATABASE_URL: "postgres://u:p@h:5432/d" }, { databaseUrl: "postgres://u:p@h:5432/d" }],
		[{ DATABASE_URL: "postgresql://h/d" }, { databaseUrl: "postgresql://h/d" }],
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
		[{ TLS_CERT_FILE: "c", TLS_KEY_FILE: "k" }, { tls: { certificateFile: "c", keyFile: "k" } }],
		[{ TRUST_PROXY: "10.0.0.0/8, ::1" }, { trustedProxies: ["10.0.0.0/8", "::1"] }],
		[{ SMTP_URL: "smtps://u:p@mail.example" }, { smtpUrl: "smtps://u:p@mail.example" }],
		[{ MAIL_FROM: "receipts@pay.example" }, { mailFrom: "receipts@pay.example" }],
		[{ PROCESSOR_TIMEOUT_MS: "250" }, { processorTimeoutMilliseconds: 250 }],
		[{ LOG_LEVEL: "silent" }, { logLevel: "silent" }],
	])("reads %j", (environment, expected) => {
		expect(readConfig(environment)).toMatchObject(expected);
	});

	it("takes a variable that is set to nothing as not set", () => {
		const empty = Object.fromEntries(variables.map((name) => [name, ""]));
		expect(readConfig(empty)).toEqual(readConfig({}));
	});

	it("ignores variables that are other programs' matter", () => {
		expect(readConfig({ PATH: "/bin", PORTS: "x" })).toEqual(readConfig({}));
	});

	it.each([
		["PORT", "-1", "a whole number from 0 to 65535"],
		["PORT", "65536", "a whole number from 0 to 65535"],
		["PORT", "80a", "a whole number from 0 to 65535"],
		["PORT", "8e3", "a whole number from 0 to 65535"],
		["PORT", "1".repeat(40), "a whole number from 0 to 65535"],
		["SHOP_PORT", "8081.5", "a whole number from 0 to 65535"],
		["DATABASE_CONNECTIONS", "1", "a whole number from 2 to 200"],
		["DATABASE_CONNECTIONS", "201", "a whole number from 2 to 200"],
		["PROCESSOR_TIMEOUT_MS", "9", "a whole number from 10 to 60000"],
		["PROCESSOR_TIMEOUT_MS", "60001", "a whole number from 10 to 60000"],
		["DATABASE_URL", "mysql://h/d", "must look like postgres://"],
		["DATABASE_URL", "localhost", "must look like postgres://"],
		["PUBLIC_URL", "pay.example.com", "must look like https://"],
		["PUBLIC_URL", "javascript:alert(1)", "must look like https://"],
		["SANDBOX", "yes", "must be 1 or 0"],
		["DATA_DIR", "/proc/cardseal", "must be on a disk"],
		["DATA_DIR", "/tmp/../proc", "must be on a disk"],
		["MASTER_KEY_FILE", "/sys/key", "must be on a disk"],
		["LOG_LEVEL", "verbose", ""],
	])("refuses %s=%s and says what it should be", (name, value, advice) => {
		const message = refusal({ [name]: value });
		expect(message).toContain(`\n  ${name} `);
		expect(message).toContain(advice);
	});

	it("refuses a password's URL without repeating the password", () => {
		expect(refusal({ DATABASE_URL: "mysql://user:hunter2@host/d" })).not.toContain("hunter2");
	});

	it("names every setting that is wrong at once", () => {
		const wrong = { PORT: "x", SHOP_PORT: "x", SANDBOX: "x", DATABASE_URL: "x", PUBLIC_URL: "x", LOG_LEVEL: "x" };
		const message = refusal(wrong);
		for (const name of Object.keys(wrong)) expect(message).toContain(`\n  ${name} `);
	});

	it.each([{ TLS_CERT_FILE: "c" }, { TLS_KEY_FILE: "k" }, { TLS_CERT_FILE: " ", TLS_KEY_FILE: "k" }])(
		"refuses half of a TLS setting: %j",
		(environment) => {
			expect(refusal(environment)).toContain("set both or none");
		},
	);

	it("names a half TLS setting beside whatever else is wrong", () => {
		const message = refusal({ TLS_CERT_FILE: "c", PORT: "x" });
		expect(message).toContain("set both or none");
		expect(message).toContain("\n  PORT ");
	});

	it.each(["localhost", "10.0.0.0/33", "10.0.0.1,", "proxy.example.com"])(
		"refuses TRUST_PROXY=%s, which names no address",
		(value) => {
			expect(refusal({ TRUST_PROXY: value })).toContain("\n  TRUST_PROXY ");
		},
	);
});
