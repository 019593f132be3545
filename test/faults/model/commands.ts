import fc from "fast-check";
import { expect } from "vitest";
import { goodCard } from "../../fixtures/client.ts";
import { type Books, type Entry, type EntryType, stateAfter, truthOf } from "./books.ts";
import type { Fault, Reply, World } from "./world.ts";

type Command = fc.AsyncCommand<Books, World>;

const day = 86_400_000;
let keys = 0;

interface Wanted {
	type: EntryType;
	path: string;
	body: unknown;
	cents: number;
	original?: Entry;
}

/** Sends a request that should be accepted, checks its response, and adds it to the books. */
async function sendAccepted(books: Books, world: World, wanted: Wanted, fault: Fault | undefined): Promise<void> {
	const key = `key-${keys++}`;
	const { type, cents, original, path, body } = wanted;
	const made = { type, cents, original, madeAt: world.clocks.business.now() };
	const truth = truthOf(made, fault);
	const reply = await world.post({ path, body, key }, fault);
	const transactionId = reply === undefined ? await transactionOf(world, key) : String(reply.body.transaction_id);
	const state = stateAfter(truth, fault);
	const entry: Entry = {
		...made,
		key,
		request: { path, body },
		transactionId,
		state,
		truth,
		isDone: reply !== undefined,
	};
	books.entries.push(entry);
	const died = fault?.startsWith("dies_") ?? false;
	expect(reply === undefined, `only a crashed process sends no response, but: ${JSON.stringify(reply)}`).toBe(died);
	if (reply !== undefined) expectReply(books, entry, reply);
}

function expectReply(books: Books, entry: Entry, { status, body }: NonNullable<Reply>): void {
	// The response has the state before any capture, refund or void.
	const captured = entry.state === "approved" && (entry.type === "sale" || entry.type === "capture");
	expect(body).toMatchObject({ ...books.recordOf(entry), amount_refunded: 0, voided: false, captured });
	expect(status).toBe(entry.state === "approved" ? 200 : 402);
}

/** Returns the transaction of a key whose caller got no response. */
async function transactionOf(world: World, key: string): Promise<string> {
	const row = await world.tables
		.selectFrom("idempotency_keys")
		.select("transaction_id")
		.where("key", "=", key)
		.$narrowType<{ transaction_id: string }>()
		.executeTakeFirstOrThrow();
	return row.transaction_id;
}

/** A sale or an authorization of the card in the request, of the stored one, or of a new one of the customer. */
class Charge implements Command {
	readonly type: "sale" | "authorization";
	readonly dollars: number;
	readonly card: "given" | "new" | "default";
	readonly fault: Fault | undefined;

	constructor(type: Charge["type"], dollars: number, card: Charge["card"], fault: Fault | undefined) {
		this.type = type;
		this.dollars = dollars;
		this.card = card;
		this.fault = fault;
	}

	check(books: Readonly<Books>): boolean {
		// There is a default card once a new one was stored.
		const hasCard = books.entries.some(
			({ request, state, isDone }) => isOfNewCard(request) && state === "approved" && isDone,
		);
		return this.card !== "default" || hasCard;
	}

	async run(books: Books, world: World): Promise<void> {
		const base = `/transaction-service/${this.type === "sale" ? "sale" : "authorize"}`;
		const path = this.card === "given" ? base : `${base}/customer/${world.customerId}`;
		const body = { amount: this.dollars, currency: "CAD", ...(this.card !== "default" && goodCard) };
		await sendAccepted(books, world, { type: this.type, path, body, cents: this.dollars * 100 }, this.fault);
	}

	toString(): string {
		return `${this.type} ${this.dollars} ${this.card} ${this.fault ?? ""}`;
	}
}

function isOfNewCard({ path, body }: Entry["request"]): boolean {
	return path.includes("/customer/") && Object.hasOwn(body as object, "card_number");
}

/** A capture, refund or void of one of the last transactions, allowed or not. */
class Modification implements Command {
	readonly type: "capture" | "refund" | "void";
	/** Counted from the newest. */
	readonly nth: number;
	readonly dollars: number;
	readonly fault: Fault | undefined;

	constructor(type: Modification["type"], nth: number, dollars: number, fault: Fault | undefined) {
		this.type = type;
		this.nth = nth;
		this.dollars = dollars;
		this.fault = fault;
	}

	check(books: Readonly<Books>): boolean {
		return books.entries.at(-1 - this.nth) !== undefined;
	}

	async run(books: Books, world: World): Promise<void> {
		// `check` has made sure of it.
		const original = books.entries.at(-1 - this.nth) as Entry;
		const cents = this.type === "void" ? original.cents : this.dollars * 100;
		const path = `/transaction-service/${this.type}/${original.transactionId}`;
		const wanted = { type: this.type, path, body: { amount: this.dollars }, cents, original };
		if (books.allows(this.type, original, cents, world.clocks.business.now())) {
			return sendAccepted(books, world, wanted, this.fault);
		}
		const reply = await world.post({ ...wanted, key: `key-${keys++}` });
		expect(reply, `${this} of ${original.type}`).toMatchObject({ status: 400 });
	}

	toString(): string {
		return `${this.type} ${this.nth} back, ${this.dollars} ${this.fault ?? ""}`;
	}
}

/** Repeats an earlier request with its key, up to three times at once: nothing new happens. */
class Repeat implements Command {
	readonly nth: number;
	readonly times: number;

	constructor(nth: number, times: number) {
		this.nth = nth;
		this.times = times;
	}

	check(books: Readonly<Books>): boolean {
		return books.entries.at(-1 - this.nth) !== undefined;
	}

