import { describe, expect, test } from "vitest";
import { allPermissions, mayDo, type Permission, permissionsOf } from "./permissions.ts";
import { type Rank, roles } from "./role.ts";

const primaryOwner: Rank = { role: "owner", isPrimaryOwner: true };
const owner: Rank = { role: "owner", isPrimaryOwner: false };
const administrator: Rank = { role: "administrator", isPrimaryOwner: false };
const clerk: Rank = { role: "clerk", isPrimaryOwner: false };

describe("permissions", () => {
	test("give the primary owner everything", () => {
		expect(permissionsOf(primaryOwner)).toEqual(allPermissions);
	});

	test("let only the primary owner take the account live", () => {
		for (const member of [owner, administrator, clerk]) expect(mayDo(member, "account.live")).toBe(false);
	});

	test("give owners and administrators everything else, but let only owners export and erase customers", () => {
		const rest = allPermissions.filter((permission) => permission !== "account.live");
		expect(permissionsOf(owner)).toEqual(rest);
		expect(permissionsOf(administrator)).toEqual(rest.filter((permission) => permission !== "personal_data"));
	});

	test("let a clerk take and request payments, but not pay out money or change settings", () => {
		expect(permissionsOf(clerk)).toEqual([
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
		]);
	});

	test("never give a role more than the role above it", () => {
		const [highest, ...others] = roles.map((role) => permissionsOf({ role, isPrimaryOwner: false }));
		let above: Permission[] = highest ?? [];
		for (const permissions of others) {
			expect(above).toEqual(expect.arrayContaining(permissions));
			above = permissions;
		}
	});
});
