import { describe, expect, test } from "vitest";
import { problemOf, RequestProblem } from "../../api/problem.ts";
import { createOnce, type OnceRequest } from "./once.model.ts";

const lost = new RequestProblem("unreachable", "");
const refused = problemOf(400, { message: "Not enough.", errors: [{ field: "amount", message: "Send less." }] });

/** A gateway that answers in this order, and a request for an amount; the keys that come with each amount are written down. */
function onceAnswered(...answers: (string | RequestProblem)[]) {
	const sent: string[] = [];
	const heard: string[] = [];
	let made = 0;
	const once = createOnce(() => `key ${++made}`);
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
	return { once, request, sent, heard };
}

describe("what must not happen twice", () => {
	test("H-02 is asked for with a key of its own each time", async () => {
		const { once, request, sent, heard } = onceAnswered("first", "second");
		await once.ask(request("31.00"));
		await once.ask(request("31.00"));
		expect(sent).toEqual(["31.00, key 1", "31.00, key 2"]);
		expect(heard).toEqual(["first", "second"]);
		expect(once.state.value).toEqual({ kind: "idle" });
	});

	test.each([lost, problemOf(500, {}), problemOf(503, {})])(
		"H-02 is never called failed where it may have been carried out, and nothing else is asked for then: %#",
		async (problem) => {
			const { once, request, sent } = onceAnswered(problem, "other");
			await once.ask(request("31.00"));
			expect(once.state.value).toEqual({ kind: "unknown", what: "31.00", isAsking: false });
			once.reset();
			await once.ask(request("32.00"));
			expect(once.state.value.kind).toBe("unknown");
			expect(sent).toEqual(["31.00, key 1"]);
		},
	);

	test("H-02 is found out by the same request with the same key, however often that takes", async () => {
		const { once, request, sent, heard } = onceAnswered(lost, lost, "done");
		await once.ask(request("31.00"));
		await once.findOut();
		expect(once.state.value.kind).toBe("unknown");
		await once.findOut();
		expect(sent).toEqual(Array(3).fill("31.00, key 1"));
		expect(heard).toEqual(["done"]);
		expect(once.state.value).toEqual({ kind: "idle" });
	});

	test("is asked about once, however often somebody presses", async () => {
		const { once, request, sent, heard } = onceAnswered(lost, "done", "done");
		await once.ask(request("31.00"));
		await Promise.all([once.findOut(), once.findOut()]);
		expect(sent).toHaveLength(2);
		expect(heard).toEqual(["done"]);
	});

	test("is known not to have happened when the gateway, asked again, refuses it for what it is", async () => {
		const { once, request } = onceAnswered(lost, refused, "done");
		await once.ask(request("31.00"));
		await once.findOut();
		expect(once.state.value).toEqual({ kind: "failed", problem: refused });
		expect(once.errorOf("amount")).toBe("Send less.");
	});

	test.each([401, 403, 404, 409, 429])(
		"stays unknown when the second try alone is refused, with %i",
		async (status) => {
			const { once, request } = onceAnswered(lost, problemOf(status, {}));
			await once.ask(request("31.00"));
			await once.findOut();
			expect(once.state.value.kind).toBe("unknown");
		},
	);

	test("may be changed after a refusal, which a form that begins anew forgets", async () => {
		const { once, request, heard } = onceAnswered(problemOf(409, { message: "No bank." }), refused, "done");
		await once.ask(request("31.00"));
		expect(once.state.value.kind).toBe("failed");
		await once.ask(request("30.00"));
		expect(once.errorOf("amount")).toBe("Send less.");
		once.reset();
		expect(once.state.value).toEqual({ kind: "idle" });
		await once.ask(request("29.00"));
		expect(heard).toEqual(["done"]);
	});

	test("leaves a mistake of ours to whoever looks for those", async () => {
		const once = createOnce(() => "key");
		const send = () => Promise.reject(new TypeError("ours"));
		await expect(once.ask({ what: "", send, onDone: expect.unreachable })).rejects.toThrow(TypeError);
	});
});
