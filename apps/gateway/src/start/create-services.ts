import { loadProcessors } from "@cardseal/merchants";
import { hasLiveMerchant } from "@cardseal/merchants/gateway";
import { ConfigError, withinTime } from "@cardseal/platform";
import { readConfiguredMasterKeys } from "../master-key/master-key.ts";
import { createNewestSeen } from "../restore/newest-seen.ts";
import { createRestoredMode } from "../restore/restored-mode.ts";
import { createClocks } from "./create-clocks.ts";
import { connect, prepareDatabase } from "./create-database.ts";
import { createGatewayVault } from "./create-vault.ts";
import { elapsedMsOf, type Starting } from "./starting.ts";

/** A stop does not wait longer for a database that is away. */
const lastNoteMs = 1_000;

/** @throws ConfigError for settings that do not fit */
export async function createServices(starting: Starting) {
	const { config, log } = starting;
	const processors = await loadProcessors(config.processorModules);
	const { url, isLost } = await prepareDatabase(starting);
	// Restored mode reads through the first connections.
	const firstServers: string[] = [];
	let tellServer = (server: string): void => void firstServers.push(server);
	const database = connect(starting, url, config.databaseConnections, (server) => tellServer(server));
	if (config.sandbox && (await hasLiveMerchant(database))) {
		throw new ConfigError("SANDBOX must be 0: this database has a live merchant, and its payments are real");
	}
	const { clocks, sandboxClock } = await createClocks(starting, database);
	const restored = createRestoredMode({
		database,
		clocks,
		elapsedMs: elapsedMsOf(starting),
		log,
		// Called once the vault is open.
		mac: (...text) => vault.mac(...text),
	});
	for (const server of firstServers) restored.connectedTo(server);
	tellServer = restored.connectedTo;
	const { dataDirectory } = config;
	const newestSeen = await createNewestSeen({ database, dataDirectory, check: restored.check });
	// The payments since its job's last run, before the database closes.
	starting.cleanups.push(async () => {
		const noted = newestSeen
			.update()
			.catch((error: unknown) => log.warn({ err: error }, "the newest payments were not noted"));
		await withinTime(lastNoteMs, noted);
	});
	const masterKeys = await readConfiguredMasterKeys(config, { createWhenMissing: config.sandbox });
	const vault = await createGatewayVault(starting, { database, clocks, restored, masterKeys });
	return { processors, url, isLost, database, clocks, sandboxClock, restored, newestSeen, masterKeys, vault };
}
