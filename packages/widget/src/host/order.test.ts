import { afterEach, describe, expect, test, vi } from "vitest";
import { postOrder } from "./order.ts";

afterEach(() => vi.unstubAllGlobals());

/** Posts to a server that answers so; returns the outcome and the body that the server received. */
async function post(form: FormData, answer: Response | Error, own: object = { token: "ct1" }) {
	const ask = vi.fn(async (_address: string, _options: RequestInit) => {
		if (answer instanceof Error) throw answer;
		return answer;
	});
	vi.stubGlobal("fetch", ask);
	const order = await postOrder("/pay", form, own);
	return { order, sent: JSON.parse(String(ask.mock.calls[0]?.[1].body)) as unknown };
}

function formOf(...entries: [name: string, value: string | File][]): FormData {
	const form = new FormData();
	for (const [name, value] of entries) form.append(name, value as string);
	return form;
}

test("a name with several values becomes an array, and a single value stays text", async () => {
	const form = formOf(
		["x", "1"],
		["note", ""],
		["x", "2"],
		["x", "3"],
		["qty[]", "1"],
		["qty[]", "2"],
		["__proto__", "a"],
	);
	const { sent } = await post(form, Response.json({}));
	expect(Object.entries(sent as object)).toEqual([
		["x", ["1", "2", "3"]],
		["note", ""],
		["qty[]", ["1", "2"]],
		["__proto__", "a"],
		["token", "ct1"],
	]);
});

test("files are left out, and the token replaces a field of its name", async () => {
	const form = formOf(["photo", new File(["a"], "a.png")], ["token", "csrf"]);
	expect((await post(form, Response.json({}))).sent).toEqual({ token: "ct1" });
});

describe("the result follows the status, with the body if it is JSON:", () => {
	test.each([
		["200 with a message", Response.json({ message: "Paid." }), { ok: true, status: 200, body: { message: "Paid." } }],
		["200 with null", Response.json(null), { ok: true, status: 200, body: null }],
		["200 without a body", new Response(""), { ok: true, status: 200 }],
		["201 without a body", new Response(null, { status: 201 }), { ok: true, status: 201 }],
		["204", new Response(null, { status: 204 }), { ok: true, status: 204 }],
		["402 with a page", new Response("<p>No", { status: 402 }), { ok: false, status: 402 }],
		["502 without a body", new Response(null, { status: 502 }), { ok: false, status: 502 }],
		["no response", new TypeError("Failed to fetch"), { ok: false, status: 0 }],
	])("%s", async (_what, answer, expected) => {
		expect((await post(formOf(), answer)).order).toEqual(expected);
	});
});

test("a page after a redirect is shown, as after a plain form; JSON after one is the answer", async () => {
	const assign = vi.fn();
	vi.stubGlobal("location", { assign });
	const redirected = (body: string) =>
		Object.defineProperties(new Response(body), {
			redirected: { value: true },
			url: { value: "https://shop.example/thanks" },
		});
	expect((await post(formOf(), redirected('{"message":"Paid."}'))).order.body).toEqual({ message: "Paid." });
	expect(assign).not.toHaveBeenCalled();
	expect((await post(formOf(), redirected("<h1>Thanks</h1>"))).order).toEqual({ ok: true, status: 200 });
	expect(assign).toHaveBeenCalledExactlyOnceWith("https://shop.example/thanks");
});
