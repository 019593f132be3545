import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateMasterKey } from "@cardseal/vault";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { createLog, explainFailedStart, readConfig, startGateway } from "../../apps/gateway/src/index.ts";
import { createTestDatabase, databaseUrl, execute, type TestDatabase } from "../fixtures/database.ts";
import { freePort, sandboxProgram } from "../fixtures/gateway-process.ts";
import { type Finished, root, run } from "../run/command.ts";

const gatewayProgram = join(root, "apps/gateway/src/main.ts");

/** A server that closes every connection. */
let closing: Server;
let closingPort: number;

beforeAll(async () => {
	closing = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
	await new Promise((resolve) => closing.once("listening", resolve));
	closingPort = (closing.address() as AddressInfo).port;
});

afterAll(() => {
	closing.close();
});

let directory: string;
let database: TestDatabase;

/** A database that a sandbox has seeded, with its master key in `DATA_DIR`. */
beforeEach(async () => {
	const { name, masterKey } = inject("sandboxTemplate");
	database = await createTestDatabase(name);
	directory = await mkdtemp(join(tmpdir(), "cardseal-start-"));
	// Root runs PostgreSQL as another user, who needs access to the directory.
	await chmod(directory, 0o711);
	await writeFile(inDirectory("master.key"), masterKey, { mode: 0o600 });
});

afterEach(async () => {
	await database.drop();
	await rm(directory, { recursive: true });
});

function inDirectory(name: string): string {
	return join(directory, name);
}

/** Settings of a sandbox on the test's database. */
function withSettings(environment: Record<string, string>): Record<string, string> {
	const settings = { SANDBOX: "1", PORT: "0", SHOP_PORT: "0", DATA_DIR: directory, DATABASE_URL: database.url };
	return { LOG_LEVEL: "silent", ...settings, ...environment };
}

/** Starts a program. */
function start(environment: Record<string, string>, program = gatewayProgram): Promise<Finished> {
	return run("node", ["--conditions=source", program], {
		environment: { PGHOST: "", PGPASSWORD: "", ...withSettings(environment) },
		timeoutSeconds: 60,
	});
}

/** Starts a gateway in this process, which takes a twentieth of the time. Returns its explanation; `undefined` if it has started. */
async function explanationOf(environment: Record<string, string>): Promise<string | undefined> {
	try {
		const gateway = await startGateway(readConfig(withSettings(environment)), createLog({ level: "silent" }));
		await gateway.stop();
		return undefined;
	} catch (error) {
		return explainFailedStart(error, "silent");
	}
}

