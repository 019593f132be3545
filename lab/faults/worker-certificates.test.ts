import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { certificateFilesIn, installCertificate } from "../../test/fixtures/certificate.ts";
import { databaseUrl, execute } from "../../test/fixtures/database.ts";
import { freePort, type GatewayProcess, spawnGatewayProcess } from "../../test/fixtures/gateway-process.ts";

// A gateway of two workers that serves HTTPS itself. The supervisor gives connections out in turn, so that several in a row reach both.

const name = `cardseal_certificates_${randomBytes(6).toString("hex")}`;
const connectionsInARow = 6;
const waitMs = 60_000;
let dataDirectory: string;
let port: number;
let gateway: GatewayProcess;

beforeAll(async () => {
	const server = inject("databaseServerUrl");
	await execute(server, `create database ${name}`);
	dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-faults-"));
	await installCertificate(dataDirectory, "first.example");
	const { certificateFile, keyFile } = certificateFilesIn(dataDirectory);
	port = await freePort();
	gateway = spawnGatewayProcess({
		dataDirectory,
		port,
		environment: {
			WORKERS: "2",
			TLS_CERT_FILE: certificateFile,
			TLS_KEY_FILE: keyFile,
			DATABASE_URL: databaseUrl(server, name),
			DATABASE_CONNECTIONS: "4",
		},
	});
	await gateway.written(/"msg":"ready"/);
});

afterAll(async () => {
	expect(await gateway.end("SIGTERM")).toEqual({ code: 0, signal: null });
	await execute(inject("databaseServerUrl"), `drop database ${name} with (force)`);
	await rm(dataDirectory, { recursive: true });
});

const allOf = (certificate: string) => Array.from({ length: connectionsInARow }, () => certificate);

/** Sends a request, and returns the name in the server's certificate. Rejects without a 200. */
function nameServed(agent: Agent | false): Promise<string> {
	return new Promise((resolve, reject) => {
		const signal = AbortSignal.timeout(20_000);
		const options = { port, host: "127.0.0.1", path: "/healthz", rejectUnauthorized: false, agent, signal };
		request(options, (response) => {
			// Empty once the server has closed the connection.
			const { subject } = (response.socket as TLSSocket).getPeerCertificate();
			response.on("error", reject).resume();
			response.on("end", () => {
				if (response.statusCode === 200) resolve(String(subject?.CN));
				else reject(new Error(`/healthz answered ${response.statusCode}`));
			});
		})
			.on("error", reject)
			.end();
	});
}

async function namesInARow(): Promise<string[]> {
	const names: string[] = [];
	while (names.length < connectionsInARow) names.push(await nameServed(false));
	return names;
}

/** Requests without a pause while something happens. Returns the failures. */
async function failuresDuring(event: () => Promise<void>): Promise<unknown[]> {
	const failures: unknown[] = [];
	let isRequesting = true;
	const ask = async (agent: Agent | false) => {
		while (isRequesting) await nameServed(agent).catch((error: unknown) => failures.push(error));
		if (agent) agent.destroy();
	};
	const asking = [ask(false), ask(new Agent({ keepAlive: true, maxSockets: 1 }))];
	try {
		await event();
	} finally {
		isRequesting = false;
		await Promise.all(asking);
	}
	return failures;
}

test("P-18 both workers serve a replaced certificate, and refuse no connection", async () => {
	const failures = await failuresDuring(async () => {
		await installCertificate(dataDirectory, "second.example");
		await expect.poll(namesInARow, { timeout: waitMs }).toEqual(allOf("second.example"));
	});
	expect(failures).toEqual([]);
});

test("P-18 after SIGHUP, both workers serve a replaced certificate, and refuse no connection", async () => {
	const failures = await failuresDuring(async () => {
		await installCertificate(dataDirectory, "third.example");
		process.kill(gateway.pid, "SIGHUP");
		await gateway.written(/replaced the workers/);
		expect(await namesInARow()).toEqual(allOf("third.example"));
	});
	expect(failures).toEqual([]);
});
