import { expect, test } from "vitest";
import { givenRows } from "./given-rows.ts";

const given = givenRows("given", { id: "bigint", note: "text", details: "jsonb" });

test("rows are a table whose text does not depend on their number", () => {
	expect(given.sql).toBe("unnest($1::bigint[], $2::text[], $3::jsonb[]) as given (id, note, details)");
	expect([given.after(0, "integer"), given.after(1, "text")]).toEqual(["$4::integer", "$5::text"]);
});

test("a column without a value is null, a missing value is null, and details are JSON", () => {
	const rows = [{ id: 1, details: { a: [1] } }, { id: 2 }];
	expect(given.parameters(rows)).toEqual([[1, 2], null, ['{"a":[1]}', null]]);
});