/** The lines without those that list settings or give an example. */
function sentencesOf(output: string): string[] {
	return output
		.trim()
		.split("\n")
		.filter((line) => !/^\(|^ {2}/.test(line));
}

function expectSentence({ code, output }: Finished, sentence: RegExp): void {
	expect(output).toMatch(sentence);
	expect(output).not.toMatch(/\n\s+at /);
	// The output names the program that did not start, and says why in one sentence.
	expect(sentencesOf(output)).toHaveLength(2);
	expect(code).toBe(1);
}

type Case = [failure: string, make: () => unknown, sentence: RegExp];

/** Each case returns settings, or changes something first. */
async function settingsOf([, make]: Case): Promise<Record<string, string>> {
	return ((await make()) as Record<string, string> | undefined) ?? {};
}

function withUrl(change: (url: URL) => void): Record<string, string> {
	const url = new URL(database.url);
	change(url);
	return { DATABASE_URL: url.href };
}

async function write(name: string, content: string): Promise<string> {
	await writeFile(inDirectory(name), content, { mode: 0o600 });
	return inDirectory(name);
}

const settings: Case[] = [
	["a setting that is no number", () => ({ PORT: "http" }), /PORT must be a whole number from 0 to 65535/],
	["a data directory below /proc", () => ({ DATA_DIR: "/proc/data" }), /DATA_DIR must be on a disk/],
	["a setting without its partner", () => ({ TLS_KEY_FILE: "key" }), /TLS_CERT_FILE and TLS_KEY_FILE belong together/],
	["a password with a % in SMTP_URL", () => ({ SMTP_URL: "smtp://u:50%@h" }), /SMTP_URL must look like/],
	[
		"a password with a % in DATABASE_URL",
		() => ({ DATABASE_URL: "postgres://u:5%@h/d" }),
		/DATABASE_URL must look like/,
	],
	[
		"a processor module that is missing",
		() => ({ PROCESSORS_MODULE: "@nobody/far" }),
		/PROCESSORS_MODULE names @nobody\/far, but it cannot be loaded: /,
	],
	[
		"a processor module without processors",
		async () => ({ PROCESSORS_MODULE: await write("far.mjs", "export const processor = {};") }),
		/PROCESSORS_MODULE names .*far\.mjs, but it exports no list `processors`/,
	],
	["a port in use", () => ({ PORT: String(closingPort), HOST: "127.0.0.1" }), /Port \d+ is taken/],
	[
		"an address of another machine",
		() => ({ HOST: "192.0.2.1" }),
		/HOST must be an address of this machine, and 192\.0\.2\.1/,
	],
	["an unknown host name", () => ({ HOST: "nowhere.invalid" }), /HOST must be .*nowhere\.invalid is none/],
	[
		"a missing certificate",
		() => ({ TLS_CERT_FILE: inDirectory("cert"), TLS_KEY_FILE: inDirectory("key") }),
		/TLS_CERT_FILE and TLS_KEY_FILE must be .*ENOENT.*cert/,
	],
	[
		"a file that is no certificate",
		async () => ({ TLS_CERT_FILE: await write("cert", "?"), TLS_KEY_FILE: await write("key", "?") }),
		/TLS_CERT_FILE and TLS_KEY_FILE must be a certificate and its key in PEM: /,
	],
];

const directories: Case[] = [
	[
		"a data directory that is a file",
		async () => embedded(await write("file", "")),
		/cannot be used .*EEXIST|ENOTDIR.*file/,
	],
	["a data directory below a file", async () => embedded(join(await write("file", ""), "data")), /ENOTDIR.*DATA_DIR/],
	[
		"a database folder that is gone",
		async () => {
			await symlink("/nowhere/postgres", inDirectory("postgres"));
			return embedded(directory);
		},
		/was kept in \/nowhere\/postgres, which is gone/,
	],
	[
		"a database folder without a database",
		async () => {
			await mkdir(inDirectory("postgres/cluster"), { recursive: true });
			return embedded(directory);
		},
		/belong to root|cannot be used .*PG_VERSION/,
	],
	[
		"a demo.json that cannot be replaced",
		async () => {
			await mkdir(inDirectory("demo.json/folder"), { recursive: true });
		},
		/cannot be used .*demo\.json/,
	],
	[
		"a damaged newest-seen.json",
		() => write("newest-seen.json", "{").then(() => ({})),
		/newest-seen\.json cannot be read/,
	],
	[
		"a damaged audit-head.json",
		() => write("audit-head.json", "{").then(() => ({})),
		/audit-head\.json cannot be read/,
	],
];

function embedded(dataDirectory: string): Record<string, string> {
	return { DATABASE_URL: "", DATA_DIR: dataDirectory };
}

const databases: Case[] = [
	[
		"a wrong database name",
		() => ({ DATABASE_URL: databaseUrl(database.url, "nowhere") }),
		/cannot be used: database "nowhere" does not exist; create the database, or correct its name/,
	],
	[
		"a wrong password",
		() => withUrl((url) => (url.password = "wrong")),
		/authentication failed .*; correct the user and the password/,
	],
	["no password", () => withUrl((url) => (url.password = "")), /; add the password to DATABASE_URL/],
	["an unknown user", () => withUrl((url) => (url.username = "nobody")), /; correct the user and the password/],
	[
		"a port without a server",
		async () => ({ DATABASE_URL: `postgres://u:p@127.0.0.1:${await freePort()}/d` }),
		/ECONNREFUSED .*; start PostgreSQL there, or correct DATABASE_URL/,
	],
	[
		"a name with two addresses without a server",
		async () => ({ DATABASE_URL: `postgres://u:p@localhost:${await freePort()}/d` }),
		/ECONNREFUSED .*; start PostgreSQL there, or correct DATABASE_URL/,
	],
	[
		"a socket without a server",
		() => ({ DATABASE_URL: `postgres:///d?user=u&host=${encodeURIComponent(directory)}` }),
		/ENOENT .*; start PostgreSQL there/,
	],
	[
		"an unknown host",
		() => ({ DATABASE_URL: "postgres://u:p@nowhere.invalid/d", DATABASE_UNVERIFIED: "1" }),
		/nowhere\.invalid.*; start PostgreSQL there, or correct DATABASE_URL/,
	],
	[
		"a database on another host without TLS",
		() => ({ DATABASE_URL: "postgres://u:p@db.example/d" }),
		/sslmode=verify-full/,
	],
	[
		"a server that is no PostgreSQL",
		() => ({ DATABASE_URL: `postgres://u:p@127.0.0.1:${closingPort}/d` }),
		/; (?:check that|start) .*PostgreSQL/,
	],
	[
		"a server without TLS",
		() => withUrl((url) => url.searchParams.set("sslmode", "verify-full")),
		/; turn TLS on in PostgreSQL/,
	],
	[
		"a certificate authority that is missing",
		() => withUrl((url) => (url.search = "?sslmode=verify-full&sslrootcert=/nowhere.pem")),
		/cannot be used .*\/nowhere\.pem/,
	],
	[
		"a read-only database",
		async () => {
			const name = new URL(database.url).pathname.slice(1);
			await execute(database.url, `alter database ${name} set default_transaction_read_only = on`);
		},
		/read-only transaction; name the primary server/,
	],
	[
		"a schema in which no table may be created",
		async () => {
			for (const rest of ["schema public cascade", "schema if exists none"])
				await execute(database.url, `drop ${rest}`);
		},
		/; make the user in DATABASE_URL the owner of the database/,
	],
	[
		"a hand-changed table",
		() => execute(database.url, "alter table transactions drop column language"),
		/The tables were changed .*transactions\.language.*: undo the change/,
	],
	[
		"an edited migration",
		() => execute(database.url, "update applied_migrations set statements_hash = '0'"),
		/was written by version \S+, whose migration 0001_initial differs/,
	],
	[
		"a newer version",
		() =>
			execute(
				database.url,
				"insert into applied_migrations select '9999_next', 'offline', '0', '7.0.0', 0, null, true, catalog from applied_migrations limit 1",
			),
		/was written by version 7\.0\.0, which is newer than this version/,
	],
];

const keys: Case[] = [
	["no master key", () => ({ SANDBOX: "0" }), /MASTER_KEY_FILE must name a file/],
	[
		"a master key file that is missing",
		() => ({ SANDBOX: "0", MASTER_KEY_FILE: "/nowhere" }),
		/MASTER_KEY_FILE does not exist: \/nowhere/,
	],
	[
		"a directory as master key",
		() => ({ SANDBOX: "0", MASTER_KEY_FILE: directory }),
		/MASTER_KEY_FILE cannot be read|can be reached by others/,
	],
	[
		"a master key that is none",
		() => write("master.key", "secret").then(() => ({})),
		/A master key is 32 random bytes in base64/,
	],
	[
		"another database's master key",
		() => write("master.key", generateMasterKey()).then(() => ({})),
		/Keys in this database are wrapped by master key/,
	],
	[
		"a master key that others can read",
		async () => {
			await chmod(inDirectory("master.key"), 0o644);
			return { SANDBOX: "0", MASTER_KEY_FILE: inDirectory("master.key") };
		},
		/The master key can be reached by others than its owner: chmod 600/,
	],
];

describe("every start error is one sentence without a stack trace", () => {
	const names = (cases: Case[]) => cases.map((one): [string, Case] => [one[0], one]);

	test.each(names([...settings, ...directories, ...databases, ...keys]))("%s", async (_name, one) => {
		const explanation = await explanationOf(await settingsOf(one));
		expect(explanation).toMatch(one[2]);
		expect(sentencesOf(explanation ?? "")).toHaveLength(1);
	});

	test.each(names([settings, directories, databases, keys].flatMap((cases) => cases.slice(0, 1))))(
		"%s, as the program prints it",
		async (_name, one) => {
			expectSentence(await start(await settingsOf(one)), one[2]);
		},
	);

	test("a port of the shop in use", async () => {
		const environment = { PORT: String(await freePort()), SHOP_PORT: String(closingPort) };
		expectSentence(await start(environment, sandboxProgram), /Port \d+ is taken/);
	});

	test("a gateway.log that is a directory", async () => {
		await mkdir(inDirectory("gateway.log"));
		expectSentence(await start({}, sandboxProgram), /cannot be used .*gateway\.log/);
	});

	test("a damaged file of the shop", async () => {
		await write("shop.sqlite", "no database at all, but long enough to have a header of the wrong kind ".repeat(4));
		const environment = { PORT: String(await freePort()) };
		expectSentence(
			await start(environment, sandboxProgram),
			/The demo shop cannot use .*shop\.sqlite \(.*not a database/,
		);
	});

	test("the stack trace is shown at LOG_LEVEL=debug", async () => {
		const { output } = await start({ HOST: "192.0.2.1", LOG_LEVEL: "debug" });
		expect(output).toMatch(/HOST must be an address.*\n.*\n\s+at /);
	});
});
