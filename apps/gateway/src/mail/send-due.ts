import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { DueMail, ReadDueMail } from "./due-mail.ts";
import { type Addressed, type Counted, countEach, hour, hourOf, partByLimit } from "./limits.ts";
import { type Mail, type Mailer, MailRefused } from "./mail.ts";
import type { MailKind } from "./mail-kind.ts";
import {
	addToCounts,
	claimDueMail,
	failMails,
	leaveOutCopies,
	type OutboxEntry,
	type OutboxKey,
	postponeMails,
	removeMails,
} from "./outbox.store.ts";
import { maximumAttempts, waitAfter } from "./retry.ts";

export interface MailSending {
	database: Database;
	/** What a row of the outbox becomes, by its kind. */
	readers: Record<MailKind, ReadDueMail>;
	mailer: Mailer;
	/** Real time, as mail servers live in it, or the sandbox's business time when its mail is only kept. */
	clock: Clock;
	/** Draws from [0, 1). */
	random: () => number;
	/** The name that Message-IDs end in. */
	host: string;
	log: Logger;
	/** Once it is aborted, no further mail is begun. */
	stopping: AbortSignal;
	/** How many are taken up at most: mail can wait, and a burst of charges is not to be slowed by its own receipts. */
	maximum: number;
}

/** A mail that was taken up: its row in the outbox, and what it is. */
type Taken = OutboxEntry & DueMail;

/** Mails taken up in one go. */
const batchSize = 100;

/** Mails on their way at once. */
const atOnce = 10;

/** How long a claim lasts, and so how long a mail waits whose gateway died. */
const claimMs = 180_000;

/** A mail is only begun when it will be through before its claim lapses: a mailer gives up sooner than this. */
const reserveMs = 60_000;

const problems = {
	addressLimit: "too many mails to this address within an hour",
	sharedLimit: "too many mails of all merchants to this address within an hour",
	merchantLimit: "too many mails of this merchant within an hour",
	tooOften: "the gateway ended whenever it was sent",
	notWritten: "the mail could not be written",
};

/**
 * Sends the mails whose turn has come. A mail leaves the outbox after the mailer has taken it, so one whose gateway
 * dies in between is sent again: at least once, with the same Message-ID.
 *
 * @returns how many were sent
 */
export async function sendDueMail(sending: MailSending): Promise<number> {
	let [sent, left] = [0, sending.maximum];
	while (left > 0 && !sending.stopping.aborted) {
		const now = sending.clock.now();
		const claimedUntil = now + claimMs;
		const limit = Math.min(batchSize, left);
		const kinds = Object.keys(sending.readers);
		const claimed = await claimDueMail(sending.database, { kinds, now, claimedUntil, limit });
		const admitted = await admit(sending, await readAll(sending, claimed), now);
		sent += await deliverAll(sending, admitted, claimedUntil - reserveMs);
		if (claimed.length < limit) break;
		left -= claimed.length;
	}
	return sent;
}

/** Reads what the rows are about, and takes out what is not wanted any more. */
async function readAll({ database, readers }: MailSending, claimed: OutboxEntry[]): Promise<Taken[]> {
	const taken: Taken[] = [];
	for (const [kind, entries] of Map.groupBy(claimed, (entry) => entry.kind)) {
		const byReference = new Map(entries.map((entry) => [entry.reference, entry]));
		for (const mail of await readers[kind](database, [...byReference.keys()])) {
			const entry = byReference.get(mail.reference);
			if (entry !== undefined) taken.push({ ...entry, ...mail });
		}
	}
	const wanted = new Set(taken.map(nameOf));
	await removeMails(
		database,
		claimed.filter((entry) => !wanted.has(nameOf(entry))),
	);
	return taken;
}

/** Sorts out what is too much. */
async function admit(sending: MailSending, taken: Taken[], now: number): Promise<Taken[]> {
	await giveUp(sending, taken.filter(isTooOften), { now, problem: problems.tooOften });
	// Counted at the first attempt alone: a mail server that is down must not use the limits up.
	const fresh = taken.filter(({ attempts }) => attempts === 1);
	const again = taken.filter((mail) => mail.attempts > 1 && !isTooOften(mail));
	return [...again, ...(await withinLimits(sending, fresh, now))];
}

const isTooOften = ({ attempts }: Taken) => attempts > maximumAttempts;

