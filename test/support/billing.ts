import { openLane } from "@cardseal/batch";
import {
	DemoProcessor,
	type Fault,
	generateMasterKey,
	openVault,
	type Processor,
	type ProcessorRequest,
	type Vault,
} from "@cardseal/vault";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { operator } from "../../apps/gateway/src/audit/event.ts";
import { type BillingRun, type Charges, openBillingRun } from "../../apps/gateway/src/billing/billing-run.ts";
import { chargeableCardLookup } from "../../apps/gateway/src/cards/chargeable-card.ts";
import type { Clock } from "../../apps/gateway/src/clock.ts";
import type { Subscription, Transaction } from "../../apps/gateway/src/db/schema.ts";
import { openGuard } from "../../apps/gateway/src/guard/guard.ts";
import { newLookupId } from "../../apps/gateway/src/ids.ts";
import { createLog } from "../../apps/gateway/src/log.ts";
import { findMerchant } from "../../apps/gateway/src/merchants/merchants.store.ts";
import type { Payments } from "../../apps/gateway/src/payments/payments.ts";
import { recoverLeftPending } from "../../apps/gateway/src/payments/recover.ts";
import { transactionWriter } from "../../apps/gateway/src/payments/transaction-writer.ts";
import { type BillingCalendar, dueAt } from "../../apps/gateway/src/subscriptions/calendar.ts";
import {
	changeSubscription,
	type SubscriptionChanges,
} from "../../apps/gateway/src/subscriptions/change-subscription.ts";
import { type AllTables, openTestTables, type TestTables } from "./tables.ts";

/** A clock that stands wherever a test puts it, backwards too. */
export class SteeredClock implements Clock {
	#now: number;

	constructor(now: number) {
		this.#now = now;
	}

	now(): number {
		return this.#now;
	}

	set(now: number): void {
		this.#now = now;
	}

	advance(milliseconds: number): void {
		this.#now += milliseconds;
	}
}

/** Where a process dies: what comes after that step never happens. */
export type Death = "claimed" | "opened" | "taken" | "recorded";

export interface RunnerOptions {
	/** What goes wrong between it and the demo processor. */
	faultOf?: (request: ProcessorRequest) => Fault | undefined;
	/** Changes what it works with. */
	change?: (payments: Payments) => Payments;
	diesWhen?: Death;
	/** Short where a test waits for it; otherwise long enough for a slow machine. */
	processorTimeoutMilliseconds?: number;
}

/** What one gateway does about billing. */
export interface Runner extends Pick<BillingRun, "billNow"> {
	nextAt(): Promise<number | undefined>;
	run(): Promise<Charges>;
	/** Asks the processor about what was left pending. */
	recover(): Promise<number>;
	/** What a PATCH of a subscription does, by its row id. */
	change(subscriptionId: number, changes: SubscriptionChanges): Promise<void>;
	/** Resolves when it has died. */
	died: Promise<void>;
	/** Has it begin nothing more. */
	stop(): void;
	logLines: string[];
}

const defaultTimeoutMilliseconds = 10_000;
/** More than any claim lasts. */
export const afterClaims = 60_000;

/** Published test numbers by what they do when a stored one is charged. */
export const cardNumbers = {
	good: "4111111111111111",
	soft: "4000000000000341",
	hard: "4000000000009987",
	expired: "4000000000000069",
	answerLost: "4000000000000259",
	neverReceived: "4000000000000267",
	afterAnHour: "5100000000000248",
	afterTenDays: "5100000000000305",
	neverAgain: "5100000000000032",
};

export type Behaviour = keyof typeof cardNumbers;

const never = new Promise<never>(() => undefined);

/** A merchant with customers whose subscriptions fall due, on a database of a test's own. */
export class BillingWorld {
	readonly database: AllTables;
	readonly clocks: { business: SteeredClock; real: SteeredClock };
	readonly #vault: Vault;
	readonly merchantId: number;

