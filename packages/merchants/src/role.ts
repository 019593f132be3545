/** Highest first. */
export const roles = ["owner", "administrator", "clerk"] as const;

export type Role = (typeof roles)[number];

export function isLower(role: Role, other: Role): boolean {
	return roles.indexOf(role) > roles.indexOf(other);
}

export interface Rank {
	role: Role;
	/** Every merchant has exactly one primary owner. */
	isPrimaryOwner: boolean;
}
