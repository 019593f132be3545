import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mark, marks, searchText, secret } from "../../../../test/leaks/hunt.ts";
import { createAdapter } from "../src/adapter.ts";
import { type Bridge, createBridge } from "../src/bridge.ts";
import { newCharge } from "../test-support/requests.ts";
import type { Received, Simulator } from "../test-support/simulator.ts";
import { type Subject, subjects } from "../test-support/subjects.ts";
import type { SelfPortrait, tells } from "../test-support/telling-child.ts";

let bridge: Bridge;

beforeAll(async () => {
	bridge = createBridge({
		node: process.env.PRISM_NODE,
		program: new URL("../test-support/telling-child.ts", import.meta.url),
	});
	await bridge.start();
});
afterAll(() => bridge.stop());

/** The card of every charge here, and the account's secrets. */
function wantedOf({ account, connector }: Subject): Mark[] {
	const secrets = connector.fields.filter(({ isSecret }) => isSecret).map(({ name }) => account[name] ?? "");
	return [marks.visa, marks.code, ...secrets.filter((value) => value !== "").map((value) => secret("a secret", value))];
}

/** Answers in the forms of the two processors that repeat the request in every text. */
function echoes({ body, headers }: Received): Response[] {
	const all = `${body} ${JSON.stringify(Object.fromEntries(headers))}`;
	const errors = [{ errorCode: all, errorText: all }];
	return [
		Response.json({ request_id: all, error_type: all, error_codes: [all] }, { status: 422 }),
		Response.json({
			transactionResponse: { responseCode: "2", transId: "1", errors },
			messages: { resultCode: "Error", message: [{ code: all, text: all }] },
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

/** Asks the child process, after the charges above, what other processes could read of it. */
async function askChild(): Promise<SelfPortrait> {
	const connector: typeof tells = "tells";
	const call = { config: {}, flow: "get", request: {}, hasSecurityCode: true, headers: {}, timeoutMs: 10_000 } as const;
	const result = await bridge.call({ ...call, connector });
	if (!("answer" in result)) throw new Error("The child process does not tell.");
	return result.answer.response as SelfPortrait;
}

test("P-02 the process has neither card nor secret in its arguments or environment", async () => {
	const { text } = await askChild();
	expect(text).toContain("telling-child.ts");
	const wanted = [marks.visa, marks.code, ...subjects.flatMap(wantedOf)];
	expect(searchText(text, wanted, "process")).toEqual([]);
});

test("P-02 the process keeps no log: its output is discarded, and no file is open for writing", async () => {
	const { files } = await askChild();
	const output = files.filter(({ descriptor }) => descriptor === "1" || descriptor === "2");
	expect(output.map(({ path }) => path)).toEqual(["/dev/null", "/dev/null"]);
	const kept = files.filter(({ path }) => path.startsWith("/") && path !== "/dev/null");
	expect(kept.filter(({ isForWriting }) => isForWriting)).toEqual([]);
});

test("P-02 the process writes no core file, and no other process of this user reads its memory", async () => {
	expect(await askChild()).toMatchObject({ isDumpable: false });
});
