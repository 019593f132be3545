import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log/log.ts";
import type { DueMail, MailKind, ReadDueMail } from "./due-mail.ts";
import { type Addressed, type Counted, countEach, hour, hourlyLimits, hourOf, partByLimit } from "./limits.ts";
import { type Mail, type Mailer, MailRefused } from "./mail.ts";
import {
	addToCounts,
	claimDueMail,
	delayCopies,
	failMails,
	type OutboxEntry,
	type OutboxRowKey,
	postponeMails,
	removeMails,
} from "./outbox.store.ts";

export interface MailSending {
	database: Database;
	readers: Record<MailKind, ReadDueMail>;
	mailer: Mailer;
	/** Real time; business time in the sandbox. */
	clock: Clock;
	random: () => number;
	host: string;
	log: Logger;
	stopping: AbortSignal;
	/** Receipts must not slow charges down. */
	maximum: number;
}

type Claimed = OutboxEntry & DueMail;

const batchSize = 100;

const atOnce = 10;

/** A mail whose gateway died waits this long. */
const claimMs = 180_000;

/** Keeps mails within their claims. */
const reserveMs = 60_000;

const limitProblems: Record<Counted, string> = {
	address: "too many mails to this address within an hour",
	sharedAddress: "too many mails of all merchants to this address within an hour",
	merchant: "too many mails of this merchant within an hour",
};

const problems = {
	everyAttemptEnded: "the gateway ended at every attempt",
	notWritten: "the mail could not be written",
};

/** Sends at least once, with the same Message-ID. Returns the number of sent mails. */
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

async function readAll({ database, readers }: MailSending, claimed: OutboxEntry[]): Promise<Claimed[]> {
	const taken: Claimed[] = [];
	for (const [kind, entries] of Map.groupBy(claimed, (entry) => entry.kind)) {
		const byReference = Map.groupBy(entries, (entry) => entry.reference);
		const read: ReadDueMail = readers[kind];
		for (const mail of await read(database, [...byReference.keys()])) {
			for (const entry of byReference.get(mail.reference) ?? []) taken.push({ ...entry, ...mail });
		}
	}
	const wanted = new Set(taken.map(nameOf));
	await removeMails(
		database,
		claimed.filter((entry) => !wanted.has(nameOf(entry))),
	);
	return taken;
}

async function admit(sending: MailSending, taken: Claimed[], now: number): Promise<Claimed[]> {
	await giveUp(sending, taken.filter(isOutOfAttempts), { now, problem: problems.everyAttemptEnded });
	// An unreachable mail server does not use up the limits.
	const fresh = taken.filter(({ attempts }) => attempts === 1);
	const again = taken.filter((mail) => mail.attempts > 1 && !isOutOfAttempts(mail));
	return [...again, ...(await withinLimits(sending, fresh, now))];
}

const isOutOfAttempts = ({ attempts }: Claimed) => attempts > maximumAttempts;

async function withinLimits(sending: MailSending, mails: Claimed[], now: number): Promise<Claimed[]> {
	const beyond = await applyLimits(sending, mails.flatMap(firstRecipients), now);
	for (const [problem, ofProblem] of Map.groupBy(beyond, (one) => one.problem)) {
		const late = ofProblem.map(({ recipient }) => recipient.mail);
		const nextAttemptAt = inNextHour(sending, now);
		await postponeMails(sending.database, late, { nextAttemptAt, isCounted: false, problem });
	}
	const waiting = new Set(beyond.map(({ recipient }) => recipient.mail));
	return delayCopiesBeyondLimits(
		sending,
		mails.filter((mail) => !waiting.has(mail)),
		now,
	);
}

function firstRecipients(mail: Claimed) {
	const { merchantId, allowance, copy, blindCopies } = mail;
	const to = copy === 0 ? mail.to : blindCopies[copy - 1];
	return to === null || to === undefined ? [] : [{ merchantId, allowance, to, mail }];
}

/** Other copies do not wait. */
async function delayCopiesBeyondLimits(sending: MailSending, mails: Claimed[], now: number): Promise<Claimed[]> {
	const whole = mails.filter(({ copy }) => copy === 0);
	const copies = whole.flatMap((mail) => {
		const { merchantId, allowance } = mail;
		return mail.blindCopies.map((to, place) => ({ merchantId, allowance, to, mail, copy: place + 1 }));
	});
	const beyond = await applyLimits(sending, copies, now);
	const leftOut = new Map<Claimed, number[]>();
	for (const [mail, ofMail] of Map.groupBy(beyond, ({ recipient }) => recipient.mail)) {
		const delayed = ofMail.map(({ recipient: { copy }, problem }) => ({ copy, problem }));
		await delayCopies(sending.database, mail, { delayed, nextAttemptAt: inNextHour(sending, now) });
		leftOut.set(
			mail,
			delayed.map(({ copy }) => copy),
		);
	}
	return mails.map((mail) => ({ ...mail, copiesLeftOut: leftOut.get(mail) ?? [] }));
}

