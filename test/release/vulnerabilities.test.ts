import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Allowed, findVulnerabilities, problemsOfAllowed } from "./vulnerabilities.ts";

/** As npm's registry answers: `POST /-/npm/v1/security/advisories/bulk`. */
const recorded = {
	"left-part": [
		{
			id: 1_100_001,
			url: "https://github.com/advisories/GHSA-aaaa-bbbb-cccc",
			title: "Prototype pollution in left-part",
			severity: "high",
			vulnerable_versions: "<2.0.0",
			cwe: ["CWE-1321"],
			cvss: { score: 7.5, vectorString: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:H/A:N" },
		},
	],
};

const packument = (name: string) => ({
	name,
	"dist-tags": { latest: "1.0.0" },
	versions: { "1.0.0": { name, version: "1.0.0", dist: { tarball: `http://127.0.0.1/${name}-1.0.0.tgz` } } },
});

const entry: Allowed = {
	package: "left-part",
	advisory: "GHSA-aaaa-bbbb-cccc",
	reason: "The function with the flaw is never called.",
	expires: "2026-03-01",
};

let directory: string;
let server: Server;
let registry: string;
let advisories: unknown = {};
let asked: unknown;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-audit-"));
	const dependencies = { "left-part": "1.0.0" };
	const devDependencies = { "only-for-tests": "1.0.0" };
	await writeFile(join(directory, "package.json"), JSON.stringify({ name: "shop", dependencies, devDependencies }));
	const packages = {
		"": { name: "shop", dependencies, devDependencies },
		"node_modules/left-part": { version: "1.0.0" },
		"node_modules/only-for-tests": { version: "1.0.0", dev: true },
	};
	await writeFile(join(directory, "package-lock.json"), JSON.stringify({ name: "shop", lockfileVersion: 3, packages }));
	server = createServer(async (request, response) => {
		if (request.method !== "POST") return response.end(JSON.stringify(packument(request.url?.slice(1) ?? "")));
		asked = await json(request.headers["content-encoding"] === "gzip" ? request.pipe(createGunzip()) : request);
		response.end(JSON.stringify(advisories));
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

beforeEach(() => {
	advisories = recorded;
});

afterAll(async () => {
	server.closeAllConnections();
	server.close();
	await rm(directory, { recursive: true, force: true });
});

test("packages without a known vulnerability pass, and packages for development are not asked about", async () => {
	advisories = {};
	expect(await findVulnerabilities(directory, [], registry)).toEqual({ checked: true, problems: [] });
	expect(asked).toEqual({ "left-part": ["1.0.0"] });
});

test("a known vulnerability fails", async () => {
	expect(await findVulnerabilities(directory, [], registry)).toEqual({
		checked: true,
		problems: ["left-part: GHSA-aaaa-bbbb-cccc, Prototype pollution in left-part"],
	});
});

test("an allowed vulnerability passes, and allows neither another of its package nor the same of another package", async () => {
	expect(await findVulnerabilities(directory, [entry], registry)).toEqual({ checked: true, problems: [] });
	const others = [
		{ ...entry, advisory: "GHSA-dddd-eeee-ffff" },
		{ ...entry, package: "right-part" },
	];
	expect(await findVulnerabilities(directory, others, registry)).toMatchObject({ problems: [expect.any(String)] });
});

test("a registry that does not answer is no clean result", async () => {
	const closed = createServer().listen(0, "127.0.0.1");
	await once(closed, "listening");
	const { port } = closed.address() as AddressInfo;
	closed.close();
	expect(await findVulnerabilities(directory, [], `http://127.0.0.1:${port}/`)).toEqual({
		checked: false,
		why: expect.stringContaining("ECONNREFUSED"),
	});
});

test("a registry that refuses the question is no clean result", async () => {
	const refusing = createServer((_request, response) => response.writeHead(405).end()).listen(0, "127.0.0.1");
	await once(refusing, "listening");
	const verdict = await findVulnerabilities(
		directory,
		[],
		`http://127.0.0.1:${(refusing.address() as AddressInfo).port}/`,
	);
	refusing.closeAllConnections();
	refusing.close();
	expect(verdict).toEqual({ checked: false, why: expect.stringContaining("405") });
});

test.each([
	["holds through its date", "2026-03-01T23:59:59Z", []],
	["has expired after it", "2026-03-02T00:00:00Z", [expect.stringContaining("expired on 2026-03-01")]],
	["holds for 90 days at most", "2025-12-01T00:00:00Z", []],
	["is refused for longer", "2025-11-30T00:00:00Z", [expect.stringContaining("later than in 90 days")]],
])("an allowed vulnerability %s", (_promise, now, problems) => {
	expect(problemsOfAllowed([entry], new Date(now))).toEqual(problems);
});
