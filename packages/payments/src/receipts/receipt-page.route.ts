import type { Database } from "@cardseal/platform/db";
import { languageOf, languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import type { Vault } from "@cardseal/vault";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { readReceiptToken, receiptPagePath } from "./receipt-link.ts";
import { receiptPage, receiptPagePolicy, unknownReceiptPage } from "./receipt-page.ts";
import { findShownReceipt } from "./receipts.store.ts";

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
	app.openapi(route, async (context) => {
		const transactionId = readReceiptToken(vault, context.req.valid("param").token);
		const receipt = transactionId === undefined ? undefined : await findShownReceipt(database, transactionId);
		const language = languageOf(context);
		context.header("Content-Security-Policy", receiptPagePolicy);
		context.header("X-Robots-Tag", "noindex");
		context.header("Vary", "Accept-Language");
		return receipt === undefined
			? context.html(unknownReceiptPage(language), 404)
			: context.html(receiptPage(receipt, language), 200);
	});
}