async function withinLimits(sending: MailSending, mails: Taken[], now: number): Promise<Taken[]> {
	// A mail that had to wait was counted under its merchant's limit for the address before; only what others share is asked again.
	const waited = mails.filter(({ problem }) => problem !== null);
	const unseen = mails.filter(({ problem }) => problem === null);
	const ofAddress = await count(sending, "address", unseen, now);
	await giveUp(sending, ofAddress.beyond, { now, problem: problems.addressLimit });
	const arrived = await withCopiesWithinLimit(sending, ofAddress.within, now);
	const ofAllMerchants = await count(sending, "sharedAddress", [...waited, ...arrived], now);
	await putOffToNextHour(sending, ofAllMerchants.beyond, { now, problem: problems.sharedLimit });
	const ofMerchant = await count(sending, "merchant", ofAllMerchants.within, now);
	await putOffToNextHour(sending, ofMerchant.beyond, { now, problem: problems.merchantLimit });
	return ofMerchant.within;
}

/** Counts each blind copy like a mail to its address. One too many is left out, and the mail goes without it. */
async function withCopiesWithinLimit(sending: MailSending, mails: Taken[], now: number): Promise<Taken[]> {
	const copies = mails.flatMap((mail) =>
		mail.blindCopies.map((to, place) => ({ merchantId: mail.merchantId, to, mail, place })),
	);
	const { beyond } = await count(sending, "address", copies, now);
	const leftOut = Map.groupBy(beyond, ({ mail }) => mail);
	for (const [mail, tooMany] of leftOut) await leaveOutCopies(sending.database, mail, placesOf(tooMany));
	return mails.map((mail) => ({ ...mail, copiesLeftOut: placesOf(leftOut.get(mail) ?? []) }));
}

function placesOf(copies: { place: number }[]): number[] {
	return copies.map(({ place }) => place);
}

async function count<Counting extends Addressed>(
	sending: MailSending,
	counted: Counted,
	mails: Counting[],
	now: number,
) {
	const totals = await addToCounts(sending.database, hourOf(now), countEach(counted, mails));
	return partByLimit(counted, mails, totals);
}

async function putOffToNextHour(
	{ database, random }: MailSending,
	mails: Taken[],
	{ now, problem }: { now: number; problem: string },
): Promise<void> {
	const nextAttemptAt = hourOf(now) + hour + Math.round(random() * hour);
	await postponeMails(database, mails, { nextAttemptAt, isCounted: false, problem });
}

async function giveUp(sending: MailSending, mails: Taken[], why: { now: number; problem: string }) {
	if (mails.length === 0) return;
	const givenUp = await sending.database.transaction().execute(async (transaction) => {
		const failed = new Set((await failMails(transaction, mails, why)).map(nameOf));
		for (const mail of mails) if (failed.has(nameOf(mail))) await mail.noteGivenUp?.(transaction);
		return [...failed];
	});
	if (givenUp.length > 0) sending.log.error({ mails: givenUp, problem: why.problem }, "mails were given up");
}

/** Sends a few at a time, in their order. Whatever is not begun by `deadline` is left to its next turn. */
async function deliverAll(sending: MailSending, mails: Taken[], deadline: number): Promise<number> {
	const waiting = mails.values();
	let sent = 0;
	const lane = async () => {
		for (const mail of waiting) {
			if (sending.stopping.aborted || sending.clock.now() > deadline) return;
			if (await deliver(sending, mail)) sent += 1;
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, mails.length) }, lane));
	return sent;
}

async function deliver(sending: MailSending, mail: Taken): Promise<boolean> {
	const { database, mailer, host } = sending;
	try {
		await mailer.send(withoutCopiesLeftOut(mail.write(host), mail));
	} catch (error) {
		await putOff(sending, mail, error);
		return false;
	}
	await removeMails(database, [mail]);
	return true;
}

function withoutCopiesLeftOut(mail: Mail, { copiesLeftOut }: OutboxEntry): Mail {
	return { ...mail, blindCopies: mail.blindCopies.filter((_address, place) => !copiesLeftOut.includes(place)) };
}

async function putOff(sending: MailSending, mail: Taken, error: unknown): Promise<void> {
	const { database, clock, random, log } = sending;
	const { attempts } = mail;
	const isRefusal = error instanceof MailRefused;
	const problem = isRefusal ? error.message : problems.notWritten;
	if (!isRefusal) log.error({ mail: nameOf(mail), err: error }, problem);
	const now = clock.now();
	const wait = isRefusal && error.isPermanent ? undefined : waitAfter(attempts, random());
	if (wait === undefined) return giveUp(sending, [mail], { now, problem });
	await postponeMails(database, [mail], { nextAttemptAt: now + wait, isCounted: true, problem });
	log.warn({ mail: nameOf(mail), attempts, problem }, "a mail was not sent and will be tried again");
}

/** `receipt 9fK2mQ7xW1aZ3bC4dE5f`: a mail as the log names it. */
function nameOf({ kind, reference }: OutboxKey): string {
	return `${kind} ${reference}`;
}
