import type { BankAccount } from "@cardseal/aft";
import { getCustomer } from "../../../packages/customers/src/customer.ts";
import type { Eft } from "../../../packages/eft/src/eft.ts";
import { payByBank, payFromWallet } from "../../../packages/eft/src/requests/accept-request.ts";
import { agreementOf } from "../../../packages/eft/src/requests/agreement.ts";
import { requestPayment } from "../../../packages/eft/src/requests/request-payment.ts";
import { findRequest } from "../../../packages/eft/src/requests/requests.store.ts";
import { depositFunds } from "../../../packages/eft/src/transfers/deposit.ts";
import { railWork } from "../../../packages/eft/src/transfers/rail.job.ts";
import { sendFunds } from "../../../packages/eft/src/transfers/send.ts";
import { demoOpeningCents } from "../../../packages/eft/src/wallet/ledger.ts";
import { verifyLedger } from "../../../packages/eft/src/wallet/verify-ledger.store.ts";
import { readBalances } from "../../../packages/eft/src/wallet/wallet.ts";
import { operator, unauthenticated } from "../../../packages/platform/src/audit/event.ts";
import { answerOnce } from "../../../packages/platform/src/idempotency/answer-once.ts";
import type { KeyedRequest } from "../../../packages/platform/src/idempotency/keyed-request.ts";
import { Problem } from "../../../packages/platform/src/problem.ts";
import type { TestTables } from "../../fixtures/tables.ts";
import { type Random, randomFrom } from "../random.ts";
import { Death, type Fate } from "./mortal.ts";
import { accounts, createEftWorld, type EftWorld, type Party } from "./world.ts";

export interface LifeOptions {
	/** Each step is up to four concurrent acts. */
	steps: number;
	seed: number;
}

export interface Lived {
	/** Completed payments. */
	payments: number;
	/** Payments rejected for insufficient funds. */
	refusals: number;
	deaths: number;
	/** Differences between the ledger, the rail and plain sums. */
	differences: string[];
}

const caller = operator("soak");
const origin = { clientAddress: "192.0.2.7", requestId: "soak", userAgent: "soak" };

/** The most statements in an act. A process may die at each. */
const longestAct = 30;

/**
 * Runs random sends, deposits, requests and payments between wallets, with returns, late returns and processes that die at
 * any statement. When everything has settled, the ledger must be consistent, each wallet must have the balance of a plain
 * sum, and the rail must have every payment once.
 */
export async function live(tables: TestTables, { steps, seed }: LifeOptions): Promise<Lived> {
	const life = new Life(await createEftWorld(tables), randomFrom(seed));
	for (let step = 1; step <= steps; step++) await life.step();
	await life.settleAll();
	return life.judge(tables);
}

class Life {
	readonly #world: EftWorld;
	readonly #random: Random;
	/** The expected change of each wallet after settlement, by the merchant's row id. */
	readonly #expected = new Map<number, number>();
	/** The expected payments at the rail: direction and amount by reference. */
	readonly #given = new Map<string, string>();
	readonly #differences: string[] = [];
	#acts = 0;
	#payments = 0;
	#refusals = 0;
	#deaths = 0;

	constructor(world: EftWorld, random: Random) {
		this.#world = world;
		this.#random = random;
	}

	/** Runs concurrent acts, then advances the clock. */
	async step(): Promise<void> {
		const acts = Array.from({ length: this.#random.between(1, 4) }, () => this.#draw());
		await Promise.all(acts.map((act) => act()));
		this.#world.clock.time += this.#random.between(0, 12 * 3_600_000);
		if (this.#random.chance(0.2)) await this.#verify();
	}

	/** Draws everything before the acts start, so that timing does not change the meaning of a seed. */
	#draw(): () => Promise<void> {
		const { parties } = this.#world;
		const party = this.#random.pick(parties);
		const others = parties.filter((one) => one !== party);
		const payer = this.#random.chance(0.5) ? others[0] : others[1];
		const cents = this.#random.between(1, 40_000);
		const { account, stays } = this.#random.pick(accounts);
		const fates = this.#drawFates();
		const key = `act-${++this.#acts}`;
		return this.#random.pick<() => Promise<void>>([
			() => this.#send({ party, cents, key, fates }, account, stays),
			() => this.#deposit({ party, cents, key, fates }),
			() => this.#requestFromBank({ party, cents, key, fates }, account, stays),
			() => this.#requestFromMerchant({ party, cents, key, fates }, payer ?? party),
			() => this.#work(fates),
			() => this.#work(fates),
		]);
	}

	/** Draws the deaths of the processes that try an act before one survives. */
	#drawFates(): Fate[] {
		const deaths = this.#random.chance(0.4) ? this.#random.between(1, 2) : 0;
		return Array.from({ length: deaths }, () => {
			const statement = this.#random.between(1, longestAct);
			return { statement, when: this.#random.pick(["before", "after"]) };
		});
	}

	/** Repeats an act, as a caller without a response does, until a process survives. */
	async #until<Result>(fates: Fate[], act: (eft: Eft) => Promise<Result>): Promise<Result> {
		for (const fate of fates) {
			// An act that completed is repeated too: its caller got no response.
			if (await endsInDeath(act(this.#world.process(fate)))) this.#deaths += 1;
		}
		return act(this.#world.process());
	}

	async #send(act: Act, account: BankAccount, stays: boolean): Promise<void> {
		const { merchant, customer } = act.party;
		await this.#payOut(act, stays, async (eft, keyed) => {
			const command = { ...orderOf(act), keyed, description: "Rent", account, isSteppedUp: true, userId: null };
			return sendFunds(eft, { ...command, customer: await getCustomer(eft.database, merchant, customer) });
		});
	}

