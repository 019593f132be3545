import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog, readConfig, startGateway } from "@cardseal/gateway";
import { createTestDatabase } from "../../../test/fixtures/database.ts";

/** A sandbox's gateway with its data directory, for a story to be told against. */
export interface DemoGateway {
	directory: string;
	/** Stops it, and leaves nothing of it behind. */
	stop(): Promise<void>;
}

export async function startDemoGateway(): Promise<DemoGateway> {
	const directory = await mkdtemp(join(tmpdir(), "cardseal-demo-"));
	const database = await createTestDatabase();
	const settings = {
		SANDBOX: "1",
		PORT: "0",
		DATA_DIR: directory,
		DATABASE_URL: database.url,
		DATABASE_CONNECTIONS: "4",
	};
	const gateway = await startGateway(readConfig(settings), createLog({ level: "silent" }));
	return {
		directory,
		async stop() {
			await gateway.stop();
			await database.drop();
			await rm(directory, { recursive: true });
		},
	};
}
