import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { type Mailer, MailRefused } from "../mail/mail.ts";
import { type Addressed, type Counted, countEach, hour, hourOf, partByLimit } from "./limits.ts";
import type { Receipt } from "./receipt.ts";
import { blindCopiesOf, receiptMail } from "./receipt-mail.ts";
import {
	addToCounts,
	claimDueReceipts,
	failReceipts,
	leaveOutCopies,
	postponeReceipts,
	removeReceipts,
} from "./receipt-outbox.store.ts";
import { maximumAttempts, waitAfter } from "./retry.ts";

export interface ReceiptSending {
	database: Database;
	mailer: Mailer;
	/** Real time. */
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

/** Receipts taken up in one go. */
const batchSize = 100;

/** Mails on their way at once. */
const atOnce = 10;

/** How long a claim lasts, and so how long a receipt waits whose gateway died. */
const claimMilliseconds = 180_000;

/** A mail is only begun when it will be through before its claim lapses: a mailer gives up sooner than this. */
const reserveMilliseconds = 60_000;

const problems = {
	addressLimit: "too many receipts to this address within an hour",
	sharedLimit: "too many receipts of all merchants to this address within an hour",
	merchantLimit: "too many receipts of this merchant within an hour",
	tooOften: "the gateway ended whenever it was sent",
	notWritten: "the receipt could not be written",
};

/**
 * Sends the receipts whose turn has come. A receipt leaves the outbox after the mailer has taken it, so one whose gateway
 * dies in between is sent again: at least once, with the same Message-ID.
 *
 * @returns how many were sent
 */
export async function sendDueReceipts(sending: ReceiptSending): Promise<number> {
	let [sent, left] = [0, sending.maximum];
	while (left > 0 && !sending.stopping.aborted) {
		const now = sending.clock.now();
		const claimedUntil = now + claimMilliseconds;
		const claimed = await claimDueReceipts(sending.database, {
			now,
			claimedUntil,
			limit: Math.min(batchSize, left),
		});
		if (claimed.length === 0) break;
		const admitted = await admit(sending, claimed, now);
		sent += await deliverAll(sending, admitted, claimedUntil - reserveMilliseconds);
		left -= claimed.length;
	}
	return sent;
}

/** Sorts out what is not wanted any more, and what is too much. */
async function admit(sending: ReceiptSending, claimed: Receipt[], now: number): Promise<Receipt[]> {
	const { database } = sending;
	// Asked now rather than at the charge, so that turning receipts off holds for those that wait, too.
	await removeReceipts(database, idsOf(claimed.filter(({ sendsReceipts }) => !sendsReceipts)));
	const wanted = claimed.filter(({ sendsReceipts }) => sendsReceipts);
	await giveUp(sending, wanted.filter(isTooOften), { now, problem: problems.tooOften });
	// Counted at the first attempt alone: a mail server that is down must not use the limits up.
	const fresh = wanted.filter(({ attempts }) => attempts === 1);
	const again = wanted.filter((receipt) => receipt.attempts > 1 && !isTooOften(receipt));
	return [...again, ...(await withinLimits(sending, fresh, now))];
}

const isTooOften = ({ attempts }: Receipt) => attempts > maximumAttempts;

async function withinLimits(sending: ReceiptSending, receipts: Receipt[], now: number): Promise<Receipt[]> {
	// A receipt that had to wait was counted under its merchant's limit for the address before; only what others share is asked again.
	const waited = receipts.filter(({ problem }) => problem !== null);
	const unseen = receipts.filter(({ problem }) => problem === null);
	const ofAddress = await count(sending, "address", unseen, now);
	await giveUp(sending, ofAddress.beyond, { now, problem: problems.addressLimit });
	const arrived = await withCopiesWithinLimit(sending, ofAddress.within, now);
	const ofAllMerchants = await count(sending, "sharedAddress", [...waited, ...arrived], now);
	await putOffToNextHour(sending, ofAllMerchants.beyond, { now, problem: problems.sharedLimit });
	const ofMerchant = await count(sending, "merchant", ofAllMerchants.within, now);
	await putOffToNextHour(sending, ofMerchant.beyond, { now, problem: problems.merchantLimit });
	return ofMerchant.within;
}

/** Counts each blind copy like a receipt to its address. One too many is left out, and the receipt goes without it. */
async function withCopiesWithinLimit(sending: ReceiptSending, receipts: Receipt[], now: number): Promise<Receipt[]> {
	const copies = receipts.flatMap((receipt) =>
		blindCopiesOf(receipt).map((email, place) => ({ merchantId: receipt.merchantId, email, receipt, place })),
	);
	const { beyond } = await count(sending, "address", copies, now);
	const leftOut = Map.groupBy(beyond, ({ receipt }) => receipt.transaction_id);
	for (const [transactionId, tooMany] of leftOut) {
		await leaveOutCopies(sending.database, transactionId, placesOf(tooMany));
	}
	return receipts.map((receipt) => ({
		...receipt,
		copiesLeftOut: placesOf(leftOut.get(receipt.transaction_id) ?? []),
	}));
}

function placesOf(copies: { place: number }[]): number[] {
	return copies.map(({ place }) => place);
}

async function count<Mail extends Addressed>(sending: ReceiptSending, counted: Counted, mails: Mail[], now: number) {
	const totals = await addToCounts(sending.database, hourOf(now), countEach(counted, mails));
	return partByLimit(counted, mails, totals);
}

async function putOffToNextHour(
	{ database, random }: ReceiptSending,
	receipts: Receipt[],
	{ now, problem }: { now: number; problem: string },
): Promise<void> {
	const nextAttemptAt = hourOf(now) + hour + Math.round(random() * hour);
	await postponeReceipts(database, idsOf(receipts), { nextAttemptAt, attempts: 0, problem });
}

async function giveUp(sending: ReceiptSending, receipts: Receipt[], why: { now: number; problem: string }) {
	if (receipts.length === 0) return;
	await failReceipts(sending.database, idsOf(receipts), why);
	sending.log.error({ transaction_ids: idsOf(receipts), problem: why.problem }, "receipts were given up");
}

/** Sends a few at a time, in their order. Whatever is not begun by `deadline` (real time) is left to its next turn. */
async function deliverAll(sending: ReceiptSending, receipts: Receipt[], deadline: number): Promise<number> {
	const waiting = receipts.values();
	let sent = 0;
	const lane = async () => {
		for (const receipt of waiting) {
			if (sending.stopping.aborted || sending.clock.now() > deadline) return;
			if (await deliver(sending, receipt)) sent += 1;
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, receipts.length) }, lane));
	return sent;
}

async function deliver(sending: ReceiptSending, receipt: Receipt): Promise<boolean> {
	const { database, mailer, host } = sending;
	try {
		await mailer.send(receiptMail(receipt, host));
	} catch (error) {
		await putOff(sending, receipt, error);
		return false;
	}
	await removeReceipts(database, [receipt.transaction_id]);
	return true;
}

async function putOff(sending: ReceiptSending, receipt: Receipt, error: unknown): Promise<void> {
	const { database, clock, random, log } = sending;
	const { transaction_id, attempts } = receipt;
	const isRefusal = error instanceof MailRefused;
	const problem = isRefusal ? error.message : problems.notWritten;
	if (!isRefusal) log.error({ transaction_id, err: error }, problem);
	const now = clock.now();
	const wait = isRefusal && error.isPermanent ? undefined : waitAfter(attempts, random());
	if (wait === undefined) return giveUp(sending, [receipt], { now, problem });
	await postponeReceipts(database, [transaction_id], { nextAttemptAt: now + wait, attempts, problem });
	log.warn({ transaction_id, attempts, problem }, "a receipt was not sent and will be tried again");
}

function idsOf(receipts: Receipt[]): string[] {
	return receipts.map((receipt) => receipt.transaction_id);
}
