import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../../test/fixtures/audit-events.ts";
import { expectProblem, openConnection, requestToken, signIn } from "../../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { approve, exchange } from "../../../../../test/fixtures/partner.ts";
import { anAttemptWaits, signInStaff } from "../../../../../test/fixtures/staff/staff-browser.ts";
import { type StaffMember, signInMember, stepUp } from "../../../../../test/fixtures/staff/staff-member.ts";

interface Created {
	client_id: string;
	client_secret: string;
}

let gateway: TestGateway;
let owner: StaffMember;
let leaving: StaffMember;
let first: Created;
let second: Created;

beforeEach(async () => {
	await gateway?.stop();
	gateway = await startTestGateway();
	gateway.clocks.real.stop();
	owner = await signInMember(gateway);
	leaving = await signInMember(gateway, { role: "administrator" });
	first = (await leaving.post("/credentials", { name: "First" })).body as unknown as Created;
	second = (await leaving.post("/credentials", { name: "Second" })).body as unknown as Created;
});

afterAll(() => gateway.stop());

const tokenStatus = async ({ client_id, client_secret }: Created) =>
	(await requestToken(gateway.url, { grant_type: "client_credentials", client_id, client_secret })).status;
async function lastUse(): Promise<number | undefined> {
	const uses = gateway.database.tables.selectFrom("staff_sessions").select("last_seen_at");
	const rows = await uses.where("staff_id", "=", leaving.userId).orderBy("last_seen_at", "desc").execute();
	return rows[0]?.last_seen_at;
}

const listed = ({ client_id }: Created, name: string) => ({ client_id, name, last_used_at: null });

