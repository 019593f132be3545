import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takesKey } from "../../packages/client/src/client.ts";
import { clientTypes, clientTypesFile, pageTypes, pageTypesFile, servicePaths } from "../client-types/describe.ts";
import { root } from "./command.ts";

test("the client's types match the gateway's document (else: npm run client-types)", async () => {
	expect(readFileSync(join(root, clientTypesFile), "utf8")).toBe(await clientTypes());
});

test("the dashboard's types match the web application's document (else: npm run client-types)", async () => {
	expect(readFileSync(join(root, pageTypesFile), "utf8")).toBe(await pageTypes());
});

test("H-02 the client sends an Idempotency-Key exactly where the document has one", () => {
	const operations = Object.entries(servicePaths()).flatMap(([path, item]) =>
		(["get", "post", "put", "patch", "delete"] as const).flatMap((method) => {
			const operation = item[method];
			const parameters = operation?.parameters ?? [];
			const described = parameters.some((parameter) => "name" in parameter && parameter.name === "Idempotency-Key");
			return operation === undefined ? [] : [{ method, path, described, sent: takesKey(method, path) }];
		}),
	);
	expect(operations.some(({ described }) => described)).toBe(true);
	expect(operations.filter(({ described, sent }) => described !== sent)).toEqual([]);
});
