import { z } from "zod";

/** What the shop can do about a payment later: collect or release what is held, or give money back. */
export const followUpKinds = ["collect", "release", "refund"] as const;
export type FollowUpKind = (typeof followUpKinds)[number];

export const followUpOutcome = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("done"), transactionId: z.string(), at: z.number() }),
	/** Without a transaction id the answer itself was lost. */
	z.object({ kind: z.literal("unknown"), transactionId: z.string().nullable() }),
	/** The bank declined it, the gateway refused it, or it was never sent: all is as before. */
	z.object({ kind: z.literal("not_done"), why: z.enum(["declined", "refused", "not_sent"]) }),
]);

export type FollowUpOutcome = z.infer<typeof followUpOutcome>;

/** One step after a payment. */
export interface FollowUp {
	/** Also the idempotency key at the gateway. */
	readonly id: string;
	readonly kind: FollowUpKind;
	readonly amountCents: number;
	/** ms since 1970 */
	readonly startedAt: number;
	/** `undefined` while the answer is awaited. */
	readonly outcome: FollowUpOutcome | undefined;
}

/** A payment as far as it decides what may follow. */
export interface Payment {
	readonly held: boolean;
	readonly amountCents: number;
	readonly followUps: readonly FollowUp[];
}

/** Whether a step has to be asked about before anything else may follow. */
export function isOpen({ outcome }: FollowUp): boolean {
	return outcome === undefined || outcome.kind === "unknown";
}

/** Whether a step of this kind was taken. */
export function isDone({ followUps }: Payment, kind: FollowUpKind): boolean {
	return followUps.some((followUp) => followUp.kind === kind && followUp.outcome?.kind === "done");
}

/** Whole cents that can still be given back: none of what is only held, or was released. */
export function refundableCents(payment: Payment): number {
	if (payment.held && !isDone(payment, "collect")) return 0;
	return payment.amountCents - refundedCents(payment);
}

/** Whole cents that were given back so far. */
export function refundedCents({ followUps }: Pick<Payment, "followUps">): number {
	const refunds = followUps.filter(({ kind, outcome }) => kind === "refund" && outcome?.kind === "done");
	return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Whether a step may be taken now. One at a time: while one may have been done, the next could do it again. */
export function mayFollow(payment: Payment, kind: FollowUpKind, amountCents: number): boolean {
	if (payment.followUps.some(isOpen)) return false;
	if (kind === "refund") return amountCents >= 1 && amountCents <= refundableCents(payment);
	const decided = isDone(payment, "collect") || isDone(payment, "release");
	return payment.held && !decided && amountCents === payment.amountCents;
}
