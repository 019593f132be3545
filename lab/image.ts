/**
 * `npm run lab -- image [--target gateway|prism] [--volume FROM:TO]…`: builds the image on a base of Debian's packages and makes
 * sales through it: read-only, as its user, with a new PostgreSQL. Needs root, buildah, mmdebstrap and npm's registry, and
 * no registry of images. A volume is mounted during the build, such as the certificates of a proxy.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startEmbeddedDatabase } from "../packages/local-postgres/src/start.ts";
import { databaseProxy } from "../test/fixtures/api/database-proxy.ts";
import { freePort } from "../test/fixtures/gateway-process.ts";
import { root, run, succeed } from "../test/run/command.ts";

const base = "localhost/cardseal-base:13";
const user = 10_001;
/** For builds and downloads. */
const patient = { timeoutSeconds: 3600 };
const readyLimitMs = 60_000;

const options = { target: { type: "string", default: "gateway" }, volume: { type: "string", multiple: true } } as const;
const { target, volume = [] } = parseArgs({ options }).values;

function say(text: string): void {
	process.stdout.write(`${text}\n`);
}

type Settings = Record<string, string>;

/** The packages of the image `debian:13-slim`. */
async function buildBase(directory: string): Promise<void> {
	if ((await run("buildah", ["inspect", "--type=image", base])).code === 0) return;
	const archive = join(directory, "base.tar");
	await succeed("mmdebstrap", ["--variant=minbase", "trixie", archive], patient);
	const container = await succeed("buildah", ["from", "scratch"], patient);
	await succeed("buildah", ["add", "--quiet", container, archive, "/"], patient);
	await succeed("buildah", ["commit", "--quiet", "--rm", container, base], patient);
}

async function buildImage(): Promise<string> {
	const image = `localhost/cardseal:${target}`;
	const volumes = volume.map((mounted) => `--volume=${mounted}`);
	const how = ["--isolation=chroot", "--format=docker", "--pull-never", "--layers", `--build-arg=BASE=${base}`];
	await succeed(
		"buildah",
		["bud", ...how, ...volumes, "--file=Containerfile", `--target=${target}`, `--tag=${image}`, root],
		patient,
	);
	return image;
}

/** Returns the environment that the image sets. */
async function settingsOf(image: string): Promise<Settings> {
	const format = "--format={{range .OCIv1.Config.Env}}{{println .}}{{end}}";
	const lines = (await succeed("buildah", ["inspect", "--type=image", format, image], patient)).split("\n");
	return Object.fromEntries(lines.map((line) => [line.split("=", 1)[0], line.slice(line.indexOf("=") + 1)]));
}

/** Finds what production must not have (PCI DSS 2.2.4): build tools and PostgreSQL. */
async function unwanted(folder: string): Promise<string[]> {
	const programs = await Promise.all(["usr/bin", "usr/local/bin"].map((place) => readdir(join(folder, place))));
	const files = await readdir(join(folder, "cardseal"), { recursive: true });
	return [
		...programs.flat().filter((name) => /^(?:npm|gcc|make|postgres)$/.test(name)),
		...files.filter((name) => /(?:embedded|local)-postgres$/.test(name)),
	];
}

/** Starts a command in the image's files, which it cannot change, except for the data directory. */
function start(folder: string, data: string, settings: Settings, command: string) {
	const script = `set -e
		mount --bind "$1" "$1"; mount --rbind /dev "$1/dev"; mount -t proc proc "$1/proc"
		mount --bind "$2" "$1/var/lib/cardseal"; mount -o remount,ro,bind "$1"
		exec chroot --userspec=${user}:${user} "$1" /bin/sh -c "cd /cardseal && exec ${command}"`;
	const child = spawn("unshare", ["--mount", "sh", "-c", script, "sh", folder, data], {
		env: settings,
		stdio: ["ignore", "ignore", "pipe"],
	});
	const ended = Promise.all([once(child, "exit"), text(child.stderr)]).then(([[code], errors]) => ({ code, errors }));
	return { kill: () => child.kill("SIGTERM"), ended };
}

async function becomeReady(url: string): Promise<void> {
	for (const end = performance.now() + readyLimitMs; performance.now() < end; await delay(200)) {
		const response = await fetch(`${url}/readyz`).catch(() => undefined);
		if (response?.ok) return;
	}
	throw new Error("The gateway did not become ready.");
}

/** Sells through the image's gateway, and stops it. */
async function sell(folder: string, settings: Settings, data: string, databaseUrl: string): Promise<void> {
	const port = String(await freePort());
	const common = { ...settings, PORT: port };
	const gateway = "node apps/gateway/dist/main.js";
	const refused = await start(folder, data, { ...common, PUBLIC_URL: "https://localhost" }, gateway).ended;
	if (!refused.errors.includes("Set DATABASE_URL")) throw new Error(`Without DATABASE_URL: ${refused.errors}`);

	const running = start(folder, data, { ...common, SANDBOX: "1", DATABASE_URL: databaseUrl }, gateway);
	try {
		await becomeReady(`http://127.0.0.1:${port}`);
		const health = await start(folder, data, common, "node /cardseal/healthcheck.mjs").ended;
		if (health.code !== 0) throw new Error(`The health check ended with ${health.code}: ${health.errors}`);
		say(await succeed("npm", ["run", "--silent", "demo"], { environment: { DATA_DIR: data } }));
	} finally {
		running.kill();
		await running.ended;
	}
	const { code, errors } = await running.ended;
	if (code !== 0) throw new Error(`After SIGTERM the gateway ended with ${code}: ${errors}`);
}

const directory = await mkdtemp(join(tmpdir(), "cardseal-image-"));
// PostgreSQL does not run as root, and its user passes through.
await chmod(directory, 0o711);
const data = join(directory, "data");
let container: string | undefined;
try {
	say("Building (some minutes the first time) …");
	await buildBase(directory);
	const image = await buildImage();
	container = await succeed("buildah", ["from", "--pull-never", image], patient);
	const folder = await succeed("buildah", ["mount", container], patient);
	const found = await unwanted(folder);
	if (found.length > 0) throw new Error(`The image contains ${found.join(", ")}.`);
	const { components } = JSON.parse(await readFile(join(folder, "cardseal/sbom.cdx.json"), "utf8"));
	say(`The list of components has ${components.length} packages.`);

	await succeed("install", ["--directory", "--mode=700", data]);
	await chown(data, user, user);
	const database = await startEmbeddedDatabase({ dataDirectory: join(directory, "postgres"), log: () => undefined });
	const byPort = await databaseProxy(database.url);
	try {
		await sell(folder, await settingsOf(image), data, byPort.url);
	} finally {
		await byPort.stop();
		await database.stop();
	}
	say("The image works.");
} finally {
	if (container !== undefined) await run("buildah", ["rm", container]);
	await rm(directory, { recursive: true, force: true });
}
