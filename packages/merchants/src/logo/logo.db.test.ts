import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { expectProblem, send } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { logos } from "../../../../test/fixtures/mail/pictures.ts";
import { type StaffMember, signInMember } from "../../../../test/fixtures/staff/staff-member.ts";

const path = "/settings/logo";

let gateway: TestGateway;
let owner: StaffMember;
let clerk: StaffMember;
let neighbour: StaffMember;

beforeAll(async () => {
	gateway = await startTestGateway();
	owner = await signInMember(gateway);
	clerk = await signInMember(gateway, { role: "clerk" });
	neighbour = await signInMember(gateway, { account: gateway.demo.second_merchant });
});

afterAll(() => gateway.stop());

const png = logos["image/png"];

const put = (member: StaffMember, content: BlobPart, type = "image/png") =>
	member.send("PUT", path, new Blob([content], { type }));

const logoOf = async (member: StaffMember) => (await member.get("/settings")).body.logo;

const changes = async () =>
	(await auditEvents(gateway.database.tables, { type: "settings.changed" })).filter(
		(event) => (event.details as { setting: string }).setting === "logo",
	);

test("a logo is served at an address of its content, which never changes", async () => {
	for (const [type, content] of Object.entries(logos)) {
		const { status, body } = await put(owner, content, type);
		expect(status).toBe(200);
		expect(body).toEqual({ url: expect.stringMatching(/^http.+\/logos\/[\w-]{43}$/), width: 160, height: 48 });
		expect(await logoOf(owner)).toEqual(body);
		const answer = await fetch(String(body.url));
		expect(Object.fromEntries(answer.headers)).toMatchObject({
			"content-type": type,
			"cache-control": "public, max-age=31536000, immutable",
			"x-content-type-options": "nosniff",
			"content-security-policy": expect.stringMatching(/^default-src 'none'/),
			"cross-origin-resource-policy": "cross-origin",
		});
		expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
	}
});

test("P-33 a changed or removed logo is an audit event, the same one again is none", async () => {
	await put(owner, logos["image/webp"], "image/webp");
	const before = (await changes()).length;
	const { body } = await put(owner, png);
	expect((await put(owner, png)).body).toEqual(body);
	expect((await owner.delete(path)).status).toBe(204);
	expect((await owner.delete(path)).status).toBe(204);
	const hash = String(body.url).split("/").at(-1);
	const author = { object: gateway.merchant.merchant_id, actor_kind: "staff", actor_id: String(owner.userId) };
	expect((await changes()).slice(before)).toMatchObject([
		{ ...author, details: { setting: "logo", to: `image/png 160x48 ${hash}` } },
		{ ...author, details: { setting: "logo", to: "nothing" } },
	]);
});

test("a removed or replaced logo is gone, unless another merchant has the same", async () => {
	const { body: first } = await put(owner, png);
	expect((await put(neighbour, png)).body).toEqual(first);
	await put(owner, logos["image/webp"], "image/webp");
	expect((await fetch(String(first.url))).status).toBe(200);
	await neighbour.delete(path);
	expectProblem(await send(String(first.url)), 404, "NOT_FOUND");
	await owner.delete(path);
	expect([await logoOf(owner), await logoOf(neighbour)]).toEqual([null, null]);
});

test("a logo is that of one merchant, and only its administrators set it", async () => {
	await put(owner, png);
	expect(await logoOf(neighbour)).toBeNull();
	expectProblem(await put(clerk, png), 403, "FORBIDDEN");
	expectProblem(await clerk.delete(path), 403, "FORBIDDEN");
	await owner.delete(path);
});

describe("no logo is", () => {
	test.each([
		["an SVG by its content", "<svg xmlns='http://www.w3.org/2000/svg'/>", "image/png"],
		["a page", "<!doctype html><script>alert(1)</script>", "image/jpeg"],
		["nothing", "", "image/webp"],
	])("%s", async (_what, content, type) => {
		const answer = await put(owner, content, type);
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toMatchObject([{ field: "logo", code: "field_invalid" }]);
	});

	test.each(["image/svg+xml", "application/json", "multipart/form-data; boundary=x", "text/html"])(
		"a body that calls itself %s",
		async (type) => {
			expectProblem(await put(owner, png, type), 415, "UNSUPPORTED_MEDIA_TYPE");
		},
	);

	test("a file of more than 100 KB, and one of exactly 100 KB is", async () => {
		const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
		expectProblem(await put(owner, padded(100 * 1024 + 1)), 413, "PAYLOAD_TOO_LARGE");
		expect((await put(owner, padded(100 * 1024))).status).toBe(200);
		await owner.delete(path);
	});

	test.each(["x", "A".repeat(43), "A".repeat(42), "..%2f..%2fetc", "4111111111111111"])(
		"at the address %s",
		async (name) => {
			expectProblem(await send(`${gateway.url}/logos/${name}`), 404, "NOT_FOUND");
		},
	);
});
