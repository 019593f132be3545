import { TrieRouter } from "hono/router/trie-router";
import { expect, test } from "vitest";
import { FixedPathRouter } from "./fixed-path-router.ts";

const routes = [
	["ALL", "*", "every"],
	["GET", "/customer", "list"],
	["POST", "/customer", "create"],
	["GET", "/customer/:customer", "one"],
	["GET", "/customer/plan/:plan", "of plan"],
	["GET", "/customer/export", "export"],
	["ALL", "/customer/*", "below"],
] as const;

const paths = ["/customer", "/customer/export", "/customer/plan/p", "/customer/c", "/customer/", "/", "/nothing"];

test("finds what the router of tries finds, also a second time", () => {
	const [router, tries] = [new FixedPathRouter<string>(), new TrieRouter<string>()];
	for (const [method, path, handler] of routes) {
		router.add(method, path, handler);
		tries.add(method, path, handler);
	}
	for (const path of [...paths, ...paths]) {
		for (const method of ["GET", "POST", "DELETE"]) {
			expect(router.match(method, path)).toEqual(tries.match(method, path));
		}
	}
});

test("takes no route after a search", () => {
	const router = new FixedPathRouter<string>();
	router.match("GET", "/");
	expect(() => router.add("GET", "/late", "late")).toThrow("already built");
});
