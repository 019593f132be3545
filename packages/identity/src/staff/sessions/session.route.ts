import { allPermissions, environmentOf, mayDo, permissionsOf, roles } from "@cardseal/merchants";
import type { Clocks } from "@cardseal/platform";
import { jsonAnswer, merchantErrors } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { linkToken } from "@cardseal/platform/pages";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { SignInContext, StaffRouteOptions } from "../sign-in/sign-in-context.ts";
import type { StaffSession } from "./sessions.ts";

const sessionSchema = z
	.object({
		user: z.object({
			id: z.int(),
			email: z.string(),
			name: z.string(),
			role: z.enum(roles),
			is_primary_owner: z.boolean(),
			has_second_factor: z.boolean().openapi({ description: "True with an authenticator or a passkey" }),
			has_authenticator: z.boolean(),
			has_passkey: z.boolean(),
		}),
		merchant: z.object({
			merchant_id: z.string(),
			name: z.string(),
			mode: z.enum(["demo", "live"]),
			time_zone: z.string().openapi({ example: "America/Toronto" }),
			currencies: z.array(z.string()).openapi({ example: ["CAD", "USD"] }),
			public_key: z
				.string()
				.nullable()
				.openapi({ description: "The key that the card form encrypts to; null without the permission to charge" }),
		}),
		modes: z
			.array(z.enum(["demo", "live"]))
			.openapi({ description: "The modes of the account; each has its merchant, below `/app/demo` and `/app/live`" }),
		card_form: z
			.object({
				origin: z.string().openapi({ description: "The origin of the virtual terminal's card frame" }),
				script_origin: z.string().openapi({ description: "The origin that your pages load the card form from" }),
				ticket: z.string().openapi({ description: "Opens card forms for as long as the session is valid" }),
			})
			.nullable()
			.openapi({ description: "null without the permission to charge" }),
		clock: z
			.object({
				business_time: z.int().openapi({ description: "The time of records, renewals and settlement, ms since 1970" }),
				ahead_ms: z.int().openapi({ description: "ms ahead of real time; 0 unless the sandbox's clock was moved" }),
			})
			.openapi({ description: "The gateway's clock at the time of the response" }),
		permissions: z
			.array(z.enum(allPermissions))
			.openapi({ description: "The user's permissions", example: ["charge", "refund"] }),
		csrf_token: z
			.string()
			.openapi({ description: "Send it as X-CSRF-Token with every request that changes something" }),
	})
	.openapi("Session");

export function sessionRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "getSession",
		path: "/session",
		tags: ["Session"],
		summary: "Get the current session",
		...admission.ofAnyRole.withoutBody(),
		responses: { 200: jsonAnswer("The session", sessionSchema), ...merchantErrors(401) },
	});
	webApi.openapi(route, async (context) => {
		const session = context.get("staffSession");
		const { staff, merchant } = session;
		const owner = { id: merchant.id, environment: environmentOf(merchant) };
		const publicKey = mayDo(staff, "charge") ? await signInContext.vault.publicKeyOf(owner) : null;
		const answer = { ...sessionAnswer(session, publicKey), clock: clockAnswer(signInContext.clocks) };
		return context.json(
			{ ...answer, card_form: publicKey === null ? null : cardFormAnswer(signInContext, session) },
			200,
		);
	});
}

function sessionAnswer({ staff, merchant, merchants, csrfToken }: StaffSession, publicKey: string | null) {
	return {
		user: {
			id: staff.id,
			email: staff.email,
			name: staff.name,
			role: staff.role,
			is_primary_owner: staff.isPrimaryOwner,
			has_second_factor: staff.hasSecondFactor,
			has_authenticator: staff.hasAuthenticator,
			has_passkey: staff.hasPasskey,
		},
		merchant: {
			merchant_id: merchant.publicId,
			name: merchant.name,
			mode: merchant.mode,
			time_zone: merchant.timeZone,
			currencies: merchant.currencies,
			public_key: publicKey,
		},
		modes: merchants.map(({ mode }) => mode),
		permissions: permissionsOf(staff),
		csrf_token: csrfToken,
	};
}

/** The session's cookie is not sent to the origin of card frames, so they get a ticket. */
function cardFormAnswer({ vault, frameOrigin, scriptOrigin }: SignInContext, { sessionId }: StaffSession) {
	return { origin: frameOrigin, script_origin: scriptOrigin, ticket: linkToken(vault, "card_form", sessionId) };
}

function clockAnswer({ business, real }: Clocks) {
	const businessTime = business.now();
	// Real time may pass between the two readings.
	const ahead = businessTime - real.now();
	return { business_time: businessTime, ahead_ms: Math.abs(ahead) < 1_000 ? 0 : ahead };
}