/** Returns mails beyond a limit, with the problem. */
async function applyLimits<Counting extends Addressed>(sending: MailSending, recipients: Counting[], now: number) {
	let within = recipients;
	const beyond: { recipient: Counting; problem: string }[] = [];
	for (const counted of Object.keys(hourlyLimits) as Counted[]) {
		const totals = await addToCounts(sending.database, hourOf(now), countEach(counted, within));
		const parted = partByLimit(counted, within, totals);
		within = parted.within;
		for (const recipient of parted.beyond) beyond.push({ recipient, problem: limitProblems[counted] });
	}
	return beyond;
}

function inNextHour({ random }: MailSending, now: number): number {
	return hourOf(now) + hour + Math.round(random() * hour);
}

async function giveUp(sending: MailSending, mails: Claimed[], why: { now: number; problem: string }) {
	if (mails.length === 0) return;
	const givenUp = await sending.database.transaction().execute(async (transaction) => {
		const failed = new Set((await failMails(transaction, mails, why)).map(nameOf));
		for (const mail of mails) if (mail.copy === 0 && failed.has(nameOf(mail))) await mail.noteGivenUp?.(transaction);
		return [...failed];
	});
	if (givenUp.length > 0) sending.log.error({ mails: givenUp, problem: why.problem }, "gave up sending mails");
}

async function deliverAll(sending: MailSending, mails: Claimed[], deadline: number): Promise<number> {
	const waiting = mails.values();
	let sent = 0;
	const sender = async () => {
		for (const mail of waiting) {
			if (sending.stopping.aborted || sending.clock.now() > deadline) return;
			if (await deliver(sending, mail)) sent += 1;
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, mails.length) }, sender));
	return sent;
}

async function deliver(sending: MailSending, mail: Claimed): Promise<boolean> {
	const { database, mailer, host } = sending;
	let hasRecipients: boolean;
	try {
		const written = deliveryOf(mail.write(host), mail);
		hasRecipients = written.to !== undefined || written.blindCopies.length > 0;
		if (hasRecipients) await mailer.send(written, mail.merchantId);
	} catch (error) {
		await putOff(sending, mail, error);
		return false;
	}
	await removeMails(database, [mail]);
	return hasRecipients;
}

function deliveryOf(mail: Mail, { copy, copiesLeftOut }: OutboxEntry): Mail {
	const chosen = (number: number) => (copy === 0 ? !copiesLeftOut.includes(number) : number === copy);
	const blindCopies = mail.blindCopies.filter((_address, place) => chosen(place + 1));
	return { ...mail, blindCopies, ...(copy > 0 && { isCopyOnly: true }) };
}

async function putOff(sending: MailSending, mail: Claimed, error: unknown): Promise<void> {
	const { database, clock, random, log } = sending;
	const { attempts } = mail;
	const isRefusal = error instanceof MailRefused;
	const problem = isRefusal ? error.message : problems.notWritten;
	if (!isRefusal) log.error({ mail: nameOf(mail), err: error }, problem);
	const now = clock.now();
	const wait = isRefusal && error.isPermanent ? undefined : waitAfter(attempts, random());
	if (wait === undefined) return giveUp(sending, [mail], { now, problem });
	await postponeMails(database, [mail], { nextAttemptAt: now + wait, isCounted: true, problem });
	log.warn({ mail: nameOf(mail), attempts, problem }, "a mail was not sent and will be retried");
}

function nameOf({ kind, reference, copy }: OutboxRowKey): string {
	return copy === 0 ? `${kind} ${reference}` : `${kind} ${reference} copy ${copy}`;
}

const minute = 60_000;
const longestWaitMinutes = 240;

/** Waits of 1, 2, 4 … 128 minutes, then four hours, cover a night. */
export const maximumAttempts = 14;

/** Returns ms; `undefined` after the last attempt. `fraction`, below 1, spreads the wait by a quarter. */
export function waitAfter(attempts: number, fraction: number): number | undefined {
	if (attempts >= maximumAttempts) return undefined;
	const minutes = Math.min(2 ** (attempts - 1), longestWaitMinutes);
	return Math.round(minutes * minute * (0.75 + fraction / 2));
}
