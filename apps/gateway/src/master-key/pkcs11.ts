import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { buffer, text } from "node:stream/consumers";
import { ConfigError } from "@cardseal/platform";
import type { KeyService } from "./key-service.ts";
import { keyNameOf, type Pkcs11Key } from "./pkcs11-uri.ts";
import { readPrivateFile } from "./private-file.ts";

export interface Pkcs11Options {
	/** Refuses a file that others can access. */
	mustBePrivate: boolean;
	/** True for a person's commands: restarts with a wrong PIN would lock the token. */
	triesAfterWrongPin: boolean;
	timeLimitMs?: number;
}

const defaultTimeLimitMs = 20_000;

/** Callers compare the result, which is not authenticated. */
const mechanism = "AES-CBC";
const ivBytes = 16;

/** Other users of the machine can read arguments. */
const pinVariable = "CARDSEAL_HSM_PIN";

/** `pkcs11-tool` (OpenSC) runs a vendor's native code outside the gateway. */
export function createPkcs11KeyService(key: Pkcs11Key, options: Pkcs11Options): KeyService {
	const { mustBePrivate, triesAfterWrongPin, timeLimitMs = defaultTimeLimitMs } = options;
	const call = (words: string[], input?: Uint8Array, pin?: string) =>
		callTool(["--module", key.modulePath, ...words], { input, pin, timeLimitMs });

	async function crypt(direction: "--encrypt" | "--decrypt", id: string, iv: Uint8Array, input: Uint8Array) {
		await requireUsableToken();
		const pin = (await readPin()).trim();
		const ivHex = Buffer.from(iv).toString("hex");
		const session = ["--token-label", key.token, "--login", "--pin", `env:${pinVariable}`];
		const words = [...session, direction, "--mechanism", mechanism, "--iv", ivHex, "--id", id];
		const { code, stdout, stderr } = await call(words, input, pin);
		if (code !== 0 || stdout.length !== input.length) throw explained(stderr, id);
		return stdout;
	}

	/** An absent token costs no try of the PIN. */
	async function requireUsableToken(): Promise<void> {
		const { stdout, stderr } = await call(["--list-token-slots"]);
		if (/load pkcs11 module/.test(stderr)) throw refusals.noModule(key, stderr);
		const slot = slotsIn(stdout.toString()).find(({ label }) => label === key.token);
		if (slot === undefined) throw refusals.noToken(key, stderr);
		if (slot.flags.includes("user PIN locked")) throw refusals.locked(key);
		const wasRefused = slot.flags.includes("user PIN count low") || slot.flags.includes("final user PIN try");
		if (wasRefused && !triesAfterWrongPin) throw refusals.notTried(key);
	}

	async function readPin(): Promise<string> {
		const pin = await readPrivateFile("The HSM's PIN", key.pinFile, mustBePrivate).catch((error: unknown) => {
			throw error instanceof ConfigError ? error : refusals.noPin(key, error);
		});
		if (pin === undefined || pin.trim() === "") throw refusals.noPin(key);
		return pin;
	}

	function explained(stderr: string, id: string): ConfigError {
		const [, reason = ""] = /rv = (CKR_\w+)/.exec(stderr.replace(/^warning:.*$/gm, "")) ?? [];
		if (reason === "CKR_PIN_LOCKED") return refusals.locked(key);
		if (reason.startsWith("CKR_PIN_")) return refusals.wrongPin(key);
		if (/key not found/i.test(stderr)) return refusals.noKey(key, id);
		return refusals.failed(key, reason || lastLineOf(stderr));
	}

	return {
		keyName: keyNameOf(key),
		async seal(secret) {
			const iv = randomBytes(ivBytes);
			return Buffer.concat([iv, await crypt("--encrypt", key.id, iv, secret)]);
		},
		async unseal(keyName, sealed) {
			const id = idIn(keyName, key);
			return crypt("--decrypt", id, sealed.subarray(0, ivBytes), sealed.subarray(ivBytes));
		},
	};
}

