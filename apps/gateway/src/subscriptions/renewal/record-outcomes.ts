/*
 * What becomes of subscriptions once it is known how an attempt ended, or that none is to be made. `planSettlement` is pure
 * and asks the subscription's lifecycle; `settle` does what it says, for many subscriptions in one database transaction.
 */
import { inBatches, wasRefused } from "@cardseal/batch";
import type { Database } from "../../db/database.ts";
import {
	afterApproval,
	afterDecline,
	afterFreeTry,
	afterLosingCard,
	afterTooManyDeclines,
	isTriedForFree,
	type LifecycleChange,
} from "../lifecycle.ts";
import { type QueuedNotice, queueNotices } from "../notices/queue-notices.ts";
import { isCurrent } from "../status.ts";
import { type LockedSubscription, lockSubscriptions, type Settled, writeSettled } from "./outcomes.store.ts";

/** Why a period is not even tried. */
export interface Untried {
	reason: "card_gone" | "card_declined_too_often";
	/** Counted from 0. */
	period: number;
	/** Of the subscription as that was decided by; see `Due`. */
	version: string;
	/** Business time, ms since 1970. */
	now: number;
}

/** A subscription whose attempt may have an outcome, or that is not to be tried. */
export interface Unsettled {
	subscriptionId: number;
	untried?: Untried;
}

/**
 * What settling a subscription came to. `unheard`: the attempt never reached the processor, and its period is tried again.
 * `pending`: the attempt has no outcome yet. `nothing`: somebody else has settled it, or
 * changed it so that it has to be looked at anew.
 */
export type SettledAs = "approved" | "declined" | "unheard" | "suspended_untried" | "pending" | "nothing";

interface Settlement {
	as: SettledAs;
	settled?: Settled;
	notice?: QueuedNotice | undefined;
}

/** Subscriptions that are settled in one transaction at most. */
const maximumSubscriptions = 200;

/** A subscription that cannot be settled: its own fault, and none of those beside it in a batch. */
class Unsettleable extends Error {
	override readonly name = "Unsettleable";
}

/** Settles subscriptions, those that come at the same time in one database transaction. It may be called again at any time. */
export function settling(database: Database): (unsettled: Unsettled) => Promise<SettledAs> {
	return inBatches({
		run: (batch: Unsettled[]) => database.transaction().execute((transaction: Database) => settle(transaction, batch)),
		maximumItems: maximumSubscriptions,
		isItemsFault: (error) => wasRefused(error) || error instanceof Unsettleable,
	});
}

async function settle(transaction: Database, batch: Unsettled[]): Promise<SettledAs[]> {
	const ids = batch.map(({ subscriptionId }) => subscriptionId);
	const locked = new Map((await lockSubscriptions(transaction, ids)).map((row) => [row.subscription.id, row]));
	const settlements = batch.map((unsettled) => {
		const row = locked.get(unsettled.subscriptionId);
		// Settled once: whoever comes twice in a batch finds it done.
		locked.delete(unsettled.subscriptionId);
		return row === undefined ? { as: "nothing" as const } : planOrBlame(row, unsettled);
	});
	await writeSettled(
		transaction,
		settlements.flatMap(({ settled }) => settled ?? []),
	);
	await queueNotices(
		transaction,
		settlements.flatMap(({ notice }) => notice ?? []),
	);
	return settlements.map(({ as }) => as);
}

function planOrBlame(row: LockedSubscription, unsettled: Unsettled): Settlement {
	try {
		return planSettlement(row, unsettled);
	} catch (cause) {
		throw new Unsettleable(`Subscription ${row.subscription.id} cannot be settled.`, { cause });
	}
}

/** What a subscription becomes. The time of an outcome counts, whenever it is taken into account. Pure. */
function planSettlement(row: LockedSubscription, { untried }: Unsettled): Settlement {
	return untried === undefined ? afterAttempt(row) : afterNoAttempt(row, untried);
}

function afterAttempt({ subscription, inFlight }: LockedSubscription): Settlement {
	if (inFlight === null) return { as: "nothing" };
	const { status, period, attempt, decided_at: decidedAt } = inFlight;
	if (status === "PENDING" || decidedAt === null) return { as: "pending" };
	if (status === "APPROVED") {
		return { as: "approved", settled: settledBy(subscription, afterApproval(subscription, { period }, decidedAt)) };
	}
	const wasHeard = inFlight.decline_code !== "not_received";
	if (!wasHeard && isTriedForFree(subscription, { period })) {
		return { as: "unheard", settled: settledBy(subscription, afterFreeTry(subscription)) };
	}
	// Corrected data is nothing that waiting brings: only a soft decline is worth another try.
	const isSoft = inFlight.decline_class === "soft";
	const change = afterDecline(subscription, { period, isSoft, adviceCode: inFlight.advice_code }, decidedAt);
	const declined = wasHeard ? { period, attempt, mark: subscription.charging_mark } : undefined;
	return {
		as: "declined",
		settled: { ...settledBy(subscription, change), declined },
		notice: noticeOf({ subscriptionId: subscription.id, period, attempt }, change),
	};
}

function afterNoAttempt({ subscription, version }: LockedSubscription, untried: Untried): Settlement {
	if (version !== untried.version) return { as: "nothing" };
	const { reason, period, now } = untried;
	const suspend = reason === "card_gone" ? afterLosingCard : afterTooManyDeclines;
	const change = suspend(subscription, { period }, now);
	return {
		as: "suspended_untried",
		settled: settledBy(subscription, change),
		notice: noticeOf({ subscriptionId: subscription.id, period, attempt: 0 }, change),
	};
}

function settledBy(before: LockedSubscription["subscription"], change: LifecycleChange): Settled {
	const subscription = { ...before, ...change };
	return { subscription, declined: undefined, hasEnded: isCurrent(before.status) && !isCurrent(subscription.status) };
}

/** The customer is told where the change is one of these; a subscription that goes on, or was stopped, says nothing. */
function noticeOf(about: Omit<QueuedNotice, "kind">, { status }: LifecycleChange): QueuedNotice | undefined {
	if (status === "RETRY") return { kind: "payment_failed", ...about };
	if (status === "SUSPENDED") return { kind: "subscription_suspended", ...about };
	return undefined;
}
