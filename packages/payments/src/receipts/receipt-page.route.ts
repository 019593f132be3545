import { createHash } from "node:crypto";
import { Problem } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import { languageOf, languageQuery, readStyleSheet, wantsPage } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Vault } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { hasReceipts } from "./receipt.ts";
import { readReceiptToken, receiptPagePath } from "./receipt-link.ts";
import { receiptPage, unknownReceiptPage } from "./receipt-page.ts";
import { findShownReceipt } from "./receipts.store.ts";

const style = readStyleSheet(new URL("./receipt-page.css", import.meta.url));

const styleHash = createHash("sha256").update(style).digest("base64");

const pagePolicy =
	`default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; form-action 'none'; ` +
	"frame-ancestors 'none'";

const page = { "text/html": { schema: z.string() } };

const route = createRoute({
	method: "get",
	operationId: "showReceipt",
	path: `${receiptPagePath}/{token}`,
	tags: ["Pages"],
	summary: "A payment's receipt",
	description: "For the payer, whose receipt mail has the address. It fits on one printed page.",
	request: {
		params: z.object({ token: z.string().openapi({ description: "The secret of the address" }) }),
		query: languageQuery,
	},
	responses: {
		200: { description: "The receipt", content: page },
		404: { description: "The address is incomplete, or the receipt was deleted", content: page },
	},
});

export function receiptPageRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, vault }: { database: Database; vault: Pick<Vault, "mac"> },
): void {
	app.openapi(route, (context) =>
		answerReceipt(context, database, readReceiptToken(vault, context.req.valid("param").token)),
	);
}

/** @throws Problem 404 for a reader of JSON */
export async function answerReceipt(
	context: Context<GatewayEnv>,
	database: Database,
	transactionId: string | undefined,
) {
	const receipt = transactionId === undefined ? undefined : await findShownReceipt(database, transactionId);
	const look = { language: languageOf(context), style };
	context.header("Content-Security-Policy", pagePolicy);
	context.header("X-Robots-Tag", "noindex");
	context.header("Vary", "Accept-Language");
	if (receipt !== undefined && hasReceipts(receipt.type)) return context.html(receiptPage(receipt, look), 200);
	if (wantsPage(context)) return context.html(unknownReceiptPage(look), 404);
	throw new Problem("link_invalid", "This address is incomplete, or the receipt was deleted.");
}
