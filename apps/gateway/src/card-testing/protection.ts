import type { Card, CardMarks, DeclineCode, Inquiry, Outcome, Vault } from "@cardseal/vault";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { clientNetwork } from "../http/client-network.ts";
import type { Channel } from "../merchants/channel.ts";
import type { Merchant } from "../merchants/merchant.ts";
import { findMerchant } from "../merchants/merchants.store.ts";
import { AnswerPace } from "./answer-pace.ts";
import {
	decideAttempt,
	findSessionNetwork,
	forgetAttempt,
	freezeRange,
	insertAttempt,
	lockMarks,
	type Marks,
	readHistory,
	tallyRange,
} from "./attempts.store.ts";
import { DetailsMemory } from "./details-memory.ts";
import { type CardTestingLimits, cardTestingLimitsOf, limitsWith } from "./limits.ts";
import { type CardTestingReason, isMerchantTested, isRangeTested, type Payer, reasonToDecline } from "./verdict.ts";

/** Somebody tries a card: a charge, a hold, or storing it on a customer. */
export interface Attempt {
	/** What the processor would know it by. */
	reference: string;
	merchant: Merchant;
	channel: Channel;
	card: Card;
	/** Whether the card stood on a customer before. */
	isStoredCard: boolean;
	customerId: number | undefined;
	email: string | null | undefined;
	/** 0 when a card is only verified. */
	amountCents: number;
	/** The payer's address, when the merchant's server gave it; otherwise the session tells. */
	address: string | undefined;
	/** The session of the card form that the card came out of, 16 bytes. */
	sessionId: Buffer | undefined;
}

/** The guard's word in place of the processor's. The payer is told what he would be told of any decline (F-11). */
export interface CardTestingDecline {
	result: "declined_by_guard";
	/** For the merchant's report alone. */
	reason: CardTestingReason;
}

/** How every decline of the guard's reads; the same as a decline that a bank gives no reason for. */
export const cardTestingDecline = { code: "do_not_honour", message: "The card was declined." } as const satisfies {
	code: DeclineCode;
	message: string;
};

/** Watches for people who try stolen or guessed card numbers (rules F-01 to F-11). */
export interface Guard {
	/**
	 * Has the processor asked about an attempt, unless it must not hear of it; that is said as late as the processor's
	 * word would come.
	 *
	 * @throws what `askProcessor` throws
	 */
	ask(
		attempt: Attempt,
		askProcessor: () => Promise<Outcome | undefined>,
	): Promise<Outcome | CardTestingDecline | undefined>;
	/** Takes down what was found out later about an attempt. One that was not watched is nothing to it. Never throws. */
	note(reference: string, result: Inquiry["result"]): Promise<void>;
}

export interface CardTestingOptions {
	database: Database;
	vault: Pick<Vault, "cardMarks" | "mac">;
	/** Real time. */
	clock: Clock;
	log: Logger;
}

interface Judging extends CardTestingOptions {
	details: DetailsMemory;
	alert(merchant: Merchant, limits: CardTestingLimits): void;
}

const minute = 60_000;
const markBytes = 16;

/** Served by the merchant's staff: nobody is at a browser that could be sent to the card form. */
const attended: readonly Channel[] = ["VT", "MOBILE", "TABLET_POS"];

export function createCardTestingProtection(options: CardTestingOptions): Guard {
	const { clock, log } = options;
	const pace = new AnswerPace();
	const judging: Judging = { ...options, details: new DetailsMemory(clock), alert: alerting(options) };

	async function note(reference: string, result: Inquiry["result"]): Promise<void> {
		try {
			await takeDown(options, reference, result);
		} catch (error) {
			log.error({ reference, err: error }, "the card-testing guard could not take down how an attempt ended");
		}
	}

	return {
		note,
		async ask(attempt, askProcessor) {
			const { merchant, reference } = attempt;
			const limits = cardTestingLimitsOf(merchant);
			if (limits === undefined) return askProcessor();
			const reason = await judge(judging, attempt, limits);
			if (reason !== undefined) {
				log.warn({ merchant_id: merchant.publicId, reference, reason }, "the card-testing guard declined an attempt");
				await pace.follow();
				return { result: "declined_by_guard", reason };
			}
			const startedAt = clock.now();
			const outcome = await askProcessor();
			if (outcome === undefined) return undefined;
			pace.note(clock.now() - startedAt);
			await note(reference, outcome.result);
			return outcome;
		},
	};
}

