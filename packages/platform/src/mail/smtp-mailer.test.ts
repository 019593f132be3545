import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { promisify } from "node:util";
import PostalMime from "postal-mime";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { smtpRefusal, startSmtpServer, type TestSmtpServer } from "../../../../test/fixtures/mail/smtp-server.ts";
import { type Mail, type Mailer, MailRefused } from "./mail.ts";
import { type SmtpSettings, smtpMailer } from "./smtp-mailer.ts";

const now = Date.UTC(2026, 10, 21, 10, 17);

const payer = "ada@example.com";

const mail: Mail = {
	messageId: "receipt.9fK2mQ7xW1aZ3bC4dE5f@pay.example",
	senderName: "Maple & Main",
	replyTo: "care@maple.example",
	to: payer,
	blindCopies: ["b@example.com", "c@example.com"],
	subject: "Receipt for $31.00 CAD from Maple & Main",
	text: "Receipt from Maple & Main\nCard: Visa •••• 1111\n",
	html: "<p>Card: Visa •••• 1111</p>",
};

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
	for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(...options: Parameters<typeof startSmtpServer>): Promise<TestSmtpServer> {
	const server = await startSmtpServer(...options);
	cleanups.push(() => server.stop());
	return server;
}

const patience = { step: 20_000, mail: 40_000 };

function mailerFor(port: number, settings: Partial<SmtpSettings> = {}, limits = patience): Mailer {
	const mailer = smtpMailer({
		settings: { host: "127.0.0.1", port, tls: "none", login: undefined, ...settings },
		sender: "receipts@pay.example",
		clock: { now: () => now },
		patience: limits,
	});
	cleanups.push(() => mailer.close());
	return mailer;
}

/** Returns the error of a mail that the mailer could not send. */
async function refusalOf(sending: Promise<void>): Promise<MailRefused> {
	const outcome = await sending.catch((error: unknown) => error);
	if (!(outcome instanceof MailRefused)) throw new Error(`It was not refused: ${outcome}`, { cause: outcome });
	return outcome;
}

/** Returns the names of a mail's headers, in lower case. */
function headerNames(raw: string): string[] {
	const head = raw.slice(0, raw.indexOf("\r\n\r\n"));
	return [...head.matchAll(/^([\w-]+):/gm)].map(([, name]) => String(name).toLowerCase());
}

describe("a mail by SMTP", () => {
	test("arrives with its texts, sender, date and Message-ID as they were given", async () => {
		const server = await start();
		await mailerFor(server.port).send(mail);
		const [received] = server.mails;
		const parsed = await PostalMime.parse(received?.raw ?? "");
		expect(parsed).toMatchObject({
			messageId: `<${mail.messageId}>`,
			subject: mail.subject,
			from: { name: mail.senderName, address: "receipts@pay.example" },
			to: [{ address: mail.to }],
			replyTo: [{ address: mail.replyTo }],
			date: new Date(now).toISOString(),
		});
		expect(parsed.text?.trim()).toBe(mail.text.trim());
		expect(parsed.html?.trim()).toBe(mail.html);
	});

	test("X-32 goes to each recipient in the envelope, and no header shows a blind copy", async () => {
		const server = await start();
		await mailerFor(server.port).send(mail);
		const [received] = server.mails;
		expect(received).toMatchObject({ from: "receipts@pay.example", recipients: [payer, ...mail.blindCopies] });
		expect(received?.raw).not.toContain("b@example.com");
		expect(received?.raw).not.toMatch(/^bcc:/im);
	});

	test("X-32 a mail to blind copies alone shows no recipient, and a delayed copy does not go to the first one again", async () => {
		const server = await start();
		const mailer = mailerFor(server.port);
		await mailer.send({ ...mail, to: undefined });
		await mailer.send({ ...mail, blindCopies: ["c@example.com"], isCopyOnly: true });
		expect(server.mails.map(({ recipients }) => recipients)).toEqual([mail.blindCopies, ["c@example.com"]]);
		const [hidden, copy] = server.mails;
		expect(hidden?.raw).toMatch(/^To: "undisclosed-recipients":;\r$/im);
		expect(hidden?.raw).not.toContain("@example.com");
		expect(copy?.raw).toMatch(/^To: ada@example.com\r$/im);
	});

	test.each([
		["a line break", "Maple\r\nBcc: eve@example.com"],
		["an encoded line break", "Maple%0d%0aBcc: eve@example.com"],
		["another address", '"Maple" <eve@example.com>, Main'],
		["a line separator", "Maple\u2028Bcc: eve@example.com"],
		["a null", "Maple\0Main"],
		["an encoded word", "=?utf-8?Q?Maple=0D=0ABcc=3A_eve=40example.com?="],
	])("X-32 has no further header and no further recipient by %s in a name or subject", async (_what, text) => {
		const server = await start();
		await mailerFor(server.port).send(mail);
		await mailerFor(server.port).send({ ...mail, senderName: text, subject: text });
		const [plain, attacked] = server.mails;
		expect(headerNames(attacked?.raw ?? "")).toEqual(headerNames(plain?.raw ?? ""));
		expect(attacked?.recipients).toEqual(plain?.recipients);
		const parsed = await PostalMime.parse(attacked?.raw ?? "");
		expect(parsed.from).toMatchObject({ address: "receipts@pay.example" });
		expect(parsed.bcc ?? []).toEqual([]);
	});

	test.each([
		"ada@example.com, eve@example.com",
		"ada@example.com\r\nRCPT TO:<eve@example.com>",
		"<eve@example.com>",
		"Ada <eve@example.com>",
		"ada@example.com\u202e",
		"ada",
	])("X-32 is not begun for an address that is not one mailbox: %j", async (address) => {
		const server = await start();
		const mailer = mailerFor(server.port);
		for (const part of [{ to: address }, { blindCopies: [address] }, { replyTo: address }]) {
			const refusal = await refusalOf(mailer.send({ ...mail, ...part }));
			expect(refusal.isPermanent).toBe(true);
			expect(refusal.message).not.toContain("@");
		}
		expect(server.mails).toEqual([]);
	});
});

