import { listStaff } from "@cardseal/identity";
import { type Merchant, mayDo, notifyOwners } from "@cardseal/merchants";
import { formatDollars, maximumCents, Problem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Eft } from "../eft.ts";
import { type LimitName, limitNames } from "../tables.ts";
import { findLimits, lockLimits, type StoredLimit, saveLimit } from "./send-limits.store.ts";

/** Whole cents. */
const defaultCents: Record<LimitName, number> = {
	per_payment: 10_000_00,
	per_day: 25_000_00,
	per_new_payee: 5_000_00,
	confirm_above: 1_000_00,
	approve_above: maximumCents,
};

/** A limit that no payment can exceed. */
export const offCents = maximumCents;

/** One member asks and another one decides. */
const neededMembers = 2;

/** Time for an owner to lower the limit. */
const raiseDelayMs = 24 * 3_600_000;

export interface SendLimit {
	cents: number;
	next: { cents: number; at: number } | undefined;
}

export type SendLimits = Record<LimitName, SendLimit>;

/** @param now business time */
export async function readSendLimits(database: Database, merchantId: number, now: number): Promise<SendLimits> {
	return limitsOf(await findLimits(database, merchantId), now);
}

export function limitsOf(stored: StoredLimit[], now: number): SendLimits {
	const limits = limitNames.map((name) => {
		const row = stored.find((limit) => limit.name === name);
		return [name, row === undefined ? { cents: defaultCents[name], next: undefined } : limitAt(row, now)];
	});
	return Object.fromEntries(limits);
}

function limitAt({ cents, next_cents, next_at }: StoredLimit, now: number): SendLimit {
	if (next_cents === null || next_at === null) return { cents, next: undefined };
	return next_at <= now ? { cents: next_cents, next: undefined } : { cents, next: { cents: next_cents, at: next_at } };
}

export interface LimitsChange {
	merchant: Pick<Merchant, "id" | "publicId">;
	/** Whole cents. */
	wanted: Partial<Record<LimitName, number | undefined>>;
	caller: Caller;
}

/**
 * Delays a higher limit for 24 hours, and notifies every owner.
 * @throws Problem 409 when no other member could approve payments
 */
export function changeSendLimits(
	{ database, clocks }: Pick<Eft, "database" | "clocks">,
	{ merchant, wanted, caller }: LimitsChange,
): Promise<SendLimits> {
	return database.transaction().execute(async (transaction) => {
		const now = clocks.business.now();
		const before = limitsOf(await lockLimits(transaction, merchant.id), now);
		const changes = limitNames.flatMap((name) => changeOf(name, before[name], wanted[name]));
		await requireSecondPerson(transaction, merchant.id, wanted);
		for (const { name, cents, isRaised } of changes) {
			const next = isRaised ? { cents, at: now + raiseDelayMs } : undefined;
			await saveLimit(transaction, merchant.id, name, { cents: Math.min(cents, before[name].cents), next });
			const details = { setting: `send_limit.${name}`, to: isOff(name, cents) ? "off" : formatDollars(cents) };
			const about = { object: merchant.publicId, merchantId: merchant.id, caller };
			await recordEvent(transaction, clocks, { ...about, type: "settings.changed", details });
			if (isRaised) await notifyOfRaise(transaction, { name, cents, merchantId: merchant.id, caller, now });
		}
		return readSendLimits(transaction, merchant.id, now);
	});
}

function isOff(name: LimitName, cents: number): boolean {
	return name === "approve_above" && cents === offCents;
}

/** @throws Problem 409 when fewer than two members may send money */
async function requireSecondPerson(
	transaction: Database,
	merchantId: number,
	{ approve_above: cents = offCents }: LimitsChange["wanted"],
): Promise<void> {
	if (cents === offCents) return;
	const staff = await listStaff(transaction, merchantId);
	if (staff.filter((member) => mayDo(member, "wallet.send")).length >= neededMembers) return;
	throw new Problem(
		"second_person_missing",
		"No other member of your staff may approve payments. Invite another owner or administrator first.",
	);
}

function changeOf(name: LimitName, former: SendLimit, cents: number | undefined) {
	if (cents === undefined || (cents === former.cents && former.next === undefined)) return [];
	return [{ name, cents, isRaised: cents > former.cents }];
}

async function notifyOfRaise(
	transaction: Database,
	{ name, cents, ...raise }: { name: LimitName; cents: number; merchantId: number; caller: Caller; now: number },
): Promise<void> {
	const details = { limit: name, ...(!isOff(name, cents) && { amount_cents: cents }) };
	await notifyOwners(transaction, { kind: "owner_notice", event: "send_limit.raised", details, ...raise });
}
