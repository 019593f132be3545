import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mark, marks, searchText, secret } from "../../../../test/leaks/hunt.ts";
import { createAdapter } from "../src/adapter.ts";
import { type Bridge, createBridge } from "../src/bridge.ts";
import { newCharge } from "../test-support/requests.ts";
import type { Received, Simulator } from "../test-support/simulator.ts";
import { type Subject, subjects } from "../test-support/subjects.ts";

let bridge: Bridge;

beforeAll(async () => {
	bridge = createBridge({ node: process.env.PRISM_NODE });
	await bridge.start();
});
afterAll(() => bridge.stop());

/** The card of every charge here, and the account's secrets. */
function wantedOf({ account, connector }: Subject): Mark[] {
	const secrets = connector.fields.filter(({ isSecret }) => isSecret).map(({ name }) => account[name] ?? "");
	return [marks.visa, marks.code, ...secrets.filter((value) => value !== "").map((value) => secret("a secret", value))];
}

/** Answers in the forms of the five processors that repeat the request in every text. */
function echoes({ body, headers }: Received): Response[] {
	const all = `${body} ${JSON.stringify(Object.fromEntries(headers))}`;
	const errors = [{ errorCode: all, errorText: all }];
	return [
		Response.json({ error: { type: "card_error", code: all, decline_code: all, message: all } }, { status: 402 }),
		Response.json({ code: 7, category: 1, message: all, reference: all }, { status: 402 }),
		Response.json({ status: 422, errorCode: all, message: all, errorType: "validation" }, { status: 422 }),
		Response.json({ request_id: all, error_type: all, error_codes: [all] }, { status: 422 }),
		Response.json({
			transactionResponse: { responseCode: "2", transId: "1", errors },
			messages: { resultCode: "Error", message: [{ code: all, text: all }] },
		}),
		Response.json({
			pspReference: "1",
			resultCode: "Refused",
			merchantReference: all,
			refusalReason: all,
			refusalReasonCode: all,
		}),
		Response.json({ all }, { status: 500 }),
		new Response(all, { status: 200, headers: { "Content-Type": "text/html" } }),
		new Response(all, { status: 200 }),
	];
}

describe.each(subjects)("$connector.name", (subject: Subject) => {
	const { account, connector, currency } = subject;
	let simulator: Simulator;
	let baseUrl: string;

	beforeAll(async () => {
		({ simulator, baseUrl } = await subject.start());
	});
	afterAll(() => simulator.stop());

	test("P-02 no answer of a processor brings the card or a secret back, in an outcome or an error", async () => {
		const adapter = createAdapter(connector, { bridge, webhookBridge: bridge, baseUrl });
		await adapter.submit(newCharge({ currency }), account);
		const sent = simulator.received.at(-1);
		if (sent === undefined) throw new Error("Nothing was sent.");
		const answers = echoes(sent);
		const told: string[] = [];
		for (const answer of answers) {
			simulator.failNext({ isCarriedOut: false, answer });
			const result = await adapter.submit(newCharge({ currency }), account).catch((error: unknown) => error);
			told.push(inspect(result, { depth: 20 }), JSON.stringify(result));
		}
		expect(told).toHaveLength(2 * answers.length);
		expect(searchText(told.join("\n"), wantedOf(subject), "answers")).toEqual([]);
	});

	test("P-02 the wire carries the card in a request's body, never in its address or headers", async () => {
		const adapter = createAdapter(connector, { bridge, webhookBridge: bridge, baseUrl });
		await adapter.submit(newCharge({ currency }), account);
		const sent = simulator.received.at(-1);
		expect(searchText(sent?.body ?? "", [marks.visa], "body")).toHaveLength(1);
		const heads = simulator.received.map(({ path, headers }) => `${path} ${JSON.stringify([...headers])}`);
		expect(searchText(heads.join("\n"), [marks.visa, marks.code], "heads")).toEqual([]);
	});
});

/** The child processes of the library. Those of other users are left out. */
function listChildren(): { folder: string; text: string }[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.flatMap((pid) => {
			const folder = `/proc/${pid}`;
			try {
				const command = readFileSync(`${folder}/cmdline`, "utf8");
				const isOurs = command.includes("prism/src/child.ts");
				return isOurs ? [{ folder, text: command + readFileSync(`${folder}/environ`, "utf8") }] : [];
			} catch {
				// It ended, or belongs to another user.
				return [];
			}
		});
}

test("P-02 the process has neither card nor secret in its arguments or environment", () => {
	const children = listChildren();
	expect(children.length).toBeGreaterThan(0);
	const wanted = [marks.visa, marks.code, ...subjects.flatMap(wantedOf)];
	expect(children.flatMap(({ text }) => searchText(text, wanted, "process"))).toEqual([]);
});

test("P-02 the process keeps no log: its output is discarded, and no file is open for writing", () => {
	const children = listChildren();
	expect(children.length).toBeGreaterThan(0);
	for (const { folder } of children) {
		const open = readdirSync(`${folder}/fd`).map((name) => ({ name, to: readlinkSync(`${folder}/fd/${name}`) }));
		const output = open.filter(({ name }) => name === "1" || name === "2");
		expect(output.map(({ to }) => to)).toEqual(["/dev/null", "/dev/null"]);
		const files = open.filter(({ to }) => to.startsWith("/") && to !== "/dev/null");
		expect(files.filter(({ name }) => isForWriting(readFileSync(`${folder}/fdinfo/${name}`, "utf8")))).toEqual([]);
	}
});

/** The last bits of the flags, in octal, are the mode: 0 is reading. */
function isForWriting(fdinfo: string): boolean {
	const flags = Number.parseInt(/^flags:\s*(\d+)/m.exec(fdinfo)?.[1] ?? "", 8);
	return (flags & 3) !== 0;
}