/** Counted only when it may go on: what the guard declines reached nobody, so a block ends by itself. */
async function judge(
	judging: Judging,
	attempt: Attempt,
	limits: CardTestingLimits,
): Promise<CardTestingReason | undefined> {
	const { merchant, sessionId } = attempt;
	const cardMarks = judging.vault.cardMarks(attempt.card, merchant);
	const { card, details } = cardMarks;
	if (details !== undefined && !judging.details.admits(card, details, limits.details_per_card)) return "card_details";
	const marks = await marksOf(judging, attempt, cardMarks);
	const payer: Payer = {
		isGuest: !attempt.isStoredCard,
		isAtBrowser: !attended.includes(attempt.channel),
		usedCardForm: sessionId !== undefined,
	};
	return judging.database.transaction().execute(async (transaction) => {
		await lockMarks(transaction, Object.values(marks));
		const now = judging.clock.now();
		const history = await readHistory(transaction, { merchantId: merchant.id, marks, now }, limits);
		if (isMerchantTested(history.merchant, limits)) judging.alert(merchant, limits);
		const reason = reasonToDecline(history, limits, payer);
		if (reason !== undefined) return reason;
		await insertAttempt(transaction, {
			reference: attempt.reference,
			merchant_id: merchant.id,
			...marks,
			is_small: attempt.amountCents < limits.small_amount_cents,
			at: now,
			expires_at: now + longestWindow(limits) * minute,
		});
		return undefined;
	});
}

/** Marks that tell no merchant anything about another one's payers; the card's alone is the same everywhere (F-02). */
async function marksOf(
	{ database, vault }: Pick<Judging, "database" | "vault">,
	{ merchant, customerId, email, address, sessionId }: Attempt,
	{ card, bin }: CardMarks,
): Promise<Marks> {
	const mark = (kind: string, value: string | number | undefined) =>
		value === undefined ? null : vault.mac("guard", `${kind}|${merchant.id}|${value}`).subarray(0, markBytes);
	const network =
		address === undefined ? sessionId && (await findSessionNetwork(database, sessionId)) : clientNetwork(address);
	return {
		card,
		bin,
		address: mark("address", network),
		customer: mark("customer", customerId),
		email: mark("email", email?.toLowerCase()),
	};
}

function longestWindow({ window_minutes, bin_window_minutes, merchant_window_minutes }: CardTestingLimits): number {
	return Math.max(window_minutes, bin_window_minutes, merchant_window_minutes);
}

async function takeDown(options: CardTestingOptions, reference: string, result: Inquiry["result"]): Promise<void> {
	const { database } = options;
	if (result === "not_received") return forgetAttempt(database, reference);
	if (result === "approved") return void (await decideAttempt(database, reference, "approved"));
	await database.transaction().execute(async (transaction) => {
		const attempt = await decideAttempt(transaction, reference, "failed");
		if (attempt !== undefined) await freezeIfTested({ ...options, database: transaction }, attempt);
	});
}

/** Of two attempts that fail at once, the second one to be noted sees both. */
async function freezeIfTested(
	{ database, clock, log }: CardTestingOptions,
	{ merchantId, bin }: { merchantId: number; bin: Buffer },
): Promise<void> {
	await lockMarks(database, [bin]);
	const merchant = await findMerchant(database, { id: merchantId });
	const limits = limitsWith(merchant?.guard.limits ?? {});
	const now = clock.now();
	const range = await tallyRange(database, bin, now - limits.bin_window_minutes * minute);
	if (!isRangeTested(range, limits)) return;
	const frozenUntil = now + limits.bin_freeze_minutes * minute;
	if (!(await freezeRange(database, { bin, merchantId, now, frozenUntil }))) return;
	log.warn({ merchant_id: merchant?.publicId, frozen_until: frozenUntil }, "a range of card numbers is being tested");
}

/** Tells the operator once a window that most of a merchant's charges fail (F-08). */
function alerting({ clock, log }: CardTestingOptions): Judging["alert"] {
	const alertedAt = new Map<number, number>();
	return (merchant, limits) => {
		const now = clock.now();
		const last = alertedAt.get(merchant.id);
		if (last !== undefined && now - last < limits.merchant_window_minutes * minute) return;
		alertedAt.set(merchant.id, now);
		log.error({ merchant_id: merchant.publicId }, "most charges of a merchant fail: its guests are challenged");
	};
}
