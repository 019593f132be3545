import { Problem } from "../../problem.ts";
import type { Rank, Role } from "./role.ts";

const refusals = {
	primaryOwner:
		"The primary owner's account stays as it is. Only the operator can make somebody else the primary owner.",
	oneself: "You cannot change or remove your own account. Ask another owner or administrator.",
	owner: "Only an owner may change or remove an owner, or make somebody one.",
	primaryInvitation: "The primary owner's invitation comes from the operator, who alone can replace or withdraw it.",
} as const;

/** Somebody among the staff. */
export type Member = Rank & { id: number };

/** Administrators come to owners neither by changing them nor by making them. */
function reaches(actor: Rank, ...roles: Role[]): boolean {
	return actor.role === "owner" || !roles.includes("owner");
}

/**
 * Whether somebody with the permission `staff.write` may give another one a role, or remove them. Pure.
 *
 * @param role what they are to be; `undefined` when they are to be removed
 * @throws Problem 403
 */
export function requireMayChange(actor: Member, target: Member, role: Role | undefined): void {
	if (target.isPrimaryOwner) throw new Problem("FORBIDDEN", refusals.primaryOwner);
	if (actor.id === target.id) throw new Problem("FORBIDDEN", refusals.oneself);
	if (!reaches(actor, target.role, ...(role === undefined ? [] : [role])))
		throw new Problem("FORBIDDEN", refusals.owner);
}

/**
 * Whether they may ask somebody new to join with a role. Pure.
 *
 * @throws Problem 403
 */
export function requireMayInvite(actor: Rank, role: Role): void {
	if (!reaches(actor, role)) throw new Problem("FORBIDDEN", refusals.owner);
}

/**
 * Whether they may withdraw an invitation, or put another one in its place. Pure.
 *
 * @throws Problem 403
 */
export function requireMayWithdraw(actor: Rank, invitation: Rank): void {
	if (invitation.isPrimaryOwner) throw new Problem("FORBIDDEN", refusals.primaryInvitation);
	requireMayInvite(actor, invitation.role);
}
