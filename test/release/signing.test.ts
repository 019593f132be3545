import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { problemOf } from "../run/command.ts";
import { problemOfSignature, sign } from "./signing.ts";

let directory: string;
let signers: string;
let key: string;
let released: string;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "cardseal-signing-"));
	key = await createKey("ours");
	signers = join(directory, "allowed_signers");
	await writeFile(signers, `release namespaces="cardseal-release" ${await readFile(`${key}.pub`, "utf8")}`);
	released = join(directory, "released");
	await mkdir(released);
	await writeFile(join(released, "one.tgz"), "one");
	await writeFile(join(released, "two.json"), "two");
	await sign(released, key, signers);
});

afterAll(() => rm(directory, { recursive: true, force: true }));

async function createKey(name: string): Promise<string> {
	const path = join(directory, name);
	const problem = await problemOf("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", path]);
	if (problem !== undefined) throw new Error(problem);
	return path;
}

test("a signed release verifies by the commands of docs/operate/releases.md", async () => {
	const page = await readFile(new URL("../../docs/operate/releases.md", import.meta.url), "utf8");
	const [, commands = ""] = /```sh\n(ssh-keygen -Y verify[^`]*)```/.exec(page) ?? [];
	const here = commands.replace("allowed_signers", signers);
	expect(await problemOf("sh", ["-ec", here], { directory: released })).toBeUndefined();
	expect(await problemOfSignature(released, signers)).toBeUndefined();
});

test("a changed file, and changed checksums, do not verify", async () => {
	const changed = join(directory, "changed");
	await cp(released, changed, { recursive: true });
	await writeFile(join(changed, "one.tgz"), "other");
	expect(await problemOfSignature(changed, signers)).toContain("differs");
	await writeFile(join(changed, "SHA256SUMS"), "");
	expect(await problemOfSignature(changed, signers)).toContain("incorrect signature");
});

test("a key that users do not know signs no release", async () => {
	const other = join(directory, "other");
	await cp(released, other, { recursive: true });
	await rm(join(other, "SHA256SUMS.sig"));
	await expect(sign(other, await createKey("theirs"), signers)).rejects.toThrow("The key is none of");
});
