import { type BatchQueue, createBatchQueue } from "@cardseal/batch";
import { createVault, generateMasterKey, type Processor, type Vault } from "@cardseal/vault";
import { OpenAPIHono } from "@hono/zod-openapi";
import { sql } from "kysely";
import { createCardTestingProtection } from "../../../packages/customers/src/card-testing/protection.ts";
import { createChargeableCardLookup } from "../../../packages/customers/src/cards/chargeable-card.ts";
import { completeOrphanedCards } from "../../../packages/customers/src/cards/pending-cards.ts";
import type { Admission } from "../../../packages/merchants/src/admission.ts";
import type { Merchant } from "../../../packages/merchants/src/merchant.ts";
import { findMerchant } from "../../../packages/merchants/src/merchants.store.ts";
import { captureRoute } from "../../../packages/payments/src/capture/capture.route.ts";
import { chargeRoutes } from "../../../packages/payments/src/charge/charge.route.ts";
import type { Payments } from "../../../packages/payments/src/payments.ts";
import { refundRoute } from "../../../packages/payments/src/refund/refund.route.ts";
import {
	createTransactionWriter,
	type TransactionWriter,
} from "../../../packages/payments/src/submission/transaction-writer.ts";
import { transactionRoute } from "../../../packages/payments/src/transaction/transaction.route.ts";
import { recoverLeftPending } from "../../../packages/payments/src/unresolved/recover.ts";
import { voidRoute } from "../../../packages/payments/src/void/void.route.ts";
import { jsonBody } from "../../../packages/platform/src/http/body/json-body.ts";
import type { GatewayEnv } from "../../../packages/platform/src/http/gateway-env.ts";
import { answerProblems, refuseInvalid } from "../../../packages/platform/src/http/problem-response.ts";
import { newLookupId } from "../../../packages/platform/src/ids.ts";
import { createLog } from "../../../packages/platform/src/log/log.ts";
import { insertCustomer, insertMerchant } from "../../fixtures/builders.ts";
import { type TestClocks, testClocks } from "../../fixtures/clock.ts";
import { moveEvents } from "../../fixtures/events.ts";
import { oneProcessor } from "../../fixtures/processors/one-processor.ts";
import type { AllTables } from "../../fixtures/tables.ts";
import { type JournalEntry, openSide, type Side, type SideKind, type SidePlace } from "./side.ts";

/** The fault of a request. */
export type Fault =
	/** The processor's answer is lost, or comes after the time limit. */
	| "answer_lost"
	| "answer_late"
	| "never_received"
	| "sent_twice"
	/** The gateway crashes: before the processor gets the request, after it, or when the outcome is recorded. */
	| "dies_before"
	| "dies_after"
	| "dies_written";

export interface Wanted {
	path: string;
	body: unknown;
	key: string;
}

/** The response to a caller; `undefined` if the gateway crashed. */
export type Reply = { status: number; body: Record<string, unknown> } | undefined;

/** A PENDING transaction is stored with its event. */
const aboutTransaction = sql<string>`coalesce(transactions.transaction_id, events.data ->> 'transaction_id')`;

/** Longer than any request takes on a busy machine. */
const patientMs = 20_000;
const impatientMs = 5;

/** A gateway's routes on a real database, with a processor and a process that fail on demand. */
export class World {
	readonly tables: AllTables;
	readonly clocks: TestClocks;
	/** The transactions of which an answer said that the outcome is not known. */
	readonly told = new Set<string>();
	/** A customer with a stored card. */
	readonly customerId: string;
	readonly #merchant: Merchant;
	readonly #vault: Vault;
	readonly #processor: FaultyProcessor;
	readonly #side: Side;
	/** One queue for all writes of a charge, as in the gateway. */
	readonly #queue: BatchQueue;
	#process: Process;

	private constructor({ tables, vault, clocks, queue }: SidePlace, owner: Owner, side: Side) {
		this.tables = tables;
		this.clocks = clocks;
		this.#queue = queue;
		this.customerId = owner.customerId;
		this.#merchant = owner.merchant;
		this.#vault = vault;
		this.#side = side;
		this.#processor = new FaultyProcessor(side);
		this.#process = this.#start();
	}

