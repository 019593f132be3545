import type { ListedStaff } from "./members.store.ts";

/**
 * A member neither approves payments nor links a bank account for this long after they joined or got a higher role, so that an owner
 * who gets the email about it can remove an accomplice first. It is business time, which only the sandbox moves.
 */
const newMemberMs = 24 * 3_600_000;

/** Returns the business time from which a member is no longer new. The operator invites the primary owner, who waits for nothing. */
export function establishedFrom({
	isPrimaryOwner,
	createdAt,
	raisedAt,
}: Pick<ListedStaff, "isPrimaryOwner" | "createdAt" | "raisedAt">): number {
	return isPrimaryOwner ? 0 : Math.max(createdAt, raisedAt ?? 0) + newMemberMs;
}
