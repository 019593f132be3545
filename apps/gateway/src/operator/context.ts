import { userInfo } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { findMerchant, type Merchant } from "@cardseal/merchants";
import { type Clocks, systemClock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { createVault, findKeyOwner, type Vault } from "@cardseal/vault";
import type { Config } from "../config.ts";
import { readConfiguredMasterKeys } from "../master-key/master-key.ts";
import { createSandboxClock } from "../sandbox/sandbox-clock.ts";
import { CommandRefused } from "./command-refused.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

export interface OperatorContext {
	config: Config;
	database: Database;
	clocks: Clocks;
	login: string;
	/** Commands that only list do not call it. */
	createVault(): Promise<Vault>;
	readInput(): Promise<string>;
	/** @throws CommandRefused where there is none */
	openTerminal(): Terminal;
	/** Standard output holds only the answer. */
	reportProgress(line: string): void;
}

/** A process, or a part of one in tests. */
export interface Place {
	env: NodeJS.ProcessEnv;
	stdout: { write(text: string): unknown };
	stderr: { write(text: string): unknown };
}

export async function createOperatorContext(
	config: Config,
	database: Database,
	{ env, stderr }: Pick<Place, "env" | "stderr">,
): Promise<OperatorContext> {
	// A sandbox's settings may be missing from the operator's shell.
	const clocks = { business: await createSandboxClock(database, systemClock), real: systemClock };
	return {
		config,
		database,
		clocks,
		login: operatorName(env),
		createVault: () => openOperatorVault(config, database, clocks),
		readInput: () => text(process.stdin),
		openTerminal,
		reportProgress: (line) => void stderr.write(`${line}\n`),
	};
}

/** @throws ConfigError when the master key file is missing or belongs to another database */
async function openOperatorVault(config: Config, database: Database, clocks: Clocks): Promise<Vault> {
	// The sandbox creates its key here.
	const masterKeyFile = config.masterKeyFile ?? join(config.dataDirectory, "master.key");
	return createVault({
		database: database.withTables(),
		...(await readConfiguredMasterKeys({ ...config, masterKeyFile }, { createWhenMissing: false })),
		businessNow: () => clocks.business.now(),
		realNow: () => clocks.real.now(),
	});
}

/** "ada as cardseal": the user, and the person who became it by sudo. */
export function operatorName({ SUDO_USER: person }: { SUDO_USER?: string | undefined }): string {
	const user = userName();
	return person === undefined || person === "" || person === user ? user : `${person} as ${user}`;
}

/** Many containers have no user names. */
function userName(): string {
	try {
		return userInfo().username;
	} catch {
		return `uid ${process.getuid?.()}`;
	}
}

/**
 * Accepts an id or a public key.
 *
 * @throws CommandRefused when there is none
 */
export async function getNamedMerchant(database: Database, name: string): Promise<Merchant> {
	const owner = await findKeyOwner(database.withTables(), name);
	const merchant = await findMerchant(database, owner === undefined ? { publicId: name } : { id: owner.id });
	if (merchant === undefined) throw new CommandRefused("There is no merchant with this id or public key.");
	return merchant;
}
