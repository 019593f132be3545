import { userInfo } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type Clocks, systemClock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { OperatorContext, Place } from "@cardseal/platform/operator";
import { createVault, type Vault } from "@cardseal/vault";
import type { Config } from "../config.ts";
import { readConfiguredMasterKeys } from "../master-key/master-key.ts";
import { checkForRestore } from "../restore/check-for-restore.ts";
import { isSandboxData } from "../sandbox/is-sandbox-data.ts";
import { createSandboxClock } from "../sandbox/sandbox-clock.ts";
import { findGatewayUrl } from "./gateway-url.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

export interface GatewayContext extends OperatorContext {
	config: Config;
	/** @throws CommandRefused where there is none */
	openTerminal(): Terminal;
	/** Standard output holds only the answer. */
	reportProgress(line: string): void;
}

export async function createOperatorContext(
	config: Config,
	database: Database,
	{ env, stderr }: Pick<Place, "env" | "stderr">,
): Promise<GatewayContext> {
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
		...installationOf(config, database, clocks),
	};
}

export function installationOf(
	config: Config,
	database: Database,
	clocks: Clocks,
): Pick<OperatorContext, "findPublicUrl" | "isSandbox" | "isRestored"> {
	return {
		findPublicUrl: () => findGatewayUrl(config),
		isSandbox: async (vault) => config.sandbox || (await isSandboxData(database, vault)),
		isRestored: async () => (await checkForRestore({ config, database, clocks })) !== undefined,
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
