import { loadProcessors } from "@cardseal/merchants";
import { hasLiveMerchant } from "@cardseal/merchants/gateway";
import { ConfigError, systemClock, withinTime } from "@cardseal/platform";
import { readDatabaseNow } from "@cardseal/platform/db";
import { createVault, type Vault } from "@cardseal/vault";
import { createSessionLookup } from "../card-form/session.ts";
import { readConfiguredMasterKeys } from "../master-key/master-key.ts";
import { createNewestSeen } from "../restore/newest-seen.ts";
import { createRestoredMode } from "../restore/restored-mode.ts";
import { createSandboxClock } from "../sandbox/sandbox-clock.ts";
import { connect, prepareDatabase } from "./create-database.ts";
import type { Starting } from "./starting.ts";

export type Core = Awaited<ReturnType<typeof openCore>>;

/** A stop does not wait longer for a database that is away. */
const lastNoteMs = 1_000;

/**
 * Opens database and vault.
 * @throws ConfigError for settings that do not fit
 */
export async function openCore(starting: Starting) {
	const { config, log, ports, cleanups } = starting;
	const processors = await loadProcessors(config.processorModules);
	const { url, isLost: isDatabaseLost } = await prepareDatabase(starting);
	// Restored mode reads through the first connections.
	const firstServers: string[] = [];
	let tellServer = (server: string): void => void firstServers.push(server);
	const database = connect(starting, url, config.databaseConnections, (server) => tellServer(server));
	if (config.sandbox && (await hasLiveMerchant(database))) {
		throw new ConfigError("SANDBOX must be 0: this database has a live merchant, and its payments are real");
	}
	const { business, real } = ports.clocks ?? { business: systemClock, real: systemClock };
	// Only the sandbox's business time moves.
	const sandboxClock = config.sandbox ? await createSandboxClock(database, business) : undefined;
	const clocks = { business: sandboxClock ?? business, real };
	// Called once the vault is open.
	const mac: Vault["mac"] = (...text) => vault.mac(...text);
	const restored = createRestoredMode({ database, clocks, elapsedMs: ports.elapsedMs, log, mac });
	for (const server of firstServers) restored.connectedTo(server);
	tellServer = restored.connectedTo;
	const { dataDirectory } = config;
	const newestSeen = await createNewestSeen({ database, dataDirectory, check: restored.check });
	// The payments since its job's last run, before the database closes.
	cleanups.push(() => {
		const noted = newestSeen.update();
		const failed = (error: unknown) => log.warn({ err: error }, "the newest payments were not noted");
		return withinTime(lastNoteMs, noted.catch(failed));
	});
	const masterKeys = await readConfiguredMasterKeys(config, { createWhenMissing: config.sandbox });
	const vault: Vault = await createVault({
		database: database.withTables(),
		...masterKeys,
		businessNow: () => clocks.business.now(),
		realNow: () => real.now(),
		findSession: createSessionLookup(database),
		tokensFrom: () => restored.tokensFrom,
		onWrongAnswer: (wrong) => log.error(wrong, "ALARM: a processor's answer has values that cannot be right"),
	});
	const databaseNow = ports.databaseNow ?? (() => readDatabaseNow(database));
	return {
		processors,
		url,
		isDatabaseLost,
		database,
		databaseNow,
		clocks,
		sandboxClock,
		restored,
		newestSeen,
		masterKeys,
		vault,
	};
}