/** Other tokens would count the PIN as wrong. */
function idIn(keyName: string, key: Pkcs11Key): string {
	const prefix = keyNameOf({ token: key.token, id: "" });
	const id = keyName.slice(prefix.length).replaceAll("%", "");
	if (!keyName.startsWith(prefix) || !/^(?:[0-9a-f]{2}){1,64}$/.test(id)) {
		throw new ConfigError(`This master key is sealed by ${keyName}, but MASTER_KEY_HSM names the token ${key.token}`);
	}
	return id;
}

function slotsIn(output: string): { label: string; flags: string[] }[] {
	return output.split(/^Slot /m).map((slot) => ({
		label: /^ {2}token label +: (.*)$/m.exec(slot)?.[1]?.trim() ?? "",
		flags: /^ {2}token flags +: (.*)$/m.exec(slot)?.[1]?.split(", ") ?? [],
	}));
}

const refusals = {
	noTool: () => new ConfigError("MASTER_KEY_HSM needs the program pkcs11-tool: apt-get install opensc"),
	noModule: ({ modulePath }: Pkcs11Key, stderr: string) =>
		new ConfigError(`The HSM's library cannot be loaded: ${modulePath} (${stderr.split("\n")[0]})`),
	noToken: ({ token, modulePath }: Pkcs11Key, stderr: string) =>
		new ConfigError(
			`The HSM has no token named ${token}, or is not reachable. Check its connection with: pkcs11-tool --module ${modulePath} --list-token-slots${inBrackets(lastLineOf(stderr))}`,
		),
	noPin: ({ pinFile }: Pkcs11Key, cause?: unknown) =>
		new ConfigError(`The file with the HSM's PIN cannot be read, or is empty: ${pinFile}`, { cause }),
	wrongPin: ({ pinFile }: Pkcs11Key) =>
		new ConfigError(`The HSM refused the PIN in ${pinFile}. Correct it, then run once: npm run keys -- check-master`),
	notTried: ({ token, pinFile }: Pkcs11Key) =>
		new ConfigError(
			`The last PIN that token ${token} got was wrong. A gateway tries none then, because repeated starts would lock the token. Correct ${pinFile}, then run once: npm run keys -- check-master`,
		),
	locked: ({ token }: Pkcs11Key) =>
		new ConfigError(`The HSM has locked the PIN of token ${token}. Its security officer can set a new one.`),
	noKey: ({ token }: Pkcs11Key, id: string) =>
		new ConfigError(`Token ${token} has no secret key with the id ${id}, which sealed the master key.`),
	slow: ({ seconds }: { seconds: number }) => new ConfigError(`The HSM did not answer within ${seconds} s.`),
	failed: ({ token }: Pkcs11Key, reason: string) => new ConfigError(`Token ${token} of the HSM failed: ${reason}`),
};

function lastLineOf(stderr: string): string {
	const lines = stderr.split("\n").map((line) => line.trim());
	return lines.filter((line) => line !== "" && line !== "Aborting.").at(-1) ?? "";
}

function inBrackets(note: string): string {
	return note === "" ? "" : ` (${note})`;
}

async function callTool(
	words: string[],
	{ input, pin, timeLimitMs }: { input: Uint8Array | undefined; pin: string | undefined; timeLimitMs: number },
) {
	const child = spawn("pkcs11-tool", words, {
		stdio: ["pipe", "pipe", "pipe"],
		// Vendors' libraries find their settings there.
		env: { ...process.env, LC_ALL: "C", ...(pin !== undefined && { [pinVariable]: pin }) },
		// SIGTERM may wait for a library that hangs.
		killSignal: "SIGKILL",
		timeout: timeLimitMs,
	});
	const ended = once(child, "close").catch((error: NodeJS.ErrnoException) => {
		throw error.code === "ENOENT" ? refusals.noTool() : error;
	});
	// Its exit code says why.
	child.stdin.on("error", () => undefined);
	child.stdin.end(input);
	const [stdout, stderr, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
	if (child.killed) throw refusals.slow({ seconds: timeLimitMs / 1000 });
	return { code: code as number | null, stdout, stderr };
}