	async #deposit(act: Act): Promise<void> {
		await this.#payOut(act, true, (eft, keyed) => depositFunds(eft, { ...orderOf(act), keyed, userId: null }));
	}

	async #payOut(act: Act, stays: boolean, order: Order): Promise<void> {
		const { party, cents, fates } = act;
		try {
			const { body } = await this.#until(fates, (eft) => once(eft, act, order));
			this.#came(body.transaction_id, "credit", cents);
			if (stays) this.#expect(party, -cents);
		} catch (error) {
			this.#refused(error);
		}
	}

	async #requestFromBank(act: Act, account: BankAccount, stays: boolean): Promise<void> {
		const request = await this.#request(act);
		const payment = { account, holder: "Ada Lovelace", agreement: agreementOf(request, "en"), ...origin };
		await this.#until(act.fates, (eft) => payByBank(eft, request, payment));
		this.#came(request.transactionId, "debit", act.cents);
		if (stays) this.#expect(act.party, act.cents);
	}

	async #requestFromMerchant(act: Act, payer: Party): Promise<void> {
		const request = await this.#request(act);
		const paying = { payer: payer.merchant, isSteppedUp: true, caller: unauthenticated(origin) };
		// "over": the payment of a process that died was committed.
		const outcome = await this.#until(act.fates, (eft) => payFromWallet(eft, request, paying));
		if (outcome === "not_enough") this.#refusals += 1;
		else {
			this.#payments += 1;
			this.#expect(act.party, act.cents);
			this.#expect(payer, -act.cents);
		}
	}

	async #request(act: Act) {
		const { merchant, customer } = act.party;
		const order: Order = async (eft, keyed) => {
			const found = await getCustomer(eft.database, merchant, customer);
			return requestPayment(eft, { ...orderOf(act), keyed, customer: found, description: null });
		};
		const { body } = await this.#until(act.fates, (eft) => once(eft, act, order));
		const request = await findRequest(this.#world.database, body.transaction_id);
		if (request === undefined) throw new Error("The request does not exist.");
		return request;
	}

	async #work(fates: Fate[]): Promise<void> {
		await this.#until(fates, async (eft) => railWork(eft).run());
	}

	/** Advances the clock until the rail has no more outcomes. */
	async settleAll(): Promise<void> {
		const work = railWork(this.#world.process());
		for (let next = await work.nextAt(); next !== undefined; next = await work.nextAt()) {
			this.#world.clock.time = Math.max(this.#world.clock.time, next);
			await work.run();
		}
	}

	async judge({ database }: TestTables): Promise<Lived> {
		await this.#verify();
		for (const { merchant } of this.#world.parties) await this.#compareWallet(merchant.id);
		const journal = await database.selectFrom("demo_rail.journal").selectAll().execute();
		const banks = new Map(journal.map((row) => [row.reference, `${row.direction} ${row.amount_cents}`]));
		for (const reference of new Set([...banks.keys(), ...this.#given.keys()])) {
			this.#compare(`payment ${reference} at its bank`, this.#given.get(reference), banks.get(reference));
		}
		return {
			payments: this.#payments,
			refusals: this.#refusals,
			deaths: this.#deaths,
			differences: this.#differences,
		};
	}

	async #compareWallet(merchantId: number): Promise<void> {
		const { actualCents, heldCents, unclearedCents, owedCents } = await readBalances(
			this.#world.database,
			merchantId,
			this.#world.clock.now(),
		);
		const expected = demoOpeningCents + (this.#expected.get(merchantId) ?? 0);
		this.#compare(`wallet ${merchantId}`, expected, actualCents - owedCents);
		this.#compare(`held and uncleared funds of wallet ${merchantId}`, 0, heldCents + unclearedCents);
	}

	async #verify(): Promise<void> {
		const { differences } = await verifyLedger(this.#world.database);
		this.#differences.push(...differences.map((difference) => JSON.stringify(difference)));
	}

	#compare(what: string, expected: unknown, found: unknown): void {
		if (expected !== found) this.#differences.push(`${what}: expected ${expected}, found ${found}`);
	}

	#came(reference: string, direction: string, cents: number): void {
		this.#payments += 1;
		this.#given.set(reference, `${direction} ${cents}`);
	}

	#expect({ merchant }: Party, cents: number): void {
		this.#expected.set(merchant.id, (this.#expected.get(merchant.id) ?? 0) + cents);
	}

	#refused(error: unknown): void {
		if (!(error instanceof Problem) || error.status !== 400) throw error;
		this.#refusals += 1;
	}
}

interface Act {
	party: Party;
	cents: number;
	/** The Idempotency-Key. */
	key: string;
	/** The deaths of the processes before one survives. */
	fates: Fate[];
}

function orderOf({ party, cents }: Act) {
	return { merchant: party.merchant, cents, caller };
}

type Order = (eft: Eft, keyed: KeyedRequest | undefined) => ReturnType<typeof sendFunds>;

/** Does an act once for its key, as its route does. */
async function once(eft: Eft, { party, cents, key }: Act, order: Order): ReturnType<typeof sendFunds> {
	const idempotency = { merchantId: party.merchant.id, route: "soak", key };
	const { response } = await answerOnce(eft, { idempotency, gathered: { asked: { cents } } }, (keyed) =>
		order(eft, keyed),
	);
	return response;
}

/** Tells if the process died. It may also complete before its fatal statement, or be rejected. */
async function endsInDeath(act: Promise<unknown>): Promise<boolean> {
	try {
		await act;
		return false;
	} catch (error) {
		const errors = error instanceof AggregateError ? error.errors : [error];
		if (!errors.every((one) => one instanceof Death || one instanceof Problem)) throw error;
		return errors.some((one) => one instanceof Death);
	}
}
