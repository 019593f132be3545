import { describe, expect, test } from "vitest";
import { RequestProblem } from "../../api/problem.ts";
import { createResource } from "./loaded.tsx";

describe("what a page reads", () => {
	test("is loading, then ready; while it is read again, what was there stays and is called stale", async () => {
		const resource = createResource(async () => 1);
		const first = resource.load();
		expect(resource.state.value.kind).toBe("loading");
		await first;
		const second = resource.load(async () => 2);
		expect(resource.state.value).toEqual({ kind: "ready", value: 1, isStale: true });
		await second;
		expect(resource.state.value).toEqual({ kind: "ready", value: 2, isStale: false });
	});

	test("is the last that was asked for, whichever answer comes last", async () => {
		const slow = Promise.withResolvers<string>();
		const resource = createResource(() => slow.promise);
		const early = resource.load();
		await resource.load(async () => "newer");
		slow.resolve("older");
		await early;
		expect(resource.state.value).toMatchObject({ value: "newer" });
	});

	test("that cannot be read tells why, and is read again when it is tried again", async () => {
		const problem = new RequestProblem("failed", "");
		let tries = 0;
		const resource = createResource(async () => {
			tries += 1;
			if (tries === 1) throw problem;
			return "there";
		});
		await resource.load();
		expect(resource.state.value).toEqual({ kind: "failed", problem });
		await resource.load();
		expect(resource.state.value).toMatchObject({ kind: "ready", value: "there" });
	});

	test("that nobody wants any more changes nothing", async () => {
		const answer = Promise.withResolvers<string>();
		const resource = createResource(() => answer.promise);
		const loading = resource.load();
		resource.stop();
		answer.reject(new RequestProblem("failed", ""));
		await loading;
		expect(resource.state.value.kind).toBe("loading");
	});
});
