import { expect, test } from "vitest";
import { onlyLocalOriginOf } from "./create-deliverer.ts";

test("events go to any program on this machine unless HOST lets other machines reach the sandbox", () => {
	const of = (host: string | undefined) => onlyLocalOriginOf({ host, shopPort: 8081 });
	expect(["127.0.0.1", "localhost", "::1"].map(of)).toEqual([undefined, undefined, undefined]);
	expect(["0.0.0.0", "::", "10.0.0.5", undefined].map(of)).toEqual(Array(4).fill("http://localhost:8081"));
});
