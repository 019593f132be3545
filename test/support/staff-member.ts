import type { Answer, JsonObject } from "./client.ts";
import type { Account, TestGateway } from "./gateway.ts";
import { signInStaff } from "./staff.ts";

/** A signed-in staff member's pages: every path is below `/app/api`. */
export interface StaffMember {
	/** Their row. */
	userId: number;
	get(path: string): Promise<Answer>;
	post(path: string, body?: JsonObject, headers?: Record<string, string>): Promise<Answer>;
	patch(path: string, body: JsonObject): Promise<Answer>;
	delete(path: string): Promise<Answer>;
	send(method: string, path: string, body?: JsonObject, headers?: Record<string, string>): Promise<Answer>;
}

export const staffRoles = ["primary owner", "owner", "administrator", "clerk"] as const;

export type StaffRole = (typeof staffRoles)[number];

type DemoAccount = Account & { email: string; password: string };

/** The demo account's owner, or somebody else of its merchant who has the same password. */
export async function signInMember(
	gateway: TestGateway,
	{ account = gateway.demo, role = "primary owner" }: { account?: DemoAccount; role?: StaffRole } = {},
): Promise<StaffMember> {
	const member = role === "primary owner" ? await findOwner(gateway, account) : await hire(gateway, account, role);
	const browser = await signInStaff(gateway.url, { email: member.email, password: account.password });
	const send: StaffMember["send"] = (method, path, body, headers) =>
		browser.api(method, path.replace(/^\//, ""), body, headers);
	return {
		userId: member.id,
		send,
		get: (path) => send("GET", path),
		post: (path, body, headers) => send("POST", path, body, headers),
		patch: (path, body) => send("PATCH", path, body),
		delete: (path) => send("DELETE", path),
	};
}

function findOwner({ database }: TestGateway, { email }: DemoAccount) {
	return database.tables.selectFrom("staff").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
}

async function hire(gateway: TestGateway, account: DemoAccount, role: Exclude<StaffRole, "primary owner">) {
	const { merchant_id, password_hash, created_at } = await findOwner(gateway, account);
	const email = `the-${role}@${account.email.split("@")[1]}`;
	return gateway.database.tables
		.insertInto("staff")
		.values({ merchant_id, email, name: `The ${role}`, role, password_hash, created_at })
		.returning(["id", "email"])
		.executeTakeFirstOrThrow();
}
