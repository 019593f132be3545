import type { BankAccount } from "@cardseal/aft";
import { nobody, operator } from "../../../apps/gateway/src/audit/event.ts";
import type { Eft } from "../../../apps/gateway/src/eft/eft.ts";
import { payByBank, payFromWallet } from "../../../apps/gateway/src/eft/requests/accept-request.ts";
import { agreementOf } from "../../../apps/gateway/src/eft/requests/agreement.ts";
import { askForMoney } from "../../../apps/gateway/src/eft/requests/ask-for-money.ts";
import { findRequest } from "../../../apps/gateway/src/eft/requests/requests.store.ts";
import { depositFunds } from "../../../apps/gateway/src/eft/transfers/deposit.ts";
import { railWork } from "../../../apps/gateway/src/eft/transfers/rail.job.ts";
import { sendFunds } from "../../../apps/gateway/src/eft/transfers/send.ts";
import { demoOpeningCents } from "../../../apps/gateway/src/eft/wallet/ledger.ts";
import { verifyLedger } from "../../../apps/gateway/src/eft/wallet/verify-ledger.store.ts";
import { readBalances } from "../../../apps/gateway/src/eft/wallet/wallet.ts";
import { Problem } from "../../../apps/gateway/src/problem.ts";
import { responseTo } from "../../fixtures/once.ts";
import type { TestTables } from "../../fixtures/tables.ts";
import { type Random, randomFrom } from "../random.ts";
import { Death, type Fate } from "./mortal.ts";
import { accounts, type EftWorld, openEftWorld, type Party } from "./world.ts";

export interface LifeOptions {
	/** Each is up to four things that happen at once. */
	steps: number;
	seed: number;
}

export interface Lived {
	/** Payments that came to be. */
	payments: number;
	/** What was refused since there was not enough. */
	refusals: number;
	deaths: number;
	/** Where books, banks and plain sums differ. */
	differences: string[];
}

const caller = operator("soak");
const origin = { clientAddress: "192.0.2.7", requestId: "soak", userAgent: "soak" };

/** No act has more statements: each may be where a process dies. */
const longestAct = 30;

/**
 * Has wallets send, deposit, ask, and pay each other, with returns, late returns and processes that die at any statement.
 * In the end, everything settled, the books must be in order, each wallet must have what a plain sum says, and the banks
 * must have been given every payment once.
 */
export async function live(tables: TestTables, { steps, seed }: LifeOptions): Promise<Lived> {
	const life = new Life(await openEftWorld(tables), randomFrom(seed));
	for (let step = 1; step <= steps; step++) await life.step();
	await life.settleAll();
	return life.judge(tables);
}

class Life {
	readonly #world: EftWorld;
	readonly #random: Random;
	/** What each wallet should have more than it began with, once everything has settled. By the merchant's row. */
	readonly #expected = new Map<number, number>();
	/** What banks should have been given: a direction and an amount, by reference. */
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

	/** Some things at once, and then time goes by. */
	async step(): Promise<void> {
		const acts = Array.from({ length: this.#random.between(1, 4) }, () => this.#draw());
		await Promise.all(acts.map((act) => act()));
		this.#world.clock.time += this.#random.between(0, 12 * 3_600_000);
		if (this.#random.chance(0.2)) await this.#prove();
	}

	/** Everything is drawn before anything begins: what overtakes what must not change what the seed stands for. */
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
			() => this.#askBank({ party, cents, key, fates }, account, stays),
			() => this.#askMerchant({ party, cents, key, fates }, payer ?? party),
			() => this.#work(fates),
			() => this.#work(fates),
		]);
	}

	/** How the processes die that an act comes to, before one does not. */
	#drawFates(): Fate[] {
		const deaths = this.#random.chance(0.4) ? this.#random.between(1, 2) : 0;
		return Array.from({ length: deaths }, () => {
			const statement = this.#random.between(1, longestAct);
			return { statement, when: this.#random.pick(["before", "after"]) };
		});
	}

	/** Does something as callers do who hear nothing: again, until somebody answers. */
	async #until<Result>(fates: Fate[], act: (eft: Eft) => Promise<Result>): Promise<Result> {
		for (const fate of fates) {
			// One that came to its end all the same is asked again: its caller has heard nothing.
			if (await endsInDeath(act(this.#world.process(fate)))) this.#deaths += 1;
		}
		return act(this.#world.process());
	}

	async #send(act: Act, account: BankAccount, stays: boolean): Promise<void> {
		const command = { ...orderOf(act), customerLookupId: act.party.customer, description: "Rent", account, caller };
		await this.#payOut(act, stays, (eft) => sendFunds(eft, command));
	}

	async #deposit(act: Act): Promise<void> {
		await this.#payOut(act, true, (eft) => depositFunds(eft, { ...orderOf(act), caller }));
	}

	async #payOut(
		{ party, cents, fates }: Act,
		stays: boolean,
		order: (eft: Eft) => ReturnType<typeof sendFunds>,
	): Promise<void> {
		try {
			const { body } = responseTo(await this.#until(fates, order));
			this.#came(body.transaction_id, "credit", cents);
			if (stays) this.#expect(party, -cents);
		} catch (error) {
			this.#refused(error);
		}
	}

	async #askBank(act: Act, account: BankAccount, stays: boolean): Promise<void> {
		const request = await this.#ask(act);
		const payment = { account, holder: "Ada Lovelace", agreement: agreementOf(request, "en"), ...origin };
		await this.#until(act.fates, (eft) => payByBank(eft, request, payment));
		this.#came(request.transactionId, "debit", act.cents);
		if (stays) this.#expect(act.party, act.cents);
	}

	async #askMerchant(act: Act, payer: Party): Promise<void> {
		const request = await this.#ask(act);
		const paying = { payer: payer.merchant, caller: nobody(origin) };
		// "over": a process that died had been paid.
		const told = await this.#until(act.fates, (eft) => payFromWallet(eft, request, paying));
		if (told === "not_enough") this.#refusals += 1;
		else {
			this.#payments += 1;
			this.#expect(act.party, act.cents);
			this.#expect(payer, -act.cents);
		}
	}

	async #ask(act: Act) {
		const command = { ...orderOf(act), customerLookupId: act.party.customer, description: null, caller };
		const { body } = responseTo(await this.#until(act.fates, (eft) => askForMoney(eft, command)));
		const request = await findRequest(this.#world.database, body.transaction_id);
		if (request === undefined) throw new Error("A request that was answered is not there.");
		return request;
	}

	async #work(fates: Fate[]): Promise<void> {
		await this.#until(fates, async (eft) => railWork(eft).run());
	}

	/** Lets time go by until no bank has anything more to tell. */
	async settleAll(): Promise<void> {
		const work = railWork(this.#world.process());
		for (let next = await work.nextAt(); next !== undefined; next = await work.nextAt()) {
			this.#world.clock.time = Math.max(this.#world.clock.time, next);
			await work.run();
		}
	}

	async judge({ database }: TestTables): Promise<Lived> {
		await this.#prove();
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
		this.#compare(`what wallet ${merchantId} waits for`, 0, heldCents + unclearedCents);
	}

	async #prove(): Promise<void> {
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
	/** The Idempotency-Key of the one who asks for it. */
	key: string;
	/** How the processes die that are asked before one lives. */
	fates: Fate[];
}

function orderOf({ party, cents, key }: Act) {
	return { merchant: party.merchant, cents, idempotency: { route: "soak", key } };
}

/** Whether an act's process died: it may come to its end before its statement, or be refused as the next one is. */
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
