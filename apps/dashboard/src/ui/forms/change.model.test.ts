import { expect, test } from "vitest";
import { problemOf } from "../../api/problem.ts";
import { createChange } from "./change.model.ts";

test("what the gateway answers is heard once, and nothing is wrong then", async () => {
	const heard: string[] = [];
	const change = createChange();
	await change.run(
		async () => "changed",
		(value) => heard.push(value),
	);
	expect(heard).toEqual(["changed"]);
	expect(change.state.value).toEqual({ kind: "idle" });
});

test("a refusal stands at the field that it is about, until the next try", async () => {
	const change = createChange();
	const refusal = problemOf(400, { message: "Check the fields.", errors: [{ field: "email", message: "Send one." }] });
	await change.run(() => Promise.reject(refusal), expect.unreachable);
	expect(change.errorOf("email")).toBe("Send one.");
	expect(change.errorOf("name")).toBeUndefined();
	await change.run(
		async () => undefined,
		() => undefined,
	);
	expect(change.errorOf("email")).toBeUndefined();
});

test("a second press while the first is under way asks for nothing", async () => {
	const change = createChange();
	const first = Promise.withResolvers<void>();
	const running = change.run(
		() => first.promise,
		() => undefined,
	);
	let asked = 0;
	await change.run(
		async () => {
			asked += 1;
		},
		() => undefined,
	);
	first.resolve();
	await running;
	expect(asked).toBe(0);
});

test("a mistake of ours is not taken for the gateway's answer", async () => {
	const change = createChange();
	await expect(
		change.run(
			() => Promise.reject(new TypeError("ours")),
			() => undefined,
		),
	).rejects.toThrow(TypeError);
});
