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

/** Export and erasure of customers are a legal duty of owners and cannot be undone. */
const ofOwner = [...ofAdministrator, "personal_data"] as const;

/** Going live and the accounts of live payments are a contract, so one person alone decides. */
const ofPrimaryOwner = "account.live";

export type Permission = (typeof ofOwner)[number] | typeof ofPrimaryOwner;

const ofRole: Record<Role, readonly Permission[]> = {
	owner: ofOwner,
	administrator: ofAdministrator,
	clerk: ofClerk,
};

export const allPermissions: readonly Permission[] = [...ofOwner, ofPrimaryOwner];

export function permissionsOf({ role, isPrimaryOwner }: Rank): Permission[] {
	return isPrimaryOwner ? [...ofRole[role], ofPrimaryOwner] : [...ofRole[role]];
}

export function mayDo(member: Rank, permission: Permission): boolean {
	return permissionsOf(member).includes(permission);
}
