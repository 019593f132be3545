import type { SessionRecord } from "../api/records.ts";

export type Role = SessionRecord["user"]["role"];

export interface StaffMember {
	user_id: number;
	name: string;
	email: string;
	role: Role;
	is_primary_owner: boolean;
	has_second_factor: boolean;
	/** ms since 1970; null for who is signed in nowhere */
	last_seen_at: number | null;
}

export interface Invitation {
	invitation_id: string;
	email: string;
	name: string;
	role: Role;
	/** ms since 1970 */
	expires_at: number;
}

export interface StaffList {
	staff: StaffMember[];
	invitations: Invitation[];
}

type User = SessionRecord["user"];

/** The roles that somebody may give: an administrator makes no owners. */
export function rolesGivenBy({ role }: User): readonly Role[] {
	return role === "owner" ? ["owner", "administrator", "clerk"] : ["administrator", "clerk"];
}

/** Whether somebody may change or remove a staff member: the primary owner stays, and owners are changed by owners. */
export function mayManage(user: User, member: StaffMember): boolean {
	if (member.is_primary_owner || member.user_id === user.id) return false;
	return user.role === "owner" || member.role !== "owner";
}

/** What is asked to be done about staff. */
export type Asked =
	| { kind: "invite" }
	| { kind: "change-role"; member: StaffMember }
	| { kind: "remove"; member: StaffMember }
	| { kind: "withdraw"; invitation: Invitation };
