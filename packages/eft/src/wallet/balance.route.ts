import type { Admission } from "@cardseal/merchants";
import { dollars } from "@cardseal/platform";
import { merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Eft } from "../eft.ts";
import { readBalances } from "./wallet.ts";

const balanceSchema = z
	.object({
		available_balance: z.number().openapi({ description: "Funds that can be sent or withdrawn", example: 850.5 }),
		actual_balance: z.number().openapi({
			description: "Everything in the wallet, including held and uncleared funds",
			example: 1000,
		}),
		held_balance: z.number().openapi({ description: "Reserved for outgoing payments", example: 149.5 }),
		uncleared_balance: z.number().openapi({ description: "Incoming funds that the bank may still return", example: 0 }),
		owed_balance: z.number().openapi({
			description:
				"Advanced to cover a return after the funds were spent; repaid first from funds that become available",
			example: 0,
		}),
	})
	.openapi("WalletBalance");

export function balanceRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, clocks }: Pick<Eft, "database" | "clocks">,
	admission: Admission,
): void {
	const route = createRoute({
		method: "get",
		operationId: "getWalletBalance",
		path: "/transaction-service-vt/eft/balance",
		tags: ["EFT"],
		summary: "Read the wallet's balances",
		description:
			"Balances in CAD. The available balance is the actual balance minus held and uncleared funds. No balance is negative.",
		...admission.withoutBody("eft", "wallet.read"),
		responses: {
			200: { description: "The balances", content: { "application/json": { schema: balanceSchema } } },
			...merchantErrors(401, 403),
		},
	});
	app.openapi(route, async (context) => {
		const balances = await readBalances(database, context.get("access").merchant.id, clocks.business.now());
		const answer = {
			available_balance: dollars(balances.availableCents),
			actual_balance: dollars(balances.actualCents),
			held_balance: dollars(balances.heldCents),
			uncleared_balance: dollars(balances.unclearedCents),
			owed_balance: dollars(balances.owedCents),
		};
		return context.json(answer, 200);
	});
}
