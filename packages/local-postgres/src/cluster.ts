import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Account } from "./account.ts";
import { type Binaries, program } from "./binaries.ts";
import { syncDirectory } from "./files.ts";
import { layoutOf } from "./home.ts";
import { run } from "./processes.ts";

export const databaseName = "cardseal";

/** Uses a temporary name first, so `home` is complete as soon as it exists. */
export async function createHome(home: string, binaries: Binaries, account: Account | undefined): Promise<void> {
	const unfinished = `${home}.unfinished-${randomBytes(4).toString("hex")}`;
	await removeUnfinished(home);
	try {
		await fillHome(unfinished, binaries, account);
		await syncDirectory(unfinished);
		await rename(unfinished, home);
		await syncDirectory(dirname(home));
	} finally {
		await rm(unfinished, { recursive: true, force: true });
	}
}

async function removeUnfinished(home: string): Promise<void> {
	const parent = dirname(home);
	const left = (await readdir(parent)).filter((name) => name.startsWith(`${basename(home)}.unfinished-`));
	for (const name of left) await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
}

async function fillHome(home: string, binaries: Binaries, account: Account | undefined): Promise<void> {
	const layout = layoutOf(home);
	await mkdir(home);
	await chmod(home, account ? 0o711 : 0o700);
	await mkdir(layout.cluster, { mode: 0o700 });
	if (account) await chown(layout.cluster, account.uid, account.gid);

	const password = randomBytes(32).toString("base64url");
	await writeFile(layout.password, `${password}\n`, { mode: 0o600, flush: true });

	await initialise(layout.cluster, binaries, account);
	await createRole(layout.cluster, password, binaries, account);
}

/**
 * `--locale=C` with the built-in C.UTF-8: text sorts by code point on every machine, and letters beyond ASCII have
 * upper and lower case.
 */
async function initialise(cluster: string, binaries: Binaries, account: Account | undefined): Promise<void> {
	const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
	const args = [`--pgdata=${cluster}`, "--username=postgres", "--auth=reject", "--no-instructions", ...locale];
	await run(program(binaries, "initdb"), args, account);
}

/** The role is no superuser: SQL injection would not reach the system. */
async function createRole(
	cluster: string,
	password: string,
	binaries: Binaries,
	account: Account | undefined,
): Promise<void> {
	const statements = [
		`CREATE ROLE ${databaseName} LOGIN CREATEDB PASSWORD '${password}'`,
		`CREATE DATABASE ${databaseName} OWNER ${databaseName}`,
	];
	const settings = ["exit_on_error=on", "log_min_error_statement=panic"].flatMap((setting) => ["-c", setting]);
	const args = ["--single", "-D", cluster, ...settings, "postgres"];
	await run(program(binaries, "postgres"), args, account, `${statements.join(";\n")};\n`);
}

export async function assertSameMajorVersion(cluster: string, binaries: Binaries): Promise<void> {
	const theirs = (await readFile(join(cluster, "PG_VERSION"), "utf8")).trim();
	const [ours] = binaries.version.split(".");
	if (theirs === ours) return;
	throw new Error(
		`The database in ${cluster} was made by PostgreSQL ${theirs}; this gateway brings ${ours}. ` +
			"Dump it with the version that made it, and load it into a new one.",
	);
}