	private constructor(database: AllTables, clocks: BillingWorld["clocks"], vault: Vault, merchantId: number) {
		this.database = database;
		this.clocks = clocks;
		this.#vault = vault;
		this.merchantId = merchantId;
	}

	/** Business time begins at `now`, ms since 1970. A master key is needed where gateways have one already. */
	static async open(database: AllTables, now: number, masterKey = generateMasterKey()): Promise<BillingWorld> {
		const clocks = { business: new SteeredClock(now), real: new SteeredClock(now) };
		const vault = await openVault({
			database: database.withTables(),
			masterKey,
			businessNow: () => clocks.business.now(),
			realNow: () => clocks.real.now(),
		});
		return new BillingWorld(database, clocks, vault, await insertMerchant(database, "demo", now));
	}

	/** A live merchant of the same gateways, whose cards are all somebody's own; here they have test numbers, too. */
	async liveBesideIt(): Promise<BillingWorld> {
		const merchantId = await insertMerchant(this.database, "live", this.clocks.business.now());
		return new BillingWorld(this.database, this.clocks, this.#vault, merchantId);
	}

	/** A gateway's billing; several work beside each other as those of several gateways do. */
	runner(options: RunnerOptions = {}): Runner {
		const { change = (payments) => payments, diesWhen } = options;
		const logLines: string[] = [];
		const death = Promise.withResolvers<void>();
		const stopping = new AbortController();
		const payments = change(this.#payments(logLines, options));
		const die = () => {
			// A dead process begins nothing more.
			stopping.abort();
			death.resolve();
		};
		const mortal = diesWhen === undefined ? payments : dying(payments, diesWhen, die);
		const { work, billNow } = openBillingRun(mortal, stopping.signal);
		return {
			nextAt: () => work.nextAt(),
			run: () => work.run(),
			billNow,
			recover: () => recoverLeftPending(payments),
			change: (id, changes) => this.#change({ ...payments, billNow }, id, changes),
			died: death.promise,
			stop: () => stopping.abort(),
			logLines,
		};
	}

	async #change(means: Payments & Pick<BillingRun, "billNow">, id: number, changes: SubscriptionChanges) {
		const { lookup_id: subscriptionLookupId, customer_id } = await this.subscription(id);
		const { lookup_id: customerLookupId } = await this.database
			.selectFrom("customers")
			.select("lookup_id")
			.where("id", "=", customer_id)
			.executeTakeFirstOrThrow();
		const merchant = await findMerchant(this.database, { id: this.merchantId });
		if (merchant === undefined) throw new Error("The world has lost its merchant.");
		await changeSubscription(means, merchant, { customerLookupId, subscriptionLookupId }, changes, operator("test"));
	}

	#payments(logLines: string[], { faultOf, processorTimeoutMilliseconds }: RunnerOptions): Payments {
		const { database, clocks } = this;
		const vault = this.#vault;
		const log = createLog({ level: "info", destination: { write: (line) => void logLines.push(line) } });
		const lane = openLane();
		const processor = new DemoProcessor({
			database: database.withTables(),
			lane,
			now: () => clocks.business.now(),
			...(faultOf && { faultOf }),
		});
		return {
			database,
			writer: transactionWriter(database, lane),
			findChargeableCard: chargeableCardLookup(database),
			vault,
			clocks,
			guard: openGuard({ database, vault, clock: clocks.real, log }),
			processorFor: () => processor,
			processorNamed: () => processor,
			processorTimeoutMilliseconds: processorTimeoutMilliseconds ?? defaultTimeoutMilliseconds,
			log,
		};
	}

