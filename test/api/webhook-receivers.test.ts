import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { signWebhook } from "@cardseal/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../fixtures/gateway-process.ts";
import { root } from "../run/command.ts";

// The receivers of docs/webhooks.md as printed, where their interpreters are installed.

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

const languages = [
	{ name: "js", command: process.execPath, file: "receiver.mjs" },
	{ name: "python", command: "python3", file: "receiver.py" },
	{ name: "php", command: "php", file: "receiver.php" },
] as const;

async function exampleOf(name: string): Promise<string> {
	const page = await readFile(join(root, "docs/webhooks.md"), "utf8");
	const [, example] = new RegExp(`\`\`\`${name}\n(.*?)\`\`\``, "s").exec(page) ?? [];
	if (example === undefined) throw new Error(`docs/webhooks.md has no receiver in ${name}.`);
	return example;
}

const isInstalled = (command: string) => spawnSync(command, ["--version"]).status === 0;

describe.each(languages.filter(({ command }) => isInstalled(command)))("the receiver in $name", (language) => {
	let directory: string;
	let child: ChildProcess;
	let url: string;
	const lines: string[] = [];

	beforeAll(async () => {
		directory = await mkdtemp(join(tmpdir(), "cardseal-receiver-"));
		const script = join(directory, language.file);
		await writeFile(script, await exampleOf(language.name));
		const port = await freePort();
		const options = language.name === "php" ? ["-S", `localhost:${port}`, script] : [script];
		child = spawn(language.command, options, {
			env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
			stdio: ["ignore", "pipe", "ignore"],
		});
		url = `http://localhost:${port}/webhooks`;
		if (child.stdout === null) throw new Error("The receiver has no output.");
		createInterface(child.stdout).on("line", (line) => lines.push(line));
	});

	afterAll(async () => {
		child.kill();
		await once(child, "exit");
		await rm(directory, { recursive: true });
	});

	const id = `evt_${Date.now()}`;
	const body = JSON.stringify({ id, type: "ping", data: { name: "Zoë" } });

	async function post(changes: { body?: string; headers?: Record<string, string>; ageSeconds?: number } = {}) {
		const timestamp = Math.floor(Date.now() / 1_000) - (changes.ageSeconds ?? 0);
		const signature = await signWebhook({ id, timestamp, body }, secret);
		const headers = { "Content-Type": "application/json", ...signature, ...changes.headers };
		return (await fetch(url, { method: "POST", body: changes.body ?? body, headers })).status;
	}

	/** Sends the start of a request as it is, and closes the connection. */
	async function sendBroken(text: string) {
		const { hostname, port } = new URL(url);
		const socket = connect(Number(port), hostname);
		await once(socket, "connect");
		const closed = new Promise((resolve) => socket.on("close", resolve));
		// The receiver may close first, which is an error here.
		socket.on("error", () => {}).resume();
		socket.end(text);
		await closed;
	}

	test("refuses what is not genuine, and handles an event once", async () => {
		// As soon as it listens.
		const answer = () => fetch(url, { method: "POST", body: "{}" }).then(({ status }) => status);
		await expect.poll(() => answer().catch(() => 0), { timeout: 30_000 }).toBe(400);
		const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
		expect(await post({ body: `${body} ` })).toBe(400);
		expect(await post({ headers: { "webhook-signature": signature } })).toBe(400);
		expect(await post({ headers: { "webhook-signature": "v1,?" } })).toBe(400);
		expect(await post({ headers: { "webhook-timestamp": "soon" } })).toBe(400);
		expect(await post({ ageSeconds: 360 })).toBe(400);
		const head = "POST /webhooks HTTP/1.1\r\nHost: localhost\r\n";
		await sendBroken(`${head}Content-Length: 100\r\n\r\n{"id"`);
		await sendBroken(`${head}Content-Length: 9000000\r\n\r\n${" ".repeat(9_000_000)}`);
		expect(await post()).toBe(204);
		const both = await signWebhook({ id, timestamp: Math.floor(Date.now() / 1_000), body }, secret);
		expect(await post({ headers: { ...both, "webhook-signature": `${signature} ${both["webhook-signature"]}` } })).toBe(
			204,
		);
		await expect.poll(() => lines.filter((line) => line.startsWith("ping "))).toEqual([`ping ${id}`]);
	});
});
