import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { framePath } from "@cardseal/widget/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { send, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { freePort, startGatewayProcess } from "../../../../test/fixtures/gateway-process.ts";
import { operatorOf, operatorProgram, type TestOperator } from "../../../../test/fixtures/operator.ts";
import { run } from "../../../../test/run/command.ts";
import { readConfig } from "../config.ts";
import { createOperatorContext } from "./context.ts";

let gateway: TestGateway;
let operator: TestOperator;

beforeAll(async () => {
	gateway = await startTestGateway();
	operator = operatorOf(gateway);
});

afterAll(() => gateway.stop());

/** Runs the program as `npm run admin --` does. */
function admin(environment: Record<string, string>, ...words: string[]) {
	return run("node", ["--conditions=source", operatorProgram, ...words], { environment });
}

/** Returns the gateway's reason to show no form on an origin; `null` when it shows one. */
async function refusalOn(origin: string, { url, key }: { url: string; key: string }) {
	const { text } = await send(`${url}${framePath}?${new URLSearchParams({ key, origin })}`);
	return (JSON.parse(/id="frame">(.*)<\/script>/.exec(text)?.[1] ?? "") as { refusal: string | null }).refusal;
}

describe("the operator's program", () => {
	test.each([["--help"], ["origin", "--help"], ["keys", "rotate-master", "--help"]])(
		"prints help to standard output, without a database: %s",
		async (...words) => {
			const { code, stdout } = await admin({ DATA_DIR: "nowhere", DATABASE_URL: "" }, ...words);
			expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("npm run") });
		},
	);

	test("prints the answer, and needs no master key for a list", async () => {
		const settings = { DATABASE_URL: gateway.database.url };
		const { code, output } = await admin(settings, "origin", "list", gateway.merchant.public_key);
		expect({ code, output }).toEqual({
			code: 0,
			output: `${(await operator.run("origin", "list", gateway.merchant.merchant_id)).text}\n`,
		});
	});

	test("prints its help for an unknown command", async () => {
		const { code, stdout, output } = await admin({ DATABASE_URL: gateway.database.url }, "origins");
		expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
		expect(output).toContain('There is no command "origins".');
		expect(output).toMatch(/^ {2}origin +\S/m);
	});

	test("creates no database where there is none", async () => {
		const empty = await mkdtemp(join(tmpdir(), "cardseal-admin-"));
		try {
			const { code, output } = await admin({ DATA_DIR: empty, DATABASE_URL: "" }, "origin", "list", "a");
			expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^There is no database in /) });
			expect(await readdir(empty)).toEqual([]);
		} finally {
			await rm(empty, { recursive: true });
		}
	});

	test("names a database that cannot be reached", async () => {
		const nowhere = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
		const { code, output } = await admin(nowhere, "origin", "list", "a");
		expect(code).toBe(1);
		expect(output).toContain("ECONNREFUSED");
		expect(output).not.toMatch(/\bat .*\.ts:/);
	});

	test("ends at once without the password that PostgreSQL asks for", async () => {
		const url = new URL(gateway.database.url);
		url.password = "";
		const startedAt = performance.now();
		const { code, output } = await admin({ DATABASE_URL: url.href, PGPASSWORD: "" }, "origin", "list", "a");
		expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("add the password to DATABASE_URL") });
		expect(performance.now() - startedAt).toBeLessThan(30_000);
	});

	test("works on the embedded database beside a running gateway, and after the gateway has stopped", async () => {
		const dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-admin-"));
		// Root runs PostgreSQL as another user, who needs access to the directory.
		await chmod(dataDirectory, 0o711);
		const settings = { DATA_DIR: dataDirectory, DATABASE_URL: "" };
		const origin = "https://embedded.example";
		const running = await startGatewayProcess({ dataDirectory, port: await freePort() });
		try {
			const { public_key, merchant_id } = await running.demo();
			const added = await admin(settings, "origin", "add", merchant_id, origin);
			expect(added.code, added.output).toBe(0);
			expect(await refusalOn(origin, { url: running.url, key: public_key })).toBeNull();
			expect(await running.end("SIGTERM")).toEqual({ code: 0, signal: null });
			const listed = await admin(settings, "origin", "list", public_key);
			expect(listed.stdout).toBe(added.stdout);
			expect(await readdir(join(dataDirectory, "postgres/cluster"))).not.toContain("postmaster.pid");
		} finally {
			await running.end("SIGKILL");
			await rm(dataDirectory, { recursive: true });
		}
	});

	test("follows the sandbox's clock, without SANDBOX in its settings", async () => {
		const client = await signIn(gateway.url, gateway.merchant);
		await client.post("/sandbox/clock", { advance_ms: 60 * 86_400_000 });
		const { clocks } = await createOperatorContext(readConfig({}), gateway.database.tables.withTables(), process);
		const leadMs = clocks.business.now() - clocks.real.now();
		expect(Math.abs(leadMs - 60 * 86_400_000)).toBeLessThan(60_000);
	});
});