	/** A customer's stored card; of a new customer unless one is given. Returns both ids. */
	async storeCard(behaviour: Behaviour, customerId?: number): Promise<{ customerId: number; cardId: string }> {
		const owner = { merchantId: this.merchantId, customerId: customerId ?? (await this.#insertCustomer()) };
		const fields = { number: cardNumbers[behaviour], month: "08", year: "40", securityCode: "937" };
		const card = this.#vault.cardFromFields(fields, { id: this.merchantId, environment: "test" });
		const cardId = newLookupId();
		await this.#vault.storeCard(this.database.withTables(), { cardId, card, owner });
		await this.database
			.insertInto("cards")
			.values({
				lookup_id: cardId,
				merchant_id: owner.merchantId,
				customer_id: owner.customerId,
				card_type: card.brand,
				card_prefix: fields.number.slice(0, 4),
				card_suffix: card.suffix,
				expiry_month: fields.month,
				expiry_year: fields.year,
				is_default: customerId === undefined,
				created_at: this.clocks.business.now(),
			})
			.execute();
		return { customerId: owner.customerId, cardId };
	}

	async #insertCustomer(): Promise<number> {
		const { id } = await this.database
			.insertInto("customers")
			.values({
				lookup_id: newLookupId(),
				merchant_id: this.merchantId,
				email: "ada@example.com",
				first_name: "Ada",
				created_at: this.clocks.business.now(),
			})
			.returning("id")
			.executeTakeFirstOrThrow();
		return id;
	}

	/** Deletes the card that a subscription bills, as nobody may by the routes. */
	async deleteCardOf(id: number): Promise<void> {
		const { card_lookup_id: cardId, customer_id: customerId } = await this.subscription(id);
		await this.database.deleteFrom("cards").where("lookup_id", "=", cardId).execute();
		await this.#vault.deleteCard(this.database.withTables(), {
			cardId,
			owner: { merchantId: this.merchantId, customerId },
		});
	}

	/** A subscription to a plan of its own, monthly from now on unless told otherwise; returns its id. */
	async subscribe(
		wanted: { behaviour?: Behaviour; card?: { customerId: number; cardId: string } } & Partial<
			Pick<
				Subscription,
				| "start_date"
				| "frequency"
				| "number_of_payments"
				| "amount_cents"
				| "email"
				| "bcc_emails"
				| "description"
				| "send_receipt"
				| "time_zone"
			>
		> = {},
	): Promise<number> {
		const { behaviour = "good", card, ...given } = wanted;
		const { customerId, cardId } = card ?? (await this.storeCard(behaviour));
		const terms = {
			name: "Gold",
			amount_cents: given.amount_cents ?? 1_100,
			currency: "CAD",
			frequency: given.frequency ?? "MOTHLY",
			number_of_payments: given.number_of_payments ?? null,
			send_receipt: given.send_receipt ?? true,
		} as const;
		const now = this.clocks.business.now();
		const plan = await this.database
			.insertInto("plans")
			.values({
				...terms,
				lookup_id: newLookupId(),
				merchant_id: this.merchantId,
				total_subscriptions: 1,
				current_subscriptions: 1,
				created_at: now,
			})
			.returning("id")
			.executeTakeFirstOrThrow();
		const { id } = await this.database
			.insertInto("subscriptions")
			.values({
				...terms,
				lookup_id: newLookupId(),
				merchant_id: this.merchantId,
				customer_id: customerId,
				plan_id: plan.id,
				card_lookup_id: cardId,
				time_zone: given.time_zone ?? "UTC",
				email: given.email ?? null,
				bcc_emails: given.bcc_emails ?? null,
				description: given.description ?? null,
				status: "ACTIVE",
				start_date: given.start_date ?? now,
				next_run: given.start_date ?? now,
				created_at: now,
			})
			.returning("id")
			.executeTakeFirstOrThrow();
		return id;
	}

	/** Forgets all subscriptions, and what was to follow from them. */
	async empty(): Promise<void> {
		const emptied = ["mail_outbox", "pending_charges", "billing_attempts", "subscriptions", "plans"] as const;
		for (const table of emptied) await this.database.deleteFrom(table).execute();
	}

	/** What stands in the outbox, as `kind reference`. */
	async queuedMails(): Promise<string[]> {
		const mails = await this.database.selectFrom("mail_outbox").select(["kind", "reference"]).execute();
		return mails.map(({ kind, reference }) => `${kind} ${reference}`).sort();
	}

	/** The counts of a subscription's plan. */
	async planCounts(id: number): Promise<{ total: number; current: number }> {
		return this.database
			.selectFrom("subscriptions")
			.innerJoin("plans", "plans.id", "subscriptions.plan_id")
			.select(["total_subscriptions as total", "current_subscriptions as current"])
			.where("subscriptions.id", "=", id)
			.executeTakeFirstOrThrow();
	}

	async subscription(id: number): Promise<Subscription> {
		return this.database.selectFrom("subscriptions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
	}

	/** Every charge of a subscription, the oldest first. */
	async charges(id: number): Promise<(Transaction & { period: number; attempt: number })[]> {
		return this.database
			.selectFrom("billing_attempts")
			.innerJoin("transactions", "transactions.transaction_id", "billing_attempts.transaction_id")
			.selectAll("transactions")
			.select(["period", "attempt"])
			.where("subscription_id", "=", id)
			.orderBy("transactions.id")
			.execute();
	}

	/** `period.attempt STATUS` of every charge, the oldest first. */
	async story(id: number): Promise<string[]> {
		const charges = await this.charges(id);
		return charges.map(({ period, attempt, status }) => `${period}.${attempt} ${status}`);
	}

	/** How often the processor itself took money, by its own journal. */
	async moneyTaken(id: number): Promise<number> {
		const { taken } = await this.database
			.selectFrom("demo_processor.journal")
			.innerJoin("billing_attempts", "billing_attempts.transaction_id", "demo_processor.journal.reference")
			.select(({ fn }) => fn.countAll<number>().as("taken"))
			.where("subscription_id", "=", id)
			.where("result", "=", "approved")
			.executeTakeFirstOrThrow();
		return taken;
	}

	/** Puts the business clock to where a period of a subscription falls due. */
	goTo(calendar: BillingCalendar, period: number): void {
		this.clocks.business.set(dueAt(calendar, period));
	}
}

