import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../../test/fixtures/audit-events.ts";
import { expectProblem, requestToken, signIn } from "../../../../../test/fixtures/client.ts";
import { passTime } from "../../../../../test/fixtures/eft/eft.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { type StaffMember, signInMember } from "../../../../../test/fixtures/staff/staff-member.ts";
import { remindOfExpiry } from "./credential-expiry.ts";

const day = 86_400_000;
const listPath = "/transaction-service/transaction";

let gateway: TestGateway;
let owner: StaffMember;

beforeEach(async () => {
	await gateway?.stop();
	gateway = await startTestGateway();
	owner = await signInMember(gateway);
});

afterAll(() => gateway.stop());

async function createCredential(expiresAt: number | null) {
	const { status, body } = await owner.post("/credentials", { name: "Till 7", expires_at: expiresAt });
	expect(status).toBe(200);
	return body as { client_id: string; client_secret: string; expires_at: number | null };
}

const askToken = ({ client_id, client_secret }: { client_id: string; client_secret: string }) =>
	requestToken(gateway.url, { grant_type: "client_credentials", client_id, client_secret });

const signInWith = (secret: { client_id: string; client_secret: string }) =>
	signIn(gateway.url, { ...gateway.merchant, client_id: secret.client_id, client_secret: secret.client_secret });

async function mailsAbout(subject: string) {
	const { database, clocks } = gateway;
	await remindOfExpiry({ database: database.tables.withTables(), clocks });
	await passTime(await signIn(gateway.url, gateway.merchant), 1_000);
	const mails = database.tables.selectFrom("mailbox").select(["to_address as to", "text"]);
	return mails.where("subject", "=", `Test: ${subject}`).orderBy("to_address").execute();
}

describe("an expired credential", () => {
	test("O-26 is refused with its own reason for the right secret only", async () => {
		const expiresAt = gateway.clocks.real.now() + day;
		const credential = await createCredential(expiresAt);
		expect(credential.expires_at).toBe(expiresAt);
		expect((await askToken(credential)).status).toBe(200);
		gateway.clocks.real.advance(day);
		const refused = await askToken(credential);
		expect(refused.status).toBe(401);
		expect(refused.body).toMatchObject({ error: "invalid_client", reason: "credential_expired" });
		const guessed = await askToken({ ...credential, client_secret: "wrong" });
		expect(guessed.status).toBe(401);
		expect(guessed.body).toMatchObject({ error: "invalid_client", reason: "invalid_client" });
		const failed = () =>
			auditEvents(gateway.database.tables, { type: "client_authentication.failed", object: credential.client_id });
		await expect.poll(async () => (await failed()).length, { timeout: 20_000 }).toBeGreaterThan(0);
	});

	test("O-26 its tokens end with it, and name that end", async () => {
		gateway.clocks.real.stop();
		const credential = await createCredential(gateway.clocks.real.now() + 3_600_000);
		expect((await askToken(credential)).body.expires_in).toBe(3_600);
		const server = await signInWith(credential);
		expect((await server.get(listPath)).status).toBe(200);
		gateway.clocks.real.advance(3_600_000);
		expectProblem(await server.get(listPath), 401, "UNAUTHORIZED");
	});

	test("O-26 a nearer expiry ends tokens that were issued before", async () => {
		const credential = await createCredential(null);
		const server = await signInWith(credential);
		const expires_at = gateway.clocks.real.now() + 60_000;
		expect((await owner.patch(`/credentials/${credential.client_id}`, { expires_at })).status).toBe(200);
		gateway.clocks.real.advance(60_000);
		expectProblem(await server.get(listPath), 401, "UNAUTHORIZED");
	});

	test("is listed, and works again after a change of its expiry, which is recorded and mailed to every owner", async () => {
		await signInMember(gateway, { role: "owner" });
		const credential = await createCredential(gateway.clocks.real.now() + 60_000);
		gateway.clocks.real.advance(60_000);
		const { credentials } = (await owner.get("/credentials")).body as { credentials: { client_id: string }[] };
		expect(credentials.map(({ client_id }) => client_id)).toContain(credential.client_id);
		const changed = await owner.patch(`/credentials/${credential.client_id}`, { expires_at: null });
		expect(changed.body).toMatchObject({ client_id: credential.client_id, expires_at: null });
		expect((await askToken(credential)).status).toBe(200);
		const [event] = await auditEvents(gateway.database.tables, { type: "credential.expiry_changed" });
		expect(event).toMatchObject({ object: credential.client_id, details: { expires_at: "never" } });
		expect(await mailsAbout("The expiry of an API credential was changed")).toHaveLength(2);
	});
});

describe("owners are reminded of an expiry", () => {
	const subject = "An API credential expires soon";

	test("once, 14 days before", async () => {
		await signInMember(gateway, { role: "owner" });
		await signInMember(gateway, { role: "administrator" });
		await createCredential(gateway.clocks.real.now() + 20 * day);
		expect(await mailsAbout(subject)).toEqual([]);
		gateway.clocks.real.advance(6 * day);
		const mails = await mailsAbout(subject);
		const owners = [gateway.demo.email, `the-owner@${gateway.demo.email.split("@")[1]}`];
		expect(mails.map(({ to }) => to)).toEqual(owners.sort());
		expect(mails[0]?.text).toContain("About: Till 7");
		expect(mails[0]?.text).not.toContain("change your password");
		gateway.clocks.real.advance(day);
		expect(await mailsAbout(subject)).toHaveLength(2);
	});

	test("again after it was moved, and not of a revoked credential or one that was made for a few days", async () => {
		const moved = await createCredential(gateway.clocks.real.now() + 20 * day);
		const revoked = await createCredential(gateway.clocks.real.now() + 20 * day);
		await createCredential(gateway.clocks.real.now() + 13 * day);
		await owner.delete(`/credentials/${revoked.client_id}`);
		gateway.clocks.real.advance(6 * day);
		expect(await mailsAbout(subject)).toHaveLength(1);
		owner = await signInMember(gateway);
		const expires_at = gateway.clocks.real.now() + 30 * day;
		expect((await owner.patch(`/credentials/${moved.client_id}`, { expires_at })).status).toBe(200);
		gateway.clocks.real.advance(16 * day);
		expect(await mailsAbout(subject)).toHaveLength(2);
	});
});

describe("an expiry", () => {
	test.each([
		["in the past", -1],
		["more than five years ahead", 6 * 366 * day],
	])("%s is refused", async (_kind, ahead) => {
		const credential = await createCredential(null);
		const expires_at = gateway.clocks.real.now() + ahead;
		for (const answer of [
			await owner.post("/credentials", { name: "x", expires_at }),
			await owner.patch(`/credentials/${credential.client_id}`, { expires_at }),
		]) {
			expectProblem(answer, 400, "BAD_REQUEST");
			expect(answer.body.errors).toMatchObject([{ field: "expires_at" }]);
		}
	});

	test("X-01 of another merchant's or a revoked credential cannot be changed", async () => {
		const { client_id } = await createCredential(null);
		const expires_at = gateway.clocks.real.now() + day;
		const neighbour = await signInMember(gateway, { account: gateway.demo.second_merchant });
		expectProblem(await neighbour.patch(`/credentials/${client_id}`, { expires_at }), 404, "NOT_FOUND");
		await owner.delete(`/credentials/${client_id}`);
		expectProblem(await owner.patch(`/credentials/${client_id}`, { expires_at }), 404, "NOT_FOUND");
	});
});
