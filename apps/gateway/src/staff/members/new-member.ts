import { Problem } from "../../problem.ts";
import type { ListedStaff } from "./members.store.ts";

/**
 * A member neither approves payments nor links a bank account for this long after they joined or got a higher role, so that an owner
 * who gets the email about it can remove an accomplice first. It is business time, which only the sandbox moves.
 */
const newMemberMs = 24 * 3_600_000;

type Joined = Pick<ListedStaff, "isPrimaryOwner" | "createdAt" | "raisedAt">;

interface Refusal {
	reason: "approver_too_new" | "member_too_new";
	/** One sentence: what the member can do from then on, and what can be done until then. */
	advice: (from: string) => string;
}

/**
 * Refuses a member who is new. The operator invites the primary owner, who waits for nothing.
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
