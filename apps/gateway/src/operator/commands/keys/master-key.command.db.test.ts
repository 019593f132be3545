import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { generateMasterKey, parseMasterKey, splitMasterKey } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startTestGateway, type TestGateway } from "../../../../../../test/fixtures/gateway.ts";
import { createFakeHsm } from "../../../../../../test/fixtures/hsm/fake-hsm.ts";
import { describeMasterKeysIn } from "../../../../../../test/fixtures/hsm/master-keys.ts";
import { masterKeyOf } from "../../../../../../test/fixtures/keys.ts";
import { operatorOf, operatorProgram } from "../../../../../../test/fixtures/operator.ts";
import { compileCache, root, run } from "../../../../../../test/run/command.ts";
import { readConfig } from "../../../config.ts";

describeMasterKeysIn("a fake token", createFakeHsm);

describe("the shares of the master key", () => {
	let gateway: TestGateway;
	let masterKey: string;
	let id: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		masterKey = (await masterKeyOf(gateway.database)).trim();
		id = parseMasterKey(masterKey).id;
	});

	afterAll(() => gateway.stop());

	const environment = () => ({
		SANDBOX: "1",
		DATABASE_URL: gateway.database.url,
		DATA_DIR: gateway.database.dataDirectory,
	});

	/** An operator whose terminal collects what it shows, and has these shares typed in. */
	function operatorWith(typed: readonly string[]) {
		const shown: string[] = [];
		const reported: string[] = [];
		const left = [...typed];
		const terminal = {
			show: async (text: string) => void shown.push(text),
			readHidden: async () => (left.shift() ?? "").split("\n"),
		};
		const { run: command, refusalOf } = operatorOf(gateway, {
			config: readConfig(environment()),
			openTerminal: () => terminal,
			reportProgress: (line) => void reported.push(line),
		});
		return { command, refusalOf, shown, reported, left };
	}

	const shareIn = (text: string) => /(?:(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}(?:\n|$)){4}/.exec(text)?.[0].trim();

	/** The objects of events, sealed or not. */
	async function objectsOf(type: "key.master_split" | "key.master_joined"): Promise<(string | null)[]> {
		const { tables } = gateway.database;
		const [sealed, waiting] = await Promise.all([
			tables.selectFrom("audit_log").select("object").where("type", "=", type).execute(),
			tables.selectFrom("audit_inbox").select("object").where("type", "=", type).execute(),
		]);
		return [...sealed, ...waiting].map(({ object }) => object);
	}

	test("P-50 are shown one to each custodian, and a quorum gives the registered key", async () => {
		const split = operatorWith([]);
		const answer = await split.command("keys", "split", "--shares", "5", "--quorum", "3");
		const shares = split.shown.flatMap((text) => shareIn(text) ?? []);
		expect(shares).toHaveLength(5);
		// A page without a share comes before each, for the custodians to take turns.
		expect(split.shown.map((text) => shareIn(text) !== undefined)).toEqual(Array(5).fill([false, true]).flat());
		for (const share of shares) expect(JSON.stringify(answer)).not.toContain(share.slice(0, 9));
		expect(split.reported).toEqual([]);

		const to = join(gateway.database.dataDirectory, "joined.key");
		const join5 = operatorWith([shares[4], shares[1], shares[1], shares[0]].map((share) => share ?? ""));
		const joined = await join5.command("keys", "join", "--to", to);
		expect(joined.text).toContain(`These 3 shares give master key ${id} of this database.`);
		expect(join5.reported).toContain("Share 2 was entered already.");
		expect((await readFile(to, "utf8")).trim()).toBe(masterKey);
		expect((await stat(to)).mode & 0o777).toBe(0o600);
		expect(await operatorWith(shares).refusalOf("keys", "join", "--to", to)).toContain(
			"A master key is never overwritten",
		);
	});

	test("P-50 are checked by a join that writes nothing", async () => {
		const shares = await splitMasterKey(masterKey, { shares: 3, quorum: 2 });
		const { command } = operatorWith(shares);
		expect(await command("keys", "join")).toMatchObject({ json: { masterKeyId: id, shares: 2 } });
	});

	test("P-50 of another key are refused, and asked for again", async () => {
		const foreign = await splitMasterKey(generateMasterKey(), { shares: 2, quorum: 2 });
		const shares = await splitMasterKey(masterKey, { shares: 2, quorum: 2 });
		const { command, reported, left } = operatorWith([...foreign, "", ...shares, "never asked for"]);
		await command("keys", "join");
		expect(reported.filter((line) => line.includes(`not to ${id}`))).toHaveLength(2);
		expect(left).toEqual(["never asked for"]);
		for (const share of [...foreign, ...shares]) expect(reported.join("\n")).not.toContain(share.slice(0, 9));
	});

	test.each([
		["1", "1"],
		["5", "1"],
		["2", "3"],
		["256", "3"],
		["x", "2"],
		["0", "0"],
	])("are not made for --shares %s --quorum %s", async (shares, quorum) => {
		const { refusalOf, shown } = operatorWith([]);
		expect(await refusalOf("keys", "split", "--shares", shares, "--quorum", quorum)).toMatch(
			/^--shares and --quorum are whole numbers from 2 to 255/,
		);
		expect(shown).toEqual([]);
	});

	test("P-50 are not split off a key that the database does not use", async () => {
		const { tables } = gateway.database;
		const other = parseMasterKey(generateMasterKey()).id;
		await tables.updateTable("vault.master_key").set({ master_key_id: other }).execute();
		const refusal = await operatorWith([]).refusalOf("keys", "split", "--shares", "3", "--quorum", "2");
		await tables.updateTable("vault.master_key").set({ master_key_id: id }).execute();
		expect(refusal).toContain(`has master key ${other} of this database`);
	});

	test("P-50 need a terminal", async () => {
		const words = ["--conditions=source", operatorProgram, "keys", "split", "--shares", "3", "--quorum", "2"];
		const { code, output } = await run("node", words, { environment: environment() });
		expect({ code, output }).toMatchObject({
			code: 1,
			output: expect.stringMatching(/^This command needs a terminal/),
		});
	});

	test("P-50 are on the terminal's second screen only, and never appear while they are typed", async () => {
		const split = await atTerminal("split --shares 2 --quorum 2", (press) => press("Press Enter to go on.", "\r"));
		expect(split).toMatch(/was split into 2 shares/);
		const shares = screensOf(split).flatMap((text) => shareIn(text) ?? []);
		expect(shares).toHaveLength(2);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: the terminal's second screen.
		const left = split.replace(/\x1b\[\?1049h[\s\S]*?\x1b\[\?1049l/g, "");
		expect(shareIn(left)).toBeUndefined();

		const lines = shares.flatMap((share) => share.split("\n"));
		const joined = await atTerminal("join", (press) => press(/Line \d of 4: /, () => `${lines.shift()}\r`));
		expect(joined).toContain("These 2 shares give master key");
		for (const share of shares) expect(joined).not.toContain(share.slice(0, 9));
	});

	test("P-35 P-50 leave audit events with the key's id", async () => {
		expect(new Set(await objectsOf("key.master_split"))).toEqual(new Set([id]));
		expect(new Set(await objectsOf("key.master_joined"))).toEqual(new Set([id]));
	});

	const screensOf = (output: string) =>
		// biome-ignore lint/suspicious/noControlCharactersInRegex: the terminal's second screen.
		[...output.matchAll(/\x1b\[\?1049h\x1b\[2J\x1b\[H([\s\S]*?)\x1b\[2J/g)].map(([, text = ""]) =>
			text.replaceAll("\r", ""),
		);

	type Press = (when: string | RegExp, keys: string | (() => string)) => void;

	/** Runs a command of `npm run keys` in a pseudo-terminal, and returns everything that appeared there. */
	async function atTerminal(command: string, begin: (press: Press) => void): Promise<string> {
		const program = `"${process.execPath}" --conditions=source ${operatorProgram} keys ${command}`;
		const child = spawn("script", ["--quiet", "--return", "--command", program, "/dev/null"], {
			cwd: root,
			env: { ...process.env, ...compileCache, ...environment() },
			stdio: ["pipe", "pipe", "inherit"],
		});
		onTestFinished(() => void child.kill());
		let output = "";
		let answered = 0;
		begin((when, keys) => {
			child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
				output += chunk;
				const asked = output.split(when).length - 1;
				for (; answered < asked; answered++) child.stdin.write(typeof keys === "string" ? keys : keys());
			});
		});
		const [code] = await once(child, "close");
		expect(code, output).toBe(0);
		return output;
	}
});
