import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Client, goodCard, type JsonObject, salePath, send, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { smtpRefusal, startSmtpServer, type TestSmtpServer } from "../../../../test/fixtures/mail/smtp-server.ts";

const password = "correct-horse-battery";
const minute = 60_000;

let server: TestSmtpServer;
let gateway: TestGateway;
let client: Client;
/** Addresses that the server refuses, with its reply. */
const refused = new Map<string, number>();

beforeAll(async () => {
	server = await startSmtpServer({
		disabledCommands: ["STARTTLS"],
		allowInsecureAuth: true,
		onAuth: (login, _session, callback) =>
			callback(login.password === password ? null : smtpRefusal(535), { user: login.username }),
		onRcptTo({ address }, _session, callback) {
			const code = refused.get(address);
			callback(code === undefined ? null : smtpRefusal(code));
		},
	});
	gateway = await startTestGateway({
		environment: {
			SMTP_URL: `smtp://gateway:${password}@127.0.0.1:${server.port}`,
			MAIL_FROM: "receipts@pay.example",
		},
	});
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(async () => {
	await gateway.stop();
	await server.stop();
});

async function sell(fields: JsonObject): Promise<void> {
	const answer = await client.post(salePath, { amount: 31, ...goodCard, ...fields });
	expect(answer.status, answer.text).toBe(200);
}

const outbox = () => gateway.database.tables.selectFrom("mail_outbox").selectAll().execute();

function mailsTo(address: string) {
	return server.mails.filter(({ recipients }) => recipients.includes(address));
}

test("a receipt is sent through SMTP_URL from MAIL_FROM, and not to the mailbox", async () => {
	await sell({ email: "ada@example.com", bcc_emails: "b@example.com" });
	await vi.waitFor(() => expect(mailsTo("ada@example.com")).toHaveLength(1), { timeout: 10_000 });
	expect(server.mails[0]).toMatchObject({
		from: "receipts@pay.example",
		recipients: ["ada@example.com", "b@example.com"],
		user: "gateway",
	});
	expect((await send(gateway.mailboxUrl)).text).toBe("[]");
});

test("a receipt with a temporary refusal is sent a minute later, with the same Message-ID", async () => {
	refused.set("grey@example.com", 450);
	await sell({ email: "grey@example.com" });
	const waiting = await vi.waitFor(
		async () => {
			const [row] = await outbox();
			expect(row).toMatchObject({ attempts: 1, failed_at: null, problem: expect.stringContaining("450") });
			return row;
		},
		{ timeout: 10_000 },
	);
	refused.delete("grey@example.com");
	gateway.clocks.real.advance(2 * minute);
	await vi.waitFor(() => expect(mailsTo("grey@example.com")).toHaveLength(1), { timeout: 10_000 });
	const [mail] = mailsTo("grey@example.com");
	expect(mail?.raw).toContain(`Message-ID: <receipt.${waiting?.reference}@localhost>`);
});

test("a receipt to an unknown address is given up, and the log and the table show it", async () => {
	refused.set("nobody@example.com", 550);
	await sell({ email: "nobody@example.com" });
	await vi.waitFor(async () => expect(await outbox()).toMatchObject([{ problem: expect.stringContaining("550") }]), {
		timeout: 10_000,
	});
	expect((await outbox())[0]?.failed_at).not.toBeNull();
	expect(gateway.logLines.filter((line) => line.includes("gave up"))).toHaveLength(1);
});

test("P-08 the log has neither the password nor an address", () => {
	expect(gateway.logLines.length).toBeGreaterThan(0);
	expect(gateway.logLines.filter((line) => line.includes(password) || line.includes("@example.com"))).toEqual([]);
});
