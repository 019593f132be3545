import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Account } from "./account.ts";
import { type Binaries, program } from "./binaries.ts";
import { createWhole } from "./files.ts";
import { layoutOf } from "./home.ts";
import { run } from "./processes.ts";

export const databaseName = "cardseal";

/** Sorts by code point everywhere, and folds case beyond ASCII. */
const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];

/** No superuser: SQL injection cannot reach the system. */
export async function createHome(home: string, binaries: Binaries, account: Account | undefined): Promise<void> {
	const unfinished = `${home}.unfinished-${randomBytes(4).toString("hex")}`;
	await removeUnfinished(home);
	const { cluster, password: passwordFile } = layoutOf(unfinished);
	await createWhole(home, unfinished, async () => {
		await mkdir(unfinished);
		await chmod(unfinished, account ? 0o711 : 0o700);
		await mkdir(cluster, { mode: 0o700 });
		if (account) await chown(cluster, account.uid, account.gid);

		const password = randomBytes(32).toString("base64url");
		await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flush: true });

		const initial = [`--pgdata=${cluster}`, "--username=postgres", "--auth=reject", "--no-instructions", ...locale];
		await run(program(binaries, "initdb"), initial, account);
		const settings = ["exit_on_error=on", "log_min_error_statement=panic"].flatMap((setting) => ["-c", setting]);
		const statements = [
			`CREATE ROLE ${databaseName} LOGIN CREATEDB PASSWORD '${password}';\n`,
			`CREATE DATABASE ${databaseName} OWNER ${databaseName};\n`,
		];
		const single = ["--single", "-D", cluster, ...settings, "postgres"];
		await run(program(binaries, "postgres"), single, account, statements.join(""));
	});
}

/** A killed start's program may still write, so each start has its own folder. */
async function removeUnfinished(home: string): Promise<void> {
	const parent = dirname(home);
	const left = (await readdir(parent)).filter((name) => name.startsWith(`${basename(home)}.unfinished-`));
	for (const name of left) await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
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