	async run(books: Books, world: World): Promise<void> {
		const entry = books.entries.at(-1 - this.nth) as Entry;
		const sent = Array.from({ length: this.times }, () => world.post({ ...entry.request, key: entry.key }));
		for (const reply of await Promise.all(sent)) {
			if (entry.state === "unknown" && reply?.status === 409) continue;
			if (reply === undefined) throw new Error("A repeated request was not answered.");
			expectReply(books, entry, reply);
		}
	}

	toString(): string {
		return `repeat ${this.nth} back, ${this.times} times`;
	}
}

/** Several simultaneous requests for the same money: as many as fit are approved, and no more. */
class Race implements Command {
	readonly type: "capture" | "refund";
	readonly nth: number;
	readonly dollars: number;
	readonly runners: number;

	constructor(type: Race["type"], nth: number, dollars: number, runners: number) {
		this.type = type;
		this.nth = nth;
		this.dollars = dollars;
		this.runners = runners;
	}

	check(books: Readonly<Books>): boolean {
		return books.entries.at(-1 - this.nth) !== undefined;
	}

	async run(books: Books, world: World): Promise<void> {
		const original = books.entries.at(-1 - this.nth) as Entry;
		const cents = this.dollars * 100;
		const now = world.clocks.business.now();
		const request = {
			path: `/transaction-service/${this.type}/${original.transactionId}`,
			body: { amount: this.dollars },
		};
		const keyOf = Array.from({ length: this.runners }, () => `key-${keys++}`);
		const reply = await Promise.all(keyOf.map((key) => world.post({ ...request, key })));
		for (const [index, answer] of reply.entries()) {
			if (answer?.status === 400) continue;
			const made = { type: this.type, cents, original, madeAt: now };
			expect(books.allows(this.type, original, cents, now), `${this}: one too many`).toBe(true);
			const truth = truthOf(made, undefined);
			const key = keyOf[index] as string;
			const transactionId = String(answer?.body.transaction_id);
			const entry: Entry = { ...made, key, request, transactionId, state: truth, truth, isDone: true };
			books.entries.push(entry);
			if (answer !== undefined) expectReply(books, entry, answer);
		}
		const isStillOpen =
			books.allows(this.type, original, cents, now) &&
			truthOf({ type: this.type, cents, original, madeAt: now }, undefined) === "approved";
		const refused = reply.filter((answer) => answer?.status === 400).length;
		expect(isStillOpen && refused > 0, `${this}: refused although it fits`).toBe(false);
	}

	toString(): string {
		return `${this.runners} at once: ${this.type} ${this.nth} back, ${this.dollars}`;
	}
}

class Recover implements Command {
	check = () => true;

	async run(books: Books, world: World): Promise<void> {
		await world.recover();
		books.recover();
	}

	toString = () => "recover";
}

class Crash implements Command {
	check = () => true;

	async run(_books: Books, world: World): Promise<void> {
		world.crash();
	}

	toString = () => "crash";
}

class PassDays implements Command {
	readonly days: number;

	constructor(days: number) {
		this.days = days;
	}

	check = () => true;

	async run(_books: Books, world: World): Promise<void> {
		world.clocks.business.advance(this.days * day);
	}

	toString(): string {
		return `${this.days} days pass`;
	}
}

class Read implements Command {
	readonly nth: number;

	constructor(nth: number) {
		this.nth = nth;
	}

	check(books: Readonly<Books>): boolean {
		return books.entries.at(-1 - this.nth) !== undefined;
	}

	async run(books: Books, world: World): Promise<void> {
		await expectRecord(books, world, books.entries.at(-1 - this.nth) as Entry);
	}

	toString(): string {
		return `read ${this.nth} back`;
	}
}

/** Expects that the record of a transaction agrees with the books. */
export async function expectRecord(books: Books, world: World, entry: Entry): Promise<void> {
	const record = await world.get(`/transaction-service/transaction/${entry.transactionId}`);
	expect(record, `${entry.type} ${entry.transactionId}`).toMatchObject(books.recordOf(entry));
}

const fault = fc.option(
	fc.constantFrom<Fault>(
		"answer_lost",
		"answer_late",
		"never_received",
		"sent_twice",
		"dies_before",
		"dies_after",
		"dies_written",
	),
	{ nil: undefined, freq: 4 },
);
const nth = fc.nat({ max: 6 });
/** Mostly odd, which the sandbox approves. */
const dollars = fc.oneof(
	{ weight: 6, arbitrary: fc.nat({ max: 30 }).map((half) => 2 * half + 1) },
	fc.integer({ min: 1, max: 60 }),
);
const chargedDollars = dollars.map((some) => some + 20 + (some % 2 === 0 ? 0 : 20));

/** Every kind of command, most often those that move money. */
export const commands: fc.Arbitrary<Command>[] = [
	fc
		.tuple(
			fc.constantFrom("sale", "authorization"),
			chargedDollars,
			fc.constantFrom("given", "given", "new", "default"),
			fault,
		)
		.map((drawn) => new Charge(...drawn)),
	fc
		.tuple(fc.constantFrom("capture", "refund", "void"), nth, dollars, fault)
		.map((drawn) => new Modification(...drawn)),
	fc.tuple(fc.constantFrom("capture", "refund"), nth, dollars, fault).map((drawn) => new Modification(...drawn)),
	fc.tuple(nth, fc.integer({ min: 1, max: 3 })).map((drawn) => new Repeat(...drawn)),
	fc
		.tuple(fc.constantFrom("capture", "refund"), nth, dollars, fc.integer({ min: 2, max: 6 }))
		.map((drawn) => new Race(...drawn)),
	nth.map((one) => new Read(one)),
	fc.oneof(
		fc.constant(new Recover()),
		fc.constant(new Recover()),
		fc.constant(new Crash()),
		fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 28, max: 32 })).map((days) => new PassDays(days)),
	),
];
