import { isLower, notifyOwners, type Role } from "@cardseal/merchants";
import { withdrawInvitationsBy } from "../invitations/invitations.ts";
import { recordSecurityEvent } from "../notices/security-event.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { lockMember, type StaffChange } from "./change-member.ts";
import { requireMayChange } from "./member-rules.ts";
import { type ListedStaff, setRole } from "./members.store.ts";

/**
 * Ends the member's sessions (rule X-29) and notifies them. A lower role also withdraws the invitations that they sent.
 *
 * @throws Problem 401, 403, 404
 */
export async function changeRole(
	signInContext: SignInContext,
	change: StaffChange & { role: Role },
): Promise<ListedStaff> {
	const { database, clocks, sessions } = signInContext;
	const { by, staffId, role, caller } = change;
	const merchantId = by.staff.merchantId;
	return database.transaction().execute(async (transaction) => {
		const target = await lockMember(transaction, change);
		requireMayChange(by.staff, target, role);
		if (target.role === role) return target;
		const isRaised = isLower(target.role, role);
		await setRole(transaction, staffId, role, isRaised ? clocks.business.now() : undefined);
		await sessions.endAll(transaction, { staff: { id: staffId, merchantId }, caller });
		if (isLower(role, target.role)) {
			await withdrawInvitationsBy(transaction, clocks, { staffId, merchantId, caller });
		}
		const details = { from: target.role, to: role };
		const changed = { type: "staff.role_changed", details, caller } as const;
		await recordSecurityEvent(signInContext, transaction, { id: staffId, merchantId }, changed);
		if (isRaised) {
			const notice = { merchantId, details: { about: `${target.name}, ${target.email}, ${role}` }, caller };
			const now = clocks.business.now();
			await notifyOwners(transaction, { kind: "owner_notice", event: "staff.role_changed", now, ...notice });
		}
		return { ...target, role };
	});
}
