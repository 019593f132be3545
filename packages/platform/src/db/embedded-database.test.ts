import { expect, test } from "vitest";
import { ConfigError } from "../config-error.ts";
import { startEmbeddedDatabase } from "./embedded-database.ts";

const options = { dataDirectory: "unused", log: () => undefined };

test("a start without DATABASE_URL is refused in one sentence where PostgreSQL is not installed", async () => {
	const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
	const start = startEmbeddedDatabase(options, () => Promise.reject(missing));
	await expect(start).rejects.toThrow(ConfigError);
	await expect(start).rejects.toThrow(/^Set DATABASE_URL: this installation has no PostgreSQL of its own\.$/);
});

test("other errors of the embedded PostgreSQL's package are not hidden", async () => {
	const broken = new SyntaxError("Unexpected token");
	await expect(startEmbeddedDatabase(options, () => Promise.reject(broken))).rejects.toBe(broken);
});
