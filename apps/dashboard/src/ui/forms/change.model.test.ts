import { describe, expect, test } from "vitest";
import { problemOf, RequestProblem } from "../../api/problem.ts";
import { createChange, type OnceRequest } from "./change.model.ts";

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

const lost = new RequestProblem("unreachable", "");
const refused = problemOf(400, { message: "Not enough.", errors: [{ field: "amount", message: "Send less." }] });

/** A gateway that answers in this order, and a request for an amount; the keys that come with each amount are written down. */
function onceAnswered(...answers: (string | RequestProblem)[]) {
	const sent: string[] = [];
	const heard: string[] = [];
	let made = 0;
	const change = createChange(() => `key ${++made}`);
	const request = (amount: string): OnceRequest<string> => ({
		what: amount,
		async send(key) {
			sent.push(`${amount}, ${key}`);
			const answer = answers.shift() ?? lost;
			if (typeof answer !== "string") throw answer;
			return answer;
		},
		onDone: (answer) => heard.push(answer),
	});
	return { change, request, sent, heard };
}

describe("what must not happen twice", () => {
	test("H-02 is asked for with a key of its own each time", async () => {
		const { change, request, sent, heard } = onceAnswered("first", "second");
		await change.ask(request("31.00"));
		await change.ask(request("31.00"));
		expect(sent).toEqual(["31.00, key 1", "31.00, key 2"]);
		expect(heard).toEqual(["first", "second"]);
		expect(change.state.value).toEqual({ kind: "idle" });
	});

	test.each([lost, problemOf(500, {}), problemOf(503, {})])(
		"H-02 is never called failed where it may have been carried out, and nothing else is asked for then: %#",
		async (problem) => {
			const { change, request, sent } = onceAnswered(problem, "other");
			await change.ask(request("31.00"));
			expect(change.state.value).toEqual({ kind: "unknown", what: "31.00", isAsking: false });
			change.reset();
			await change.ask(request("32.00"));
			expect(change.state.value.kind).toBe("unknown");
			expect(sent).toEqual(["31.00, key 1"]);
		},
	);

	test("H-02 is found out by the same request with the same key, however often that takes", async () => {
		const { change, request, sent, heard } = onceAnswered(lost, lost, "done");
		await change.ask(request("31.00"));
		await change.findOut();
		expect(change.state.value.kind).toBe("unknown");
		await change.findOut();
		expect(sent).toEqual(Array(3).fill("31.00, key 1"));
		expect(heard).toEqual(["done"]);
		expect(change.state.value).toEqual({ kind: "idle" });
	});

	test("is asked about once, however often somebody presses", async () => {
		const { change, request, sent, heard } = onceAnswered(lost, "done", "done");
		await change.ask(request("31.00"));
		await Promise.all([change.findOut(), change.findOut()]);
		expect(sent).toHaveLength(2);
		expect(heard).toEqual(["done"]);
	});

	test("is known not to have happened when the gateway, asked again, refuses it for what it is", async () => {
		const { change, request } = onceAnswered(lost, refused, "done");
		await change.ask(request("31.00"));
		await change.findOut();
		expect(change.state.value).toEqual({ kind: "failed", problem: refused });
		expect(change.errorOf("amount")).toBe("Send less.");
	});

	test.each([401, 403, 404, 409, 429])(
		"stays unknown when the second try alone is refused, with %i",
		async (status) => {
			const { change, request } = onceAnswered(lost, problemOf(status, {}));
			await change.ask(request("31.00"));
			await change.findOut();
			expect(change.state.value.kind).toBe("unknown");
		},
	);

	test("may be changed after a refusal, which a form that begins anew forgets", async () => {
		const { change, request, heard } = onceAnswered(problemOf(409, { message: "No bank." }), refused, "done");
		await change.ask(request("31.00"));
		expect(change.state.value.kind).toBe("failed");
		await change.ask(request("30.00"));
		expect(change.errorOf("amount")).toBe("Send less.");
		change.reset();
		expect(change.state.value).toEqual({ kind: "idle" });
		await change.ask(request("29.00"));
		expect(heard).toEqual(["done"]);
	});

	test("leaves a mistake of ours to whoever looks for those", async () => {
		const change = createChange(() => "key");
		const send = () => Promise.reject(new TypeError("ours"));
		await expect(change.ask({ what: "", send, onDone: expect.unreachable })).rejects.toThrow(TypeError);
	});
});
