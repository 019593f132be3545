import { createVault } from "@cardseal/vault";
import { vi } from "vitest";
import { createLog } from "../../../apps/gateway/src/index.ts";
import type { Transaction } from "../../../packages/payments/src/tables.ts";
import type { ReceivedRequest, SimulatedNetwork, Simulator } from "../../../packages/processor-kit/src/index.ts";
import { type Client, type JsonObject, signIn } from "../../fixtures/client.ts";
import { type TestClocks, testClocks } from "../../fixtures/clock.ts";
import type { TestDatabase } from "../../fixtures/database.ts";
import { createTestOperator, type TestOperator } from "../../fixtures/operator.ts";
import type { AllTables } from "../../fixtures/tables.ts";
import { startLiveGateway } from "./live-gateway.ts";

/** A processor that the story is told with. Its module finds the simulator's address in `LIVE_ACQUIRER_URL`. */
export interface StoryProcessor {
	/** The adapter's name. */
	name: string;
	/** For `PROCESSORS_MODULE`. */
	modulePath: string;
	/** A field that makes an account wrong, and the words of the refusal. */
	wrongField: string;
	refusal: string;
	/** True when the processor may accept a sale and decide it later. */
	decidesLater: boolean;
	/** True when it accepts captures, refunds and voids, and tells their results by webhook. */
	decidesChangesLater?: boolean;
	/** @param options.waitingMs the time after which lost and late requests end */
	start(options: { now: () => number; waitingMs: number }): Promise<StorySimulator>;
	/** The id under which the processor's books have a transaction of ours. */
	bookId(transaction: Transaction): string;
	/** Tells whether the processor got a request for a transaction of ours. */
	isFor(request: ReceivedRequest, transaction: Transaction, original: Transaction | undefined): boolean;
	/** Reads the body of a request. Default: JSON. */
	readBody?(body: string): JsonObject;
	/** Details of a payer whose address its simulator does not match (AVS). */
	elsewhere?: JsonObject;
	/** Matches what it is sent: a sale of 31.00 with the invoice N-1, a refund of 15.00, and a renewal. */
	sent: { sale: JsonObject; refund(original: Transaction): JsonObject; renewal: JsonObject };
}

export interface StorySimulator extends Simulator {
	network: SimulatedNetwork;
	/** Sends the webhooks that the gateway has not taken. Absent when it reads everything itself. */
	sendWebhooks?(url: string): Promise<void>;
	/** Tells of charges that never arrived. Absent when the processor can be asked. */
	endDay?(): void;
}

const processorTimeoutMs = 2_000;

/** A gateway outside the sandbox, its processor, and its operator. */
export interface World {
	clocks: TestClocks;
	far: StorySimulator;
	url: string;
	operator: TestOperator;
	tables: AllTables;
	database: TestDatabase;
	/** The gateway's files. */
	directory: string;
	/** The gateway's log so far. */
	logged: readonly string[];
	close(): Promise<void>;
}

/** @param options.businessAt the first time of the business clock, ms since 1970 */
export async function openWorld(processor: StoryProcessor, options: { businessAt?: number } = {}): Promise<World> {
	const clocks = testClocks(options);
	const logged: string[] = [];
	const far = await processor.start({ now: () => clocks.business.now(), waitingMs: 2 * processorTimeoutMs });
	vi.stubEnv("LIVE_ACQUIRER_URL", far.network.url);
	const log = createLog({ level: "debug", destination: { write: (line) => void logged.push(line) } });
	const settings = {
		PROCESSOR_TIMEOUT_MS: String(processorTimeoutMs),
		PROCESSORS_MODULE: processor.modulePath,
		// Going live needs a mail server; nothing listens there.
		SMTP_URL: "smtp://127.0.0.1:9",
	};
	const gateway = await startLiveGateway({ clocks, log, settings });
	const { config, masterKey, url, tables, database, directory } = gateway;
	const [businessNow, realNow] = [() => clocks.business.now(), () => clocks.real.now()];
	const operator = createTestOperator(
		{ database: tables.withTables(), clocks },
		{ config, createVault: () => createVault({ database: tables.withTables(), masterKey, businessNow, realNow }) },
	);
	return {
		...{ clocks, far, url, operator, tables, database, directory, logged },
		async close() {
			await gateway.close(() => far.stop());
			vi.unstubAllEnvs();
		},
	};
}

/** An account's fields, as `processor add` takes them. */
export function fieldWords(account: object): string[] {
	return Object.entries(account).flatMap(([name, value]) => ["--field", `${name}=${value}`]);
}

export interface Merchant {
	id: string;
	client: Client;
}

/** Adds a live merchant with an account at the processor, and signs its server in. */
export async function addMerchant({ operator, far, url }: World, processor: StoryProcessor): Promise<Merchant> {
	const owner = ["--owner", "ada@north.example", "--owner-name", "Ada Lovelace"];
	const { json: merchant } = await operator.run("merchant", "add", "--live", "--name", "North Bakery", ...owner);
	const { merchant_id: id } = merchant as { merchant_id: string };
	const about = ["--processor", processor.name, "--currency", "CAD", ...fieldWords(far.network.account)];
	await operator.run("processor", "add", id, ...about);
	const { json: credential } = await operator.run("credential", "add", id, "--name", "shop");
	return { id, client: await signIn(url, credential as { client_id: string; client_secret: string }) };
}

/** Sends the gateway the webhooks of a processor that has some. */
export async function sendWebhooks({ far, tables, url }: World): Promise<void> {
	const { account_id: account } = await tables
		.selectFrom("processor_accounts")
		.select("account_id")
		.executeTakeFirstOrThrow();
	await far.sendWebhooks?.(`${url}/processors/${account}/webhook`);
}
