/* Attempts are counted under advisory locks by keyed fingerprints. */

import { type Channel, findMerchant, type Merchant } from "@cardseal/merchants";
import type { Clock } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Logger } from "@cardseal/platform/log";
import { clientNetwork } from "@cardseal/platform/network";
import type { Answer, Card, DeclineClass, DeclineCode, Outcome, Vault, VelocityFingerprints } from "@cardseal/vault";
import { type AnswerPace, createAnswerPace } from "./answer-pace.ts";
import {
	type AttemptFingerprints,
	decideAttempt,
	findSessionNetwork,
	forgetAttempt,
	freezeRange,
	insertAttempt,
	lockFingerprints,
	readHistory,
	tallyRange,
} from "./attempts.store.ts";
import { createDetailsMemory } from "./details-memory.ts";
import { type CardTestingLimits, cardTestingLimitsOf, limitsWith } from "./limits.ts";
import { type CardTestingReason, isMerchantTested, isRangeTested, type Payer, reasonToDecline } from "./verdict.ts";

export interface Attempt {
	reference: string;
	processor: string;
	merchant: Merchant;
	channel: Channel;
	card: Card;
	isStoredCard: boolean;
	customerId: number | undefined;
	email: string | null | undefined;
	/** 0 for a verification. */
	amountCents: number;
	/** The address that the merchant's server sent. */
	address: string | undefined;
	/** 16 bytes. */
	sessionId: Buffer | undefined;
}

/** The payer gets the answer of any decline (F-11). */
export interface CardTestingDecline {
	result: "declined_as_card_testing";
	reason: CardTestingReason;
	/** The processor's words for `cardTestingDeclineCode`. */
	words: DeclineWords;
}

export interface DeclineWords {
	message: string;
	declineClass: DeclineClass;
}

/** `not_asked`: no bank has judged the card, so the attempt does not count. */
export type AttemptResult = Outcome["result"] | "not_asked";

export function attemptResultOf(outcome: Outcome | { result: "not_received" }): AttemptResult {
	if (outcome.result === "not_received") return "not_asked";
	if (outcome.result === "approved") return outcome.result;
	const isBanks = outcome.declineClass !== "configuration" && outcome.declineCode !== "not_received";
	return isBanks ? "declined" : "not_asked";
}

/** The code of banks that give no reason. */
export const cardTestingDeclineCode: DeclineCode = "do_not_honour";

const defaultWords: DeclineWords = { message: "The card was declined.", declineClass: "soft" };

/** Rules F-01 to F-11. */
export interface CardTestingProtection {
	/**
	 * Declines with the processor's usual latency.
	 *
	 * @param resultOf tells how an answer counts
	 * @throws what `submit` throws
	 */
	submitUnlessDeclined(
		attempt: Attempt,
		submit: () => Promise<Answer | undefined>,
		resultOf?: (outcome: Outcome) => AttemptResult,
	): Promise<Answer | CardTestingDecline | undefined>;
	/** Ignores unknown attempts; never throws. */
	recordResult(reference: string, result: AttemptResult): Promise<void>;
}

export interface CardTestingOptions {
	database: Database;
	vault: Pick<Vault, "velocityFingerprints" | "mac">;
	/** Real time. */
	clock: Clock;
	log: Logger;
	pace?: AnswerPace;
	findDeclineWords?: (of: {
		merchantId: number;
		processor: string;
		code: DeclineCode;
	}) => Promise<DeclineWords | undefined>;
}

interface Judging extends CardTestingOptions {
	admitsDetails: ReturnType<typeof createDetailsMemory>;
	alert(merchant: Merchant, limits: CardTestingLimits): void;
}

const minute = 60_000;
const fingerprintBytes = 16;

/** No card form can be shown. */
const attended: readonly Channel[] = ["VT", "MOBILE", "TABLET_POS"];

export function createCardTestingProtection(options: CardTestingOptions): CardTestingProtection {
	const { clock, log, pace = createAnswerPace(), findDeclineWords } = options;
	const words = rememberWords(findDeclineWords);
	const judging: Judging = { ...options, admitsDetails: createDetailsMemory(clock), alert: createAlert(options) };

	async function recordResult(reference: string, result: AttemptResult): Promise<void> {
		try {
			await writeResult(options, reference, result);
		} catch (error) {
			log.error({ reference, err: error }, "card-testing protection could not record the result of an attempt");
		}
	}

	return {
		recordResult,
		async submitUnlessDeclined(attempt, submit, resultOf = attemptResultOf) {
			const { merchant, reference } = attempt;
			const limits = cardTestingLimitsOf(merchant);
			if (limits === undefined) return submit();
			// Our own work takes the same time in both cases.
			const timed = pace(paceOf(attempt));
			const reason = await judge(judging, attempt, limits);
			if (reason !== undefined) {
				log.warn({ merchant_id: merchant.publicId, reference, reason }, "card-testing protection declined an attempt");
				const processorsWords = await words.of(attempt);
				await timed.follow();
				return { result: "declined_as_card_testing", reason, words: processorsWords };
			}
			const outcome = await submit();
			if (outcome === undefined || outcome.result === "accepted" || outcome.result === "action") return outcome;
			const result = resultOf(outcome);
			await recordResult(reference, result);
			words.note(attempt, outcome);
			// A refusal that no bank made comes sooner.
			if (result === "declined") timed.noteDecline();
			else timed.noteOther();
			return outcome;
		},
	};
}

