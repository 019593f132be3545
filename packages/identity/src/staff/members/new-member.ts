import { Problem } from "@cardseal/platform";
import type { ListedStaff } from "./members.store.ts";

/**
 * A new or promoted member neither approves payments nor links a bank account for this long, so that an owner can
 * remove an accomplice first.
 */
const newMemberMs = 24 * 3_600_000;

type Joined = Pick<ListedStaff, "isPrimaryOwner" | "createdAt" | "raisedAt">;

interface Refusal {
	reason: "approver_too_new" | "member_too_new";
	advice: (from: string) => string;
}

/**
 * The primary owner waits for nothing.
 *
 * @throws Problem 403
 */
export function requireEstablished(
	{ isPrimaryOwner, createdAt, raisedAt }: Joined,
	now: number,
	{ reason, advice }: Refusal,
): void {
	const from = isPrimaryOwner ? 0 : Math.max(createdAt, raisedAt ?? 0) + newMemberMs;
	if (now >= from) return;
	const since = "You joined, or got your role, less than 24 hours ago.";
	throw new Problem(reason, `${since} ${advice(new Date(from).toISOString())}`);
}
