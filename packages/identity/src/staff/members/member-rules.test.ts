import { describe, expect, test } from "vitest";
import { roles } from "../../../../merchants/src/role.ts";
import { type Member, requireMayChange, requireMayInvite, requireMayWithdraw } from "./member-rules.ts";

const primaryOwner: Member = { id: 1, role: "owner", isPrimaryOwner: true };
const owner: Member = { id: 2, role: "owner", isPrimaryOwner: false };
const administrator: Member = { id: 3, role: "administrator", isPrimaryOwner: false };
const clerk: Member = { id: 4, role: "clerk", isPrimaryOwner: false };
const other = (member: Member): Member => ({ ...member, id: 9 });

describe("changing staff", () => {
	test.each([...roles, undefined])("never affects the primary owner or the actor (to %s)", (role) => {
		for (const actor of [owner, administrator]) {
			expect(() => requireMayChange(actor, primaryOwner, role)).toThrow(/primary owner/);
			expect(() => requireMayChange(actor, actor, role)).toThrow(/your own/);
		}
		expect(() => requireMayChange(primaryOwner, primaryOwner, role)).toThrow(/primary owner/);
	});

	test("lets owners give any other member any role", () => {
		for (const actor of [primaryOwner, owner]) {
			for (const target of [other(owner), administrator, clerk]) {
				for (const role of [...roles, undefined]) expect(() => requireMayChange(actor, target, role)).not.toThrow();
			}
		}
	});

	test("keeps administrators from changing or appointing owners", () => {
		expect(() => requireMayChange(administrator, owner, "clerk")).toThrow(/Only an owner/);
		expect(() => requireMayChange(administrator, owner, undefined)).toThrow(/Only an owner/);
		expect(() => requireMayChange(administrator, clerk, "owner")).toThrow(/Only an owner/);
		expect(() => requireMayInvite(administrator, "owner")).toThrow(/Only an owner/);
		expect(() => requireMayChange(administrator, other(administrator), undefined)).not.toThrow();
		expect(() => requireMayChange(administrator, clerk, "administrator")).not.toThrow();
		expect(() => requireMayInvite(administrator, "administrator")).not.toThrow();
		expect(() => requireMayInvite(owner, "owner")).not.toThrow();
	});

	test("keeps administrators from owners' invitations, and everyone from the primary owner's", () => {
		expect(() => requireMayWithdraw(administrator, owner)).toThrow(/Only an owner/);
		expect(() => requireMayWithdraw(administrator, clerk)).not.toThrow();
		expect(() => requireMayWithdraw(owner, owner)).not.toThrow();
		for (const actor of [primaryOwner, owner, administrator]) {
			expect(() => requireMayWithdraw(actor, primaryOwner)).toThrow(/operator/);
		}
	});
});
