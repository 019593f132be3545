import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { takesKey } from "../../packages/client/src/client.ts";
import { root } from "../run/command.ts";
import { clientPaths, clientTypes, dashboardTypes } from "./documents.ts";
import { writeTypes } from "./typescript.ts";

function typesOf(schemas: object, paths: object = {}): string {
	return writeTypes({ paths, components: { schemas } }).replaceAll(/\s+/g, " ");
}

test("generated API types match the gateway's routes (else: npm run api-types)", async () => {
	const generated = (path: string) => readFileSync(join(root, path), "utf8");
	expect(generated("packages/client/src/generated/api.ts")).toBe(clientTypes());
	expect(generated("apps/dashboard/src/generated/api.ts")).toBe(await dashboardTypes());
});

describe("the TypeScript of a schema", () => {
	test.each([
		[{ type: "integer" }, "number"],
		[{ type: ["string", "null"], description: "A name" }, "string | null"],
		[{ type: ["number", "string"], maximum: 9 }, "number | string"],
		[{ type: "string", enum: ["a", "b"] }, '"a" | "b"'],
		[{ type: ["string", "null"], enum: ["a"] }, '"a" | null'],
		[{ type: "array", items: { $ref: "#/components/schemas/Other" } }, 'Array<Schemas["Other"]>'],
		[{ type: "object", properties: { a: { type: "string" } } }, "{ a?: string; }"],
		[{ type: "object", properties: { a: { type: "string" } }, required: ["a"] }, "{ a: string; }"],
		[{ type: ["object", "null"], properties: { "a-b": { type: "boolean" } } }, '{ "a-b"?: boolean; } | null'],
		[{ type: "object", additionalProperties: { type: "number" } }, "{ [name: string]: number }"],
		[{ anyOf: [{ type: "string" }, { type: "number" }] }, "(string | number)"],
		[{ allOf: [{ type: "string" }, { $ref: "#/components/schemas/Other" }] }, '(string & Schemas["Other"])'],
	])("of %j is %s", (schema, type) => {
		expect(typesOf({ It: schema, Other: { type: "null" } })).toContain(`It: ${type};`);
	});

	test.each([
		{},
		{ type: "date" },
		{ type: "string", const: "a" },
		{ oneOf: [{ type: "string" }] },
		{ type: "array" },
		{ $ref: "#/components/schemas/Absent" },
		{ type: "object", patternProperties: {} },
	])("refuses %j, for which it has no rule", (schema) => {
		expect(() => typesOf({ It: schema })).toThrow(TypeError);
	});
});

describe("the TypeScript of an operation", () => {
	const schema = { type: "string" };
	const json = { "application/json": { schema } };

	test("has its parameters, its body and its answers, and no refusals", () => {
		const parameters = [
			{ in: "path", name: "id", required: true, schema },
			{ in: "query", name: "limit", required: false, schema },
		];
		const responses = { 200: { content: json }, 204: {}, 402: { content: json }, 404: { content: json } };
		const post = { parameters, requestBody: { required: true, content: json }, responses };
		expect(typesOf({}, { "/things/{id}": { post } })).toContain(
			'"/things/{id}": { post: { path: { id: string; }; query?: { limit?: string; }; body: string; answers: { 200: string; 204: undefined; 402: string; }; }; };',
		);
	});

	test("has a Blob for a picture, whatever its format", () => {
		const picture = { schema: { type: "string", format: "binary" } };
		const put = {
			requestBody: { required: true, content: { "image/png": picture, "image/webp": picture } },
			responses: {},
		};
		expect(typesOf({}, { "/logo": { put } })).toContain('"/logo": { put: { body: Blob; answers: { }; }; };');
	});

	test.each([
		{ parameters: [{ in: "cookie", name: "id", schema }], responses: {} },
		{ responses: { 200: { content: { "application/xml": { schema } } } } },
		{ responses: {}, callbacks: {} },
	])("refuses %j, for which it has no rule", (get) => {
		expect(() => typesOf({}, { "/things": { get } })).toThrow(TypeError);
	});
});

test("H-02 the client sends an Idempotency-Key exactly where the API takes one", () => {
	const operations = Object.entries(clientPaths()).flatMap(([path, item]) =>
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
