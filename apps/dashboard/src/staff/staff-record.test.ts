import { expect, test } from "vitest";
import { mayManage, namesOfOrphaned, rolesGivenBy, type StaffMember } from "./staff-record.ts";

const user = { id: 1, email: "a@example.com", name: "A", is_primary_owner: false } as const;
const member = (changes: Partial<StaffMember>): StaffMember => ({
	user_id: 2,
	name: "B",
	email: "b@example.com",
	role: "clerk",
	is_primary_owner: false,
	has_second_factor: false,
	created_at: 0,
	last_seen_at: null,
	...changes,
});

test("an administrator is offered neither to make owners nor to change them", () => {
	const administrator = { ...user, role: "administrator" } as const;
	expect(rolesGivenBy(administrator)).not.toContain("owner");
	expect(mayManage(administrator, member({ role: "owner" }))).toBe(false);
	expect(mayManage(administrator, member({ role: "administrator" }))).toBe(true);
});

test("nobody is offered to change the primary owner or themselves", () => {
	const owner = { ...user, role: "owner" } as const;
	expect(mayManage(owner, member({ role: "owner", is_primary_owner: true }))).toBe(false);
	expect(mayManage(owner, member({ user_id: owner.id }))).toBe(false);
	expect(mayManage(owner, member({ role: "owner" }))).toBe(true);
});

test("whoever removes somebody is told by name what goes on", () => {
	const credentials = [{ client_id: "a", name: "Shop server", last_used_at: null }];
	const partners = [{ client_id: "b", name: "North Books" }];
	const endpoints = [{ lookup_id: "9fK2mQ7xW1aZ3bC4dE5f", url: "https://shop.example.com/…" }];
	expect(namesOfOrphaned({ credentials, partners, endpoints })).toEqual([
		"Shop server",
		"North Books",
		endpoints[0]?.url,
	]);
	expect(namesOfOrphaned({ credentials: [], partners: [], endpoints: [] })).toEqual([]);
});
