import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

/** Imports a module into a clean environment and returns the changes it made. */
const importAndTell = (module: URL) => `
	import { parentPort } from "node:worker_threads";
	const globals = () => Object.getOwnPropertyNames(globalThis).sort().join();
	const before = globals();
	const calls = [];
	for (const [object, name] of [[globalThis, "fetch"], [globalThis, "setTimeout"], [console, "warn"], [crypto, "getRandomValues"]]) {
		const real = object[name];
		object[name] = (...given) => { calls.push(name); return real.apply(object, given); };
	}
	const { encryptCard } = await import(${JSON.stringify(module.href)});
	parentPort.postMessage({ added: before === globals() ? [] : globals().split(","), calls, found: typeof encryptCard });
`;

test("importing the library in a worker of Node adds no global and calls nothing", async () => {
	const code = importAndTell(new URL("./index.ts", import.meta.url));
	const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
		execArgv: ["--conditions=source"],
	});
	try {
		const [told] = await once(worker, "message");
		expect(told).toEqual({ added: [], calls: [], found: "function" });
	} finally {
		await worker.terminate();
	}
});