async function insertMerchant(database: AllTables, mode: "demo" | "live", created_at: number): Promise<number> {
	const { id } = await database
		.insertInto("merchants")
		.values({ merchant_id: newLookupId(), name: "Maple & Main", mode, created_at })
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

/** Has each test of a file find a world without subscriptions whose clock stands at `start`, ms since 1970. */
export function billingWorld(start: number): () => BillingWorld {
	let tables: TestTables;
	let world: BillingWorld;
	beforeAll(async () => {
		tables = await openTestTables();
		world = await BillingWorld.open(tables.database, start);
	});
	afterAll(() => tables.drop());
	beforeEach(async () => {
		await world.empty();
		world.clocks.business.set(start);
	});
	return () => world;
}

/** A gateway's means, to be lost at one step: whoever works with them waits there for ever. */
function dying(payments: Payments, when: Death, died: () => void): Payments {
	const die = (): Promise<never> => {
		died();
		return never;
	};
	const processor = payments.processorNamed("demo");
	const { vault, writer } = payments;
	switch (when) {
		case "claimed":
			return { ...payments, vault: { ...vault, findStoredCard: die } };
		case "opened":
			return withProcessor(payments, { ...bound(processor), submit: die });
		case "taken":
			return withProcessor(payments, { ...bound(processor), submit: (sent) => processor.submit(sent).then(die) });
		case "recorded":
			return { ...payments, writer: { ...writer, recordOutcome: (one) => writer.recordOutcome(one).then(die) } };
	}
}

function bound(processor: Processor): Processor {
	return {
		name: processor.name,
		submit: (request) => processor.submit(request),
		inquire: (reference) => processor.inquire(reference),
	};
}

/** Its own time limit would bring a dead process back. */
function withProcessor(payments: Payments, processor: Processor): Payments {
	return { ...payments, processorFor: () => processor, processorTimeoutMilliseconds: 24 * 3_600_000 };
}
