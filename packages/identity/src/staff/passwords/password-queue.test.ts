import { describe, expect, test } from "vitest";
import { createPasswordQueue, type QueuePlace } from "./password-queue.ts";

/** A queue whose works end when the test says so. */
function queue(concurrency: number, places: Record<QueuePlace, number>) {
	const { enter } = createPasswordQueue({ concurrency, places });
	const begun: string[] = [];
	const ends = new Map<string, () => void>();
	return {
		begun,
		enter(place: QueuePlace, name: string) {
			const work = () => {
				begun.push(name);
				return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
			};
			return enter(place, work);
		},
		async end(name: string) {
			ends.get(name)?.();
			await new Promise<void>((resolve) => setImmediate(resolve));
		},
	};
}

describe("createPasswordQueue", () => {
	test("X-39 known browsers and open sessions have a reserved place while strangers fill the queue", async () => {
		const { enter, begun, end } = queue(1, { open: 3, reserved: 1 });
		for (const name of ["first", "second", "third"]) expect(enter("open", name)).toBeDefined();
		expect(enter("open", "fourth")).toBeUndefined();
		const known = enter("reserved", "known");
		expect(enter("reserved", "another")).toBeUndefined();
		await end("first");
		expect(begun).toEqual(["first", "known"]);
		await end("known");
		expect(await known).toBe("known");
		expect(begun).toEqual(["first", "known", "second"]);
		expect(enter("reserved", "again")).toBeDefined();
	});

	test("runs as many works at a time as its concurrency", async () => {
		const { enter, begun, end } = queue(2, { open: 9, reserved: 9 });
		for (const name of ["a", "b", "c", "d"]) void enter("open", name);
		expect(begun).toEqual(["a", "b"]);
		await end("b");
		expect(begun).toEqual(["a", "b", "c"]);
		await end("a");
		await end("c");
		await end("d");
		void enter("open", "e");
		void enter("open", "f");
		void enter("open", "g");
		expect(begun).toEqual(["a", "b", "c", "d", "e", "f"]);
	});

	test("frees the place of a work that fails", async () => {
		const { enter } = createPasswordQueue({ concurrency: 1, places: { open: 1, reserved: 1 } });
		await expect(enter("open", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
		expect(await enter("open", async () => "done")).toBe("done");
	});
});