	static async open(tables: AllTables, kind: SideKind): Promise<World> {
		const clocks = testClocks();
		clocks.business.stop();
		clocks.real.stop();
		const vault = await createVault({
			database: tables.withTables(),
			masterKey: generateMasterKey(),
			businessNow: () => clocks.business.now(),
			realNow: () => clocks.real.now(),
		});
		const place = { tables, clocks, vault, queue: createBatchQueue() };
		return new World(place, await makeOwner(tables), await openSide[kind](place));
	}

	/** Returns the processor's entries of references. */
	journal(references: string[]): Promise<JournalEntry[]> {
		return this.#side.journal(references);
	}

	close(): Promise<void> {
		return this.#side.close();
	}

	/** Sends a request, with an optional fault. */
	async post({ path, body, key }: Wanted, fault?: Fault): Promise<Reply> {
		const process = this.#process;
		process.payments.processorTimeoutMs = fault === "answer_late" ? impatientMs : patientMs;
		this.#processor.next = { fault, die: process.die };
		process.diesWritten = fault === "dies_written";
		const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
		const reply = await process.fetch(
			new Request(`http://gateway${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
		);
		if (reply?.body.transaction_result === "PENDING") this.told.add(String(reply.body.transaction_id));
		// Delivers all requests that are in flight to the processor, even if their callers have gone.
		await this.#processor.inFlight;
		if (process.hasCrashed) this.#process = this.#start();
		return reply;
	}

	async get(path: string): Promise<Record<string, unknown>> {
		const reply = await this.#process.fetch(new Request(`http://gateway${path}`));
		return reply?.body ?? {};
	}

	/** Moves the waiting events, and returns those of transactions in the order of their positions: "id type". */
	async events(transactionIds: string[]): Promise<string[]> {
		await moveEvents({ database: { tables: this.tables }, clocks: this.clocks });
		const events = await this.tables
			.selectFrom("events")
			.leftJoin("transactions", "transactions.id", "events.of_transaction")
			.select([aboutTransaction.as("transaction_id"), "events.type"])
			.where(aboutTransaction, "in", transactionIds)
			.orderBy("events.sequence")
			.execute();
		return events.map(({ transaction_id: id, type }) => `${id} ${type}`);
	}

	/** Crashes the process and starts another one. */
	crash(): void {
		this.#process.die();
		this.#process = this.#start();
	}

	/** Moves the clock past recovery's waiting time, and runs recovery. */
	async recover(): Promise<void> {
		this.clocks.real.advance(60_000);
		this.#process.payments.processorTimeoutMs = patientMs;
		await recoverLeftPending(this.#process.payments);
		await completeOrphanedCards(this.#process.payments);
	}

	#start(): Process {
		const database = this.tables.withTables();
		const log = createLog({ level: "silent" });
		const payments: Payments = {
			database,
			writer: createTransactionWriter(database, this.#queue),
			findChargeableCard: createChargeableCardLookup(this.#vault),
			vault: this.#vault,
			clocks: this.clocks,
			cardTesting: createCardTestingProtection({ database, vault: this.#vault, clock: this.clocks.real, log }),
			...oneProcessor(this.#processor),
			processorTimeoutMs: patientMs,
			publicUrl: "https://pay.example",
			restoredAt: () => 0,
			findLostFrom: async () => undefined,
			log,
		};
		return new Process(payments, this.#merchant);
	}
}

interface Owner {
	merchant: Merchant;
	customerId: string;
}

async function makeOwner(tables: AllTables): Promise<Owner> {
	const merchant = await findMerchant(tables.withTables(), { id: await insertMerchant(tables) });
	if (merchant === undefined) throw new Error("The merchant is not there.");
	const { lookup_id } = await insertCustomer(tables, { merchant_id: merchant.id });
	return { merchant, customerId: lookup_id };
}

const never = new Promise<never>(() => undefined);

/** The memory of a gateway. After its crash, its callers get no response, and it writes nothing. */
class Process {
	readonly payments: Payments;
	hasCrashed = false;
	/** `true` if it crashes when the next outcome is recorded. */
	diesWritten = false;
	readonly die: () => void;
	readonly #death: Promise<undefined>;
	readonly #app: OpenAPIHono<GatewayEnv>;

	constructor(payments: Payments, merchant: Merchant) {
		const death = Promise.withResolvers<undefined>();
		this.#death = death.promise;
		this.die = () => {
			this.hasCrashed = true;
			death.resolve(undefined);
		};
		this.payments = { ...payments, writer: this.#mortal(payments.writer) };
		this.#app = routesOf(this.payments, merchant);
	}

	async fetch(request: Request): Promise<Reply> {
		const answered = Promise.resolve(this.#app.fetch(request)).then(async (response) => ({
			status: response.status,
			body: (await response.json()) as Record<string, unknown>,
		}));
		return Promise.race([this.#death, answered]);
	}

	#mortal(writer: TransactionWriter): TransactionWriter {
		return {
			keepNetworkId: (id) => (this.hasCrashed ? never : writer.keepNetworkId(id)),
			writePending: (pending) => (this.hasCrashed ? never : writer.writePending(pending)),
			writeOutcome: async (decided) => {
				if (this.hasCrashed) return never;
				const isFirst = await writer.writeOutcome(decided);
				if (!this.diesWritten) return isFirst;
				this.die();
				return never;
			},
		};
	}
}

function routesOf(payments: Payments, merchant: Merchant): OpenAPIHono<GatewayEnv> {
	const app = new OpenAPIHono<GatewayEnv>({ strict: false, defaultHook: refuseInvalid });
	app.use(async (context, next) => {
		context.set("requestId", newLookupId());
		context.set("log", payments.log);
		context.set("access", {
			scopes: ["transaction"],
			merchant,
			channel: "E_COMMERCE",
			userId: null,
			isSteppedUp: true,
			actor: { kind: "client", clientId: "c" },
			grantId: undefined,
		});
		await next();
	});
	answerProblems(app);
	const admission: Admission = {
		withBody: () => ({ security: [], middleware: [jsonBody] }),
		withoutBody: () => ({ security: [], middleware: [] }),
		download: () => ({ security: [], middleware: [] }),
	};
	chargeRoutes(app, payments, admission);
	captureRoute(app, payments, admission);
	refundRoute(app, payments, admission);
	voidRoute(app, payments, admission);
	transactionRoute(app, { database: payments.database, admission, findNextAction: async () => null });
	return app;
}

/** A processor behind an unreliable line. */
class FaultyProcessor implements Processor {
	readonly name = "demo";
	next: { fault: Fault | undefined; die: () => void } | undefined;
	/** Resolves once the last request has reached the processor. */
	inFlight: Promise<unknown> = Promise.resolve();
	readonly #inner: Processor;
	readonly #side: Side;

	constructor(side: Side) {
		this.#inner = side.processor;
		this.#side = side;
	}

	async submit(request: Parameters<Processor["submit"]>[0]): ReturnType<Processor["submit"]> {
		const { fault, die } = this.next ?? { fault: undefined, die: () => undefined };
		this.next = undefined;
		if (fault === "never_received" || fault === "answer_lost") {
			const lost = this.#side.submitWithFault(request, fault);
			this.inFlight = lost.catch(() => undefined);
			return lost;
		}
		if (fault === "dies_before") {
			die();
			return never;
		}
		const submitted = this.#inner.submit(request);
		this.inFlight = submitted;
		const outcome = await submitted;
		switch (fault) {
			case "sent_twice":
				// It repeats its outcome, or refuses the second request.
				return this.#inner.submit(request).catch(() => outcome);
			case "answer_late":
				return never;
			case "dies_after":
				die();
				return never;
			default:
				return outcome;
		}
	}

	inquire(request: Parameters<Processor["inquire"]>[0]): ReturnType<Processor["inquire"]> {
		return this.#inner.inquire(request);
	}
}