describe("removing a staff member", () => {
	test("lists the credentials that they made, without revoked ones and those of others", async () => {
		await owner.post("/credentials", { name: "Not theirs" });
		await owner.delete(`/credentials/${first.client_id}`);
		const { body } = await owner.get(`/staff/${leaving.userId}/clients`);
		expect(body).toEqual({ credentials: [listed(second, "Second")], partners: [], endpoints: [] });
	});

	test("revokes the chosen ones with it, and leaves the others", async () => {
		const removed = await owner.delete(`/staff/${leaving.userId}?revoke=${first.client_id},${first.client_id}`);
		expect(removed.status).toBe(200);
		expect(removed.body).toEqual({ credentials: [listed(second, "Second")], partners: [], endpoints: [] });
		expect([await tokenStatus(first), await tokenStatus(second)]).toEqual([401, 200]);
		const revoked = await auditEvents(gateway.database.tables, { type: "credential.revoked" });
		expect(revoked).toMatchObject([{ object: first.client_id, actor_id: String(owner.userId) }]);
	});

	test("disables the chosen endpoints that they made and those of revoked credentials, and leaves the others", async () => {
		const path = "/event-service/endpoint";
		const made = async (by: Pick<StaffMember, "post">, name: string) =>
			String((await by.post(path, { url: `https://${name}.example.com/secret` })).body.lookup_id);
		const { client_id, client_secret } = first;
		const server = await signIn(gateway.url, { client_id, client_secret });
		const [chosen, kept, byServer, others] = [
			await made(leaving, "chosen"),
			await made(leaving, "kept"),
			await made(server, "server"),
			await made(owner, "others"),
		];
		const notTheirs = await owner.delete(`/staff/${leaving.userId}?disable=${chosen},${others}`);
		expectProblem(notTheirs, 404, "NOT_FOUND");
		const removed = await owner.delete(`/staff/${leaving.userId}?revoke=${client_id}&disable=${chosen}`);
		expect(removed.body).toMatchObject({
			credentials: [listed(second, "Second")],
			endpoints: [{ lookup_id: kept, url: "https://kept.example.com/…" }],
		});
		const { endpoints } = (await owner.get(path)).body as {
			endpoints: { lookup_id: string; disabled_reason: string }[];
		};
		expect(endpoints.map(({ lookup_id: id, disabled_reason: reason }) => [id, reason])).toEqual([
			[chosen, "revoked"],
			[kept, null],
			[byServer, "revoked"],
			[others, null],
		]);
	});

	test("ends their approval of a partner who has not exchanged the code", async () => {
		const code = await approve(gateway, { staffId: leaving.userId });
		expect((await owner.delete(`/staff/${leaving.userId}`)).body).toMatchObject({ partners: [] });
		const refused = await exchange(gateway, code);
		expect([refused.status, refused.body.error]).toEqual([400, "invalid_grant"]);
	});

	test("changes nothing when a credential is not theirs", async () => {
		const { body: others } = await owner.post("/credentials", { name: "Not theirs" });
		for (const id of [others.client_id, "unknown"]) {
			const refused = await owner.delete(`/staff/${leaving.userId}?revoke=${first.client_id},${id}`);
			expectProblem(refused, 404, "NOT_FOUND");
		}
		expect(await tokenStatus(first)).toBe(200);
		expect((await leaving.get("/session")).status).toBe(200);
	});

	test("refuses a request that they began before it and finish after it", async () => {
		const email = `the-administrator@${gateway.demo.email.split("@")[1]}`;
		const browser = await signInStaff(gateway.url, { email, password: gateway.demo.password });
		await stepUp(browser, gateway.demo);
		const { csrf_token: token } = (await browser.api("GET", "session")).body;
		// Later than the interval at which uses of sessions are recorded.
		gateway.clocks.real.advance(11_000);
		const slow = await openConnection(gateway.port);
		const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
		const fields = [`Host: localhost:${gateway.port}`, `Cookie: ${cookie}`, `X-CSRF-Token: ${token}`];
		const head = [...fields, "Content-Type: application/json", "Content-Length: 20", "Connection: close"].join("\r\n");
		slow.write(`POST /app/api/credentials HTTP/1.1\r\n${head}\r\n\r\n{"name": "`);
		await expect.poll(lastUse, { timeout: 20_000 }).toBe(gateway.clocks.real.now());
		const removed = await owner.delete(`/staff/${leaving.userId}?revoke=${first.client_id},${second.client_id}`);
		expect(removed.body).toEqual({ credentials: [], partners: [], endpoints: [] });
		slow.write('Backdoor"}');
		const { answers } = await slow.closed;
		expect(answers).toMatchObject([{ status: 401, body: { reason: "session_expired" } }]);
		expect((await owner.get("/credentials")).text).not.toContain("Backdoor");
	});

	test("leaves no credential that is created at the same time", async () => {
		// Gives the password before the row is locked.
		await leaving.post("/credentials", { name: "Third" });
		const { tables } = gateway.database;
		const creating = await tables.transaction().execute(async (transaction) => {
			const own = transaction.updateTable("staff").where("id", "=", leaving.userId);
			await own.set({ removed_at: gateway.clocks.real.now() }).execute();
			const sent = leaving.post("/credentials", { name: "Fourth" });
			await anAttemptWaits(gateway, `%from "staff"%for no key update%`);
			return { sent };
		});
		expectProblem(await creating.sent, 403, "FORBIDDEN");
		expect((await owner.get("/credentials")).text).not.toContain("Fourth");
	});

	test("X-48 revokes nothing without the password", async () => {
		const stolen = await signInStaff(gateway.url, gateway.demo);
		const refused = await stolen.api("DELETE", `staff/${leaving.userId}?revoke=${first.client_id}`);
		expect(refused.body.reason).toBe("step_up_required");
		expect(await tokenStatus(first)).toBe(200);
	});

	test("X-01 lists and removes nobody of another merchant", async () => {
		const neighbour = await signInMember(gateway, { account: gateway.demo.second_merchant });
		expectProblem(await neighbour.get(`/staff/${leaving.userId}/clients`), 404, "NOT_FOUND");
		const path = `/staff/${leaving.userId}?revoke=${first.client_id}`;
		expectProblem(await neighbour.delete(path), 404, "NOT_FOUND");
		expect(await tokenStatus(first)).toBe(200);
	});
});
