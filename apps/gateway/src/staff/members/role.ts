/** What a staff member is to the merchant, the mightiest first. */
export const roles = ["owner", "administrator", "clerk"] as const;

export type Role = (typeof roles)[number];

/** As people read them. */
export const roleNames: Record<Role, string> = { owner: "Owner", administrator: "Administrator", clerk: "Clerk" };

/** Whether one role may do less than another. */
export function isLower(role: Role, other: Role): boolean {
	return roles.indexOf(role) > roles.indexOf(other);
}

/** As much of a staff member as decides what they may do. */
export interface Rank {
	role: Role;
	/** The one owner who answers for the account; every merchant has exactly one. */
	isPrimaryOwner: boolean;
}
