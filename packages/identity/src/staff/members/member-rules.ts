import type { Rank, Role } from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";

const refusals = {
	primaryOwner: "The primary owner cannot be changed here. Only the operator can appoint another primary owner.",
	oneself: "You cannot change or remove your own account. Ask another owner or administrator.",
	owner: "Only an owner may change, remove or appoint an owner.",
	primaryInvitation: "Only the operator can replace or withdraw the primary owner's invitation.",
} as const;

export type Member = Rank & { id: number };

/** Administrators can neither change nor appoint owners. */
function reaches(actor: Rank, ...roles: Role[]): boolean {
	return actor.role === "owner" || !roles.includes("owner");
}

/**
 * @param role the new role; `undefined` for a removal
 * @throws Problem 403
 */
export function requireMayChange(actor: Member, target: Member, role: Role | undefined): void {
	if (target.isPrimaryOwner) throw new Problem("primary_owner_protected", refusals.primaryOwner);
	if (actor.id === target.id) throw new Problem("own_membership", refusals.oneself);
	if (!reaches(actor, target.role, ...(role === undefined ? [] : [role])))
		throw new Problem("role_too_low", refusals.owner);
}

/** @throws Problem 403 */
export function requireMayInvite(actor: Rank, role: Role): void {
	if (!reaches(actor, role)) throw new Problem("role_too_low", refusals.owner);
}

/** @throws Problem 403 */
export function requireMayWithdraw(actor: Rank, invitation: Rank): void {
	if (invitation.isPrimaryOwner) throw new Problem("primary_owner_protected", refusals.primaryInvitation);
	requireMayInvite(actor, invitation.role);
}
