import { expect, test } from "vitest";
import { createBoundedOutput } from "./bounded-output.ts";

test("a write has whole lines, and no more bytes than a pipe takes together", async () => {
	const writes: string[] = [];
	const write = (bytes: Buffer) => writes.push(bytes.toString()) && bytes.length;
	const output = createBoundedOutput(write, 100);
	const lines = ["a".repeat(59), "é".repeat(20), "b".repeat(58), "c".repeat(150), "d"].map((line) => `${line}\n`);
	for (const line of lines) output.write(line);
	await new Promise((resolve) => setImmediate(resolve));
	expect(writes).toEqual([lines[0], `${lines[1]}${lines[2]}`, lines[3], lines[4]]);
});
