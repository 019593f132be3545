/** The roles of staff, highest first. */
export const roles = ["owner", "administrator", "clerk"] as const;

export type Role = (typeof roles)[number];

/** Returns whether a role has fewer rights than another. */
export function isLower(role: Role, other: Role): boolean {
	return roles.indexOf(role) > roles.indexOf(other);
}

/** The part of a staff member that permissions depend on. */
export interface Rank {
	role: Role;
	/** The owner who is responsible for the account; every merchant has exactly one. */
	isPrimaryOwner: boolean;
}
