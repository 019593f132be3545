import type { Schemas } from "../api/records.ts";

export type Role = StaffMember["role"];

export type StaffMember = Schemas["StaffMember"];
export type Invitation = Schemas["Invitation"];
export type Orphaned = Schemas["OrphanedAccess"];

type User = Pick<Schemas["Session"]["user"], "id" | "role">;

export function rolesGivenBy({ role }: User): Role[] {
	return role === "owner" ? ["owner", "administrator", "clerk"] : ["administrator", "clerk"];
}

/** Returns true when the user may change or remove a member. The primary owner stays; only owners change owners. */
export function mayManage(user: User, member: StaffMember): boolean {
	if (member.is_primary_owner || member.user_id === user.id) return false;
	return user.role === "owner" || member.role !== "owner";
}

export function namesOfOrphaned({ credentials, partners, endpoints }: Orphaned): string[] {
	return [...[...credentials, ...partners].map(({ name }) => name), ...endpoints.map(({ url }) => url)];
}
