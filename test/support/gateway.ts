import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DemoProcessor, type Fault, type Processor } from "@cardseal/vault";
import { inject } from "vitest";
import { openDatabase } from "../../apps/gateway/src/db/database.ts";
import {
	createLog,
	type DemoFile,
	type Gateway,
	type Ports,
	readConfig,
	startGateway,
} from "../../apps/gateway/src/index.ts";
import { compileCache } from "../checks/command.ts";
import { type TestClocks, testClocks } from "./clock.ts";
import { createTestDatabase } from "./database.ts";
import type { AllTables } from "./tables.ts";

/** What gateways that work together share: a database, and the folder with the master key. */
export interface GatewayHome {
	url: string;
	dataDirectory: string;
	/** To look at rows, on connections of its own. */
	tables: AllTables;
	remove(): Promise<void>;
}

export interface TestGatewayOptions {
	/** Another gateway's, so that both serve the same merchants; a fresh one by default. */
	database?: GatewayHome;
	clocks?: TestClocks;
	/** Short where a test waits for it; otherwise long enough for a slow machine. */
	processorTimeoutMilliseconds?: number;
	/** Further settings, as the environment writes them. */
	environment?: Record<string, string>;
	/** Has the demo processor decide about live merchants' charges, too. */
	hasLiveProcessor?: boolean;
	/** Work of the test's own that follows the business clock. */
	businessWorks?: NonNullable<Ports["businessWorks"]>;
}

/** What a merchant signs in and encrypts with. */
export interface Account {
	client_id: string;
	client_secret: string;
	public_key: string;
	merchant_id: string;
}

export interface TestGateway {
	/** By address rather than by name, since a name may have two addresses. */
	url: string;
	port: number;
	demo: DemoFile;
	merchant: Account;
	secondMerchant: Account;
	database: GatewayHome;
	clocks: TestClocks;
	/** What goes wrong with the next requests to the processor, one entry each. */
	faults: Fault[];
	/** The log so far: a JSON text for each line. */
	logLines: string[];
	/** Lets what runs finish, stops, and removes the database and the folder it brought along. */
	stop(): Promise<void>;
}

const defaultProcessorTimeoutMilliseconds = 5_000;
const connections = 6;

/**
 * Starts a sandbox gateway on a database of its own and a free port. One for each test file; a second one on the same
 * database stands for another process of the same service.
 */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
	const home = options.database ?? (await makeHome());
	const clocks = options.clocks ?? testClocks();
	const faults: Fault[] = [];
	const logLines: string[] = [];
	const log = createLog({ level: "info", destination: { write: (line) => void logLines.push(line) } });
	const config = readConfig({
		...environmentOf(home),
		PROCESSOR_TIMEOUT_MS: String(options.processorTimeoutMilliseconds ?? defaultProcessorTimeoutMilliseconds),
		...options.environment,
	});
	const liveProcessor = options.hasLiveProcessor ? demoProcessorOn(home, clocks) : undefined;
	const ports = {
		clocks,
		processorFault: () => faults.shift(),
		...(liveProcessor && { liveProcessor }),
		...(options.businessWorks && { businessWorks: options.businessWorks }),
	};
	const gateway = await startGateway(config, log, ports);
	return {
		...addressesOf(gateway, config.tls === undefined ? "http" : "https"),
		database: home,
		clocks,
		faults,
		logLines,
		async stop() {
			await gateway.stop();
			if (options.database === undefined) await home.remove();
		},
	};
}

function demoProcessorOn({ tables }: GatewayHome, clocks: TestClocks): Processor {
	return new DemoProcessor({ database: tables.withTables(), now: () => clocks.business.now() });
}

/** The settings of a gateway that lives in `home`. */
function environmentOf({ url, dataDirectory }: GatewayHome): Record<string, string> {
	return {
		SANDBOX: "1",
		HOST: "127.0.0.1",
		PORT: "0",
		DATA_DIR: dataDirectory,
		DATABASE_URL: url,
		DATABASE_CONNECTIONS: String(connections),
	};
}

async function makeHome(): Promise<GatewayHome> {
	const { name, masterKey } = inject("sandboxTemplate");
	const database = await createTestDatabase(name);
	const dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-gateway-"));
	await writeFile(join(dataDirectory, "master.key"), masterKey, { mode: 0o600 });
	const tables: AllTables = openDatabase({ url: database.url, maximumConnections: 2 }).withTables();
	return {
		url: database.url,
		dataDirectory,
		tables,
		async remove() {
			await tables.destroy();
			await database.drop();
			await rm(dataDirectory, { recursive: true });
		},
	};
}

function addressesOf({ port, demo }: Gateway, protocol: string) {
	if (demo === undefined) throw new Error("A test gateway is a sandbox.");
	return {
		url: `${protocol}://127.0.0.1:${port}`,
		port,
		demo: demo.content,
		merchant: demo.content,
		secondMerchant: demo.content.second_merchant,
	};
}

const childScript = `
	import { createLog, readConfig, startGateway } from ${JSON.stringify(new URL("../../apps/gateway/src/index.ts", import.meta.url).href)};
	const config = readConfig(process.env);
	const log = createLog({ level: "silent" });
	const { fault, ahead } = JSON.parse(process.env.TEST_PORTS);
	const clocks = { business: { now: () => Date.now() + ahead.business }, real: { now: () => Date.now() + ahead.real } };
	const { port } = await startGateway(config, log, { clocks, processorFault: () => fault });
	process.stdout.write(String(port));
`;

/** A gateway in a process of its own, to be lost. */
export interface GatewayProcess {
	url: string;
	/** Resolves to the signal that ended it. */
	died: Promise<NodeJS.Signals | null>;
	/** Ends the process if it still runs. */
	kill(): Promise<void>;
}

/** Starts a gateway beside another one, at the same time of day; `fault` befalls each of its requests to the processor. */
export async function spawnGateway(beside: TestGateway, fault: Fault): Promise<GatewayProcess> {
	const { business, real } = beside.clocks;
	const ahead = { business: business.now() - Date.now(), real: real.now() - Date.now() };
	const child: ChildProcess = spawn(
		process.execPath,
		["--conditions=source", "--input-type=module", "--eval", childScript],
		{
			stdio: ["ignore", "pipe", "inherit"],
			env: { ...compileCache, ...environmentOf(beside.database), TEST_PORTS: JSON.stringify({ fault, ahead }) },
		},
	);
	const died = once(child, "exit").then(([, signal]) => signal as NodeJS.Signals | null);
	const [port] = await Promise.race([once(child.stdout ?? child, "data"), died.then(refuseEarlyEnd)]);
	return {
		url: `http://127.0.0.1:${port}`,
		died,
		async kill() {
			child.kill("SIGKILL");
			await died;
		},
	};
}

function refuseEarlyEnd(): never {
	throw new Error("The gateway's process ended before it was ready.");
}
