import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateMasterKey } from "@cardseal/vault";
import { type createLog, readConfig, startGateway } from "../../../apps/gateway/src/index.ts";
import { openDatabase } from "../../../packages/platform/src/db/database.ts";
import type { TestClocks } from "../../fixtures/clock.ts";
import { createTestDatabase } from "../../fixtures/database.ts";
import type { AllTables } from "../../fixtures/tables.ts";

/** Starts a gateway outside the sandbox, with a database and files of its own. */
export async function startLiveGateway(given: {
	clocks: TestClocks;
	log: ReturnType<typeof createLog>;
	settings: Record<string, string>;
}) {
	const { clocks } = given;
	const database = await createTestDatabase();
	const tables: AllTables = openDatabase({ url: database.url, maximumConnections: 2 }).withTables();
	const directory = await mkdtemp(join(tmpdir(), "cardseal-live-"));
	const [masterKey, masterKeyFile] = [generateMasterKey(), join(directory, "master.key")];
	await writeFile(masterKeyFile, masterKey, { mode: 0o600 });
	const config = readConfig({
		SANDBOX: "0",
		HOST: "127.0.0.1",
		PORT: "0",
		DATA_DIR: directory,
		DATABASE_URL: database.url,
		DATABASE_CONNECTIONS: "6",
		MASTER_KEY_FILE: masterKeyFile,
		...given.settings,
	});
	const gateway = await startGateway(config, given.log, {
		clocks,
		elapsedMs: () => clocks.real.now(),
		databaseNow: async () => clocks.real.now(),
	});
	return {
		...{ config, masterKey, database, tables, directory },
		url: `http://127.0.0.1:${gateway.port}`,
		/** @param stopFar ends what the gateway talked to, after the gateway */
		async close(stopFar: () => Promise<void>) {
			await gateway.stop();
			await stopFar();
			await tables.destroy();
			await database.drop();
			await rm(directory, { recursive: true });
		},
	};
}

export type LiveGateway = Awaited<ReturnType<typeof startLiveGateway>>;
