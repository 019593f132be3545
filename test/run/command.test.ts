import { expect, test } from "vitest";
import { problemOf, run } from "./command.ts";

const node = (script: string, timeoutSeconds?: number) =>
	run(process.execPath, ["-e", script], timeoutSeconds === undefined ? {} : { timeoutSeconds });

test("stdout is kept apart, and both streams are kept together", async () => {
	const finished = await node("console.log('answer'); console.error('remark')");
	expect(finished).toMatchObject({ code: 0, stdout: "answer\n" });
	expect(finished.output).toContain("remark");
});

test.each([
	["the command's own exit code is told", "process.exit(3)", 3],
	["a command ended by a signal has failed", "process.kill(process.pid, 'SIGKILL')", 128],
])("%s", async (_promise, script, code) => {
	expect((await node(script)).code).toBe(code);
});

test("a command that does not exist fails and is named", async () => {
	expect(await problemOf("no-such-command-here", [])).toContain("no-such-command-here could not be started");
});

test("a command that exceeds its time limit is ended and fails", async () => {
	const { code, output } = await node("console.log('before'); setInterval(() => {}, 1000)", 1);
	expect(code).toBe(124);
	expect(output).toContain("more than 1 s");
});

test("a command that fails silently still has a problem to print", async () => {
	expect(await problemOf(process.execPath, ["-e", "process.exit(1)"])).toContain("exit code 1");
});

test("a command that succeeds has no problem, whatever it wrote", async () => {
	expect(await problemOf(process.execPath, ["-e", "console.error('a warning')"])).toBeUndefined();
});
