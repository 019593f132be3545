import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { type Admission, merchantErrors } from "../../http/admission.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { dollars } from "../../money.ts";
import type { Eft } from "../eft.ts";
import { readBalances } from "./wallet.ts";

const balanceSchema = z
	.object({
		available_balance: z.number().openapi({ description: "What may be sent and deposited", example: 850.5 }),
		actual_balance: z.number().openapi({
			description: "Everything in the wallet, what is held and what is not cleared included",
			example: 1000,
		}),
		held_balance: z.number().openapi({ description: "On its way out", example: 149.5 }),
		uncleared_balance: z.number().openapi({ description: "Came in, and may still be returned", example: 0 }),
		owed_balance: z.number().openapi({
			description: "Returned by a bank when it had been spent: taken from what becomes available next",
			example: 0,
		}),
	})
	.openapi("WalletBalance");

/** GET balance: what is in the wallet. */
export function balanceRoute(
	app: OpenAPIHono<GatewayEnv>,
	{ database, clocks }: Pick<Eft, "database" | "clocks">,
	admission: Admission,
): void {
	const route = createRoute({
		method: "get",
		path: "/transaction-service-vt/eft/balance",
		tags: ["EFT"],
		summary: "Read the wallet's balances",
		description:
			"In CAD. Available is the actual balance less what is held and what is not cleared; no balance is below zero.",
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
