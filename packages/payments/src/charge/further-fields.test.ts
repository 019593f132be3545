import { expect, test } from "vitest";
import { amountParts, chargeMetadata, invoiceIdOf } from "./further-fields.ts";

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

test.each([
	[{ amount_tax: "1.30" }, 130, null],
	[{ amount_tax: 1.3, amount_tip: 2 }, 130, 200],
	[{ amount_tax: "0.00", amount_tip: 0 }, 0, 0],
	[{ amount_tax: 10, amount_tip: 5.5 }, 1_000, 550],
	[{ amount_tax: 10, amount_tip: 5.51 }, null, null],
	[{ amount_tax: "1.305", amount_tip: -1 }, null, null],
	[{ amount_tax: "much", amount_tip: null }, null, null],
])("of 15.50, %j keeps %j and %j", (request, taxCents, tipCents) => {
	expect(amountParts(request, 1_550)).toEqual({ taxCents, tipCents });
});