/** Other words would tell an attacker that the attempt was recognised (F-11). */
function rememberWords(find: CardTestingOptions["findDeclineWords"]) {
	const known = new Map<string, DeclineWords>();
	const keyOf = ({ merchant, processor }: Attempt) => `${merchant.id} ${processor}`;
	const searchOf = ({ merchant, processor }: Attempt) => ({
		merchantId: merchant.id,
		processor,
		code: cardTestingDeclineCode,
	});
	return {
		note(attempt: Attempt, outcome: Outcome): void {
			if (outcome.result !== "declined" || outcome.declineCode !== cardTestingDeclineCode) return;
			known.set(keyOf(attempt), { message: outcome.message, declineClass: outcome.declineClass });
		},
		async of(attempt: Attempt): Promise<DeclineWords> {
			const key = keyOf(attempt);
			const words = known.get(key) ?? (await find?.(searchOf(attempt))) ?? defaultWords;
			// Missing words are stored too: an attack costs one search.
			known.set(key, words);
			return words;
		},
	};
}

function paceOf({ processor, amountCents }: Attempt): string {
	return `${processor} ${amountCents === 0 ? "verification" : "charge"}`;
}

/** Declined attempts are not counted, so every block ends. */
async function judge(
	judging: Judging,
	attempt: Attempt,
	limits: CardTestingLimits,
): Promise<CardTestingReason | undefined> {
	const { merchant, sessionId } = attempt;
	const ofCard = judging.vault.velocityFingerprints(attempt.card, merchant);
	const { card, details } = ofCard;
	if (details !== undefined && !judging.admitsDetails(card, details, limits.details_per_card)) return "card_details";
	const fingerprints = await fingerprintsOf(judging, attempt, ofCard);
	const payer: Payer = {
		isGuest: !attempt.isStoredCard,
		isAtBrowser: !attended.includes(attempt.channel),
		usedCardForm: sessionId !== undefined,
	};
	return judging.database.transaction().execute(async (transaction) => {
		await lockFingerprints(transaction, Object.values(fingerprints));
		const now = judging.clock.now();
		const history = await readHistory(transaction, { merchantId: merchant.id, fingerprints, now }, limits);
		if (isMerchantTested(history.merchant, limits)) judging.alert(merchant, limits);
		const reason = reasonToDecline(history, limits, payer);
		if (reason !== undefined) return reason;
		await insertAttempt(transaction, {
			reference: attempt.reference,
			merchant_id: merchant.id,
			...fingerprints,
			is_small: attempt.amountCents < limits.small_amount_cents,
			at: now,
			expires_at: now + longestWindow(limits) * minute,
		});
		return undefined;
	});
}

/** Merchants share the card's fingerprint only (F-02). */
async function fingerprintsOf(
	{ database, vault }: Pick<Judging, "database" | "vault">,
	{ merchant, customerId, email, address, sessionId }: Attempt,
	{ card, bin }: VelocityFingerprints,
): Promise<AttemptFingerprints> {
	const fingerprint = (kind: string, value: string | number | undefined) =>
		value === undefined
			? null
			: vault.mac("velocity_fingerprint", `${kind}|${merchant.id}|${value}`).subarray(0, fingerprintBytes);
	const network =
		address === undefined ? sessionId && (await findSessionNetwork(database, sessionId)) : clientNetwork(address);
	return {
		card,
		bin,
		address: fingerprint("address", network),
		customer: fingerprint("customer", customerId),
		email: fingerprint("email", email?.toLowerCase()),
	};
}

function longestWindow({ window_minutes, bin_window_minutes, merchant_window_minutes }: CardTestingLimits): number {
	return Math.max(window_minutes, bin_window_minutes, merchant_window_minutes);
}

async function writeResult(options: CardTestingOptions, reference: string, result: AttemptResult): Promise<void> {
	const { database } = options;
	if (result === "not_asked") return forgetAttempt(database, reference);
	if (result === "approved") return void (await decideAttempt(database, reference, "approved"));
	await database.transaction().execute(async (transaction) => {
		const attempt = await decideAttempt(transaction, reference, "failed");
		if (attempt !== undefined) await freezeIfTested({ ...options, database: transaction }, attempt);
	});
}

/** The second of two simultaneous failures sees both. */
async function freezeIfTested(
	{ database, clock, log }: CardTestingOptions,
	{ merchantId, bin }: { merchantId: number; bin: Buffer },
): Promise<void> {
	await lockFingerprints(database, [bin]);
	const merchant = await findMerchant(database, { id: merchantId });
	const limits = limitsWith(merchant?.cardTesting.limits ?? {});
	const now = clock.now();
	const range = await tallyRange(database, bin, { since: now - limits.bin_window_minutes * minute, now });
	if (!isRangeTested(range, limits)) return;
	const frozenUntil = now + limits.bin_freeze_minutes * minute;
	if (!(await freezeRange(database, { bin, merchantId, now, frozenUntil }))) return;
	log.warn({ merchant_id: merchant?.publicId, frozen_until: frozenUntil }, "a range of card numbers is being tested");
}

/** Alerts once per window (F-08). */
function createAlert({ clock, log }: CardTestingOptions): Judging["alert"] {
	const alertedAt = new Map<number, number>();
	return (merchant, limits) => {
		const now = clock.now();
		const last = alertedAt.get(merchant.id);
		if (last !== undefined && now - last < limits.merchant_window_minutes * minute) return;
		alertedAt.set(merchant.id, now);
		log.error({ merchant_id: merchant.publicId }, "most charges of a merchant fail: its guests need the card form");
	};
}
