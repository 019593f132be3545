import type { StaffAdmission } from "@cardseal/merchants";
import { offeredCurrencies } from "@cardseal/merchants/gateway";
import { boundedList } from "@cardseal/platform";
import { callerOf, merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { findCurrenciesWithoutAccount, findMissing, type GoingLive, goLive, requirements } from "./go-live.ts";

const requirementsSchema = z
	.object({
		missing: z.array(z.enum(requirements)).openapi({ description: "Empty when the account can go live" }),
		currencies_without_account: z.array(z.string()).openapi({
			description:
				"Currencies of your plans and current subscriptions for which no account at a processor is connected: live payments in " +
				"them are refused. Going live asks to confirm them",
			example: ["USD"],
		}),
	})
	.openapi("LiveRequirements");

const liveSchema = z
	.object({ merchant_id: z.string().openapi({ description: "The new live merchant" }) })
	.openapi("LiveMerchant");

const goLiveSchema = z
	.object({
		without_account: boundedList(z.string("Send currency codes such as CAD."), {
			maximum: offeredCurrencies.length,
			advice: "Send a list of currencies.",
		})
			.optional()
			.openapi({
				description:
					"The currencies of `currencies_without_account`, to confirm that live payments in them are refused for now",
				example: ["USD"],
			}),
	})
	.openapi("GoLive");

export interface GoingLiveRouteOptions extends GoingLive {
	admission: StaffAdmission;
}

export function goingLiveRoutes(
	app: OpenAPIHono<GatewayEnv>,
	{ admission, ...goingLive }: GoingLiveRouteOptions,
): void {
	const requirementsRoute = createRoute({
		method: "get",
		operationId: "getLiveRequirements",
		path: "/account/live",
		tags: ["Settings"],
		summary: "Read what is missing to take the account live",
		...admission.withoutBody("account.live"),
		responses: {
			200: { description: "What is missing", content: { "application/json": { schema: requirementsSchema } } },
			...merchantErrors(401, 403),
		},
	});
	app.openapi(requirementsRoute, async (context) => {
		const session = context.get("staffSession");
		const currencies = await findCurrenciesWithoutAccount(goingLive, session);
		const missing = await findMissing(goingLive, session);
		return context.json({ missing, currencies_without_account: currencies }, 200);
	});
	const route = createRoute({
		method: "post",
		operationId: "takeAccountLive",
		path: "/account/live",
		tags: ["Settings"],
		summary: "Take the account live",
		description:
			"Only for the account's primary owner, once. Creates a live merchant with the settings and the processor accounts of the demo " +
			"merchant, which stays as its demo twin. Staff use the paths below `/app/live` for the live merchant, and those below `/app/demo` " +
			"for its twin.",
		...admission.withBody("account.live", "always"),
		request: { body: { required: false, content: { "application/json": { schema: goLiveSchema } } } },
		responses: {
			200: { description: "The account is live", content: { "application/json": { schema: liveSchema } } },
			...merchantErrors(400, 401, 403, 409, 413, 415),
		},
	});
	app.openapi(route, async (context) => {
		const { without_account: withoutAccount } = context.req.valid("json");
		const live = await goLive(goingLive, {
			session: context.get("staffSession"),
			caller: callerOf(context),
			...(withoutAccount && { withoutAccount }),
		});
		return context.json({ merchant_id: live.publicId }, 200);
	});
}