describe("a refusal", () => {
	/** Starts a server with this response to a recipient. */
	function refusing(recipient: string, code: number) {
		return start({
			onRcptTo: ({ address }, _session, callback) => callback(address === recipient ? smtpRefusal(code) : null),
		});
	}

	test.each([
		[450, false],
		[421, false],
		[550, true],
		[553, true],
	])("of the payer with %i is final: %s", async (code, isPermanent) => {
		const server = await refusing(payer, code);
		const refusal = await refusalOf(mailerFor(server.port).send({ ...mail, blindCopies: [] }));
		expect(refusal.isPermanent).toBe(isPermanent);
		expect(refusal.message).toContain(String(code));
		expect(refusal.message).not.toContain("@");
	});

	test("of the payer counts although blind copies were taken", async () => {
		const server = await refusing(payer, 550);
		expect((await refusalOf(mailerFor(server.port).send(mail))).isPermanent).toBe(true);
	});

	test("of a blind copy keeps nobody else from the mail", async () => {
		const server = await refusing("b@example.com", 550);
		await mailerFor(server.port).send(mail);
		expect(server.mails.map(({ recipients }) => recipients)).toEqual([[mail.to, "c@example.com"]]);
	});

	test.each([
		[452, false],
		[554, true],
	])("of the message with %i is final: %s", async (code, isPermanent) => {
		const server = await start({
			onData(stream, _session, callback) {
				stream.resume().on("end", () => callback(smtpRefusal(code)));
			},
		});
		expect((await refusalOf(mailerFor(server.port).send(mail))).isPermanent).toBe(isPermanent);
	});

	test("of the sender or the login is not final: it is a mistake in the settings", async () => {
		const ofSender = await start({ onMailFrom: (_address, _session, callback) => callback(smtpRefusal(550)) });
		expect((await refusalOf(mailerFor(ofSender.port).send(mail))).isPermanent).toBe(false);
		const ofLogin = await start({
			disabledCommands: ["STARTTLS"],
			allowInsecureAuth: true,
			onAuth: (_login, _session, callback) => callback(smtpRefusal(535)),
		});
		const wrong = { login: { user: "gateway", password: "wrong password" } };
		const refusal = await refusalOf(mailerFor(ofLogin.port, wrong).send(mail));
		expect(refusal.isPermanent).toBe(false);
		expect(refusal.message).not.toContain("wrong");
	});
});

