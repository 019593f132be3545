import { expect, test } from "vitest";
import { chargeMetadata, invoiceIdOf } from "./further-fields.ts";

test.each([
	[{ order_id: 101 }, "101"],
	[{ order_id: "SO-101" }, "SO-101"],
	[{ order_id: 101, invoice_id: "INV-1" }, "INV-1"],
	[{ order_id: 101, invoice_id: null }, "101"],
	[{ order_id: "4111111111111111" }, null],
	[{ order_id: 4111111111111111 }, null],
	[{ order_id: 1.5 }, null],
	[{ order_id: { id: 1 } }, null],
	[{ order_id: "x".repeat(256) }, null],
	[{}, null],
])("the invoice id of %j is %j", (request, invoiceId) => {
	expect(invoiceIdOf(request)).toBe(invoiceId);
});

test.each([
	[{ description: "Order #101" }, { description: "Order #101" }],
	[
		{ description: "Order #101", metadata: { order: "101" } },
		{ order: "101", description: "Order #101" },
	],
	[{ description: "Order #101", metadata: { description: "Tea" } }, { description: "Tea" }],
	[{ description: "4111111111111111" }, null],
	[{ description: "x".repeat(501), metadata: { order: "101" } }, { order: "101" }],
	[{ description: 7 }, null],
	[{}, null],
])("the metadata of %j is %j", (request, metadata) => {
	expect(chargeMetadata(request)).toEqual(metadata);
});
