import type { Rank, Role } from "./role.ts";

const ofClerk = [
	"transactions.read",
	"charge",
	"capture",
	"receipt.send",
	"customers.read",
	"customers.write",
	"cards.write",
	"plans.read",
	"wallet.read",
	"wallet.request",
] as const;

const ofAdministrator = [
	...ofClerk,
	"refund",
	"void",
	"plans.write",
	"subscriptions.write",
	"wallet.send",
	"bank_account.write",
	"reports.export",
	"audit.read",
	"settings.read",
	"settings.write",
	"credentials.write",
	"keys.write",
	"partners.write",
	"staff.write",
] as const;

/** Taking the account live is a contract, so one person alone can do it. */
const ofPrimaryOwner = "account.live";

/** Something that staff may or may not do in the web application. */
export type Permission = (typeof ofAdministrator)[number] | typeof ofPrimaryOwner;

/** What each role may do: the one table. */
const ofRole: Record<Role, readonly Permission[]> = {
	owner: ofAdministrator,
	administrator: ofAdministrator,
	clerk: ofClerk,
};

/** Every permission there is. */
export const allPermissions: readonly Permission[] = [...ofAdministrator, ofPrimaryOwner];

/** All that a staff member may do. */
export function permissionsOf({ role, isPrimaryOwner }: Rank): Permission[] {
	return isPrimaryOwner ? [...ofRole[role], ofPrimaryOwner] : [...ofRole[role]];
}

/** Whether a staff member may do something. */
export function mayDo(member: Rank, permission: Permission): boolean {
	return permissionsOf(member).includes(permission);
}