describe("a server that is not well", () => {
	/** Starts a server with scripted responses. */
	async function listen(onConnection: (socket: Socket) => void): Promise<number> {
		const sockets = new Set<Socket>();
		const server = createServer((socket) => {
			sockets.add(socket);
			socket.on("error", () => undefined);
			onConnection(socket);
		}).listen(0, "127.0.0.1");
		await once(server, "listening");
		cleanups.push(async () => {
			for (const socket of sockets) socket.destroy();
			await once(server.close(), "close");
		});
		return (server.address() as AddressInfo).port;
	}

	test("and is not there may be there later", async () => {
		const server = await start();
		await server.stop();
		expect((await refusalOf(mailerFor(server.port).send(mail))).isPermanent).toBe(false);
	});

	test("and cuts the connection after a mail, before it has answered, is not sent the mail again by itself", async () => {
		let mails = 0;
		const port = await listen((socket) => {
			socket.write("220 mail\r\n");
			socket.on("data", (part) => {
				const text = part.toString();
				if (text.startsWith("DATA")) return socket.write("354 go on\r\n");
				if (!text.endsWith("\r\n.\r\n")) return socket.write("250 yes\r\n");
				mails += 1;
				return socket.destroy();
			});
		});
		expect((await refusalOf(mailerFor(port).send(mail))).isPermanent).toBe(false);
		expect(mails).toBe(1);
	});

	test("and says nothing is given up in time", async () => {
		const port = await listen(() => undefined);
		const refusal = await refusalOf(mailerFor(port, {}, { step: 100, mail: 4_000 }).send(mail));
		expect(refusal).toMatchObject({ isPermanent: false, message: expect.stringContaining("ETIMEDOUT") });
	});

	test("and trickles is given up when a mail has taken its time as a whole", async () => {
		const port = await listen((socket) => {
			const timer = setInterval(() => socket.write("220-wait\r\n"), 20);
			socket.on("close", () => clearInterval(timer));
		});
		const refusal = await refusalOf(mailerFor(port, {}, { step: 2_000, mail: 300 }).send(mail));
		expect(refusal).toMatchObject({ isPermanent: false, message: expect.stringContaining("EABORT") });
	});
});

describe("TLS", () => {
	let directory: string;
	let key: Buffer;
	let cert: Buffer;

	beforeAll(async () => {
		directory = await mkdtemp(join(tmpdir(), "cardseal-smtp-"));
		const [keyFile, certificateFile] = [join(directory, "key.pem"), join(directory, "certificate.pem")];
		await promisify(execFile)("openssl", [
			...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
			...["-subj", "/CN=mail", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", keyFile, "-out", certificateFile],
		]);
		[key, cert] = await Promise.all([readFile(keyFile), readFile(certificateFile)]);
	});

	afterAll(() => rm(directory, { recursive: true }));

	const login = { user: "gateway", password: "p:@ss" };

	function trustCertificate(): void {
		const trusted = tls.getCACertificates("default");
		tls.setDefaultCACertificates([...trusted, cert.toString()]);
		cleanups.push(() => tls.setDefaultCACertificates(trusted));
	}

	const onAuth: NonNullable<Parameters<typeof startSmtpServer>[0]>["onAuth"] = (given, _session, callback) => {
		const isRight = given.username === login.user && given.password === login.password;
		callback(isRight ? null : smtpRefusal(535), { user: given.username });
	};

	test.each([
		["STARTTLS", "required", false],
		["TLS from the first word", "from the start", true],
	] as const)("by %s protects mail and login", async (_way, way, secure) => {
		trustCertificate();
		const server = await start({ key, cert, secure, disabledCommands: [], authOptional: false, onAuth });
		await mailerFor(server.port, { tls: way, login }).send(mail);
		expect(server.mails).toMatchObject([{ isEncrypted: true, user: login.user }]);
	});

	test("is required: a server that does not offer it gets neither mail nor login", async () => {
		let logins = 0;
		const server = await start({
			disabledCommands: ["STARTTLS"],
			allowInsecureAuth: true,
			onAuth(given, session, callback) {
				logins += 1;
				onAuth?.call(this, given, session, callback);
			},
		});
		const refusal = await refusalOf(mailerFor(server.port, { tls: "required", login }).send(mail));
		expect(refusal.isPermanent).toBe(false);
		expect({ logins, mails: server.mails }).toEqual({ logins: 0, mails: [] });
	});

	test.each([
		["required", false],
		["from the start", true],
	] as const)("%s with a certificate that nobody vouches for gets no mail", async (way, secure) => {
		const server = await start({ key, cert, secure, disabledCommands: ["AUTH"] });
		expect((await refusalOf(mailerFor(server.port, { tls: way }).send(mail))).isPermanent).toBe(false);
		expect(server.mails).toEqual([]);
	});
});
