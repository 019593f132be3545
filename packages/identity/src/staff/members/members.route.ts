import { roles } from "@cardseal/merchants";
import { notFound, parseNumericId } from "@cardseal/platform";
import { callerOf, jsonAnswer, languageOf, merchantErrors, requestBody } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { type Invitation, listInvitations } from "../invitations/invitations.store.ts";
import { invite, withdrawInvitation } from "../invitations/invitations.ts";
import type { StaffRouteOptions } from "../sign-in/sign-in-context.ts";
import { changeRole } from "./change-role.ts";
import { type ListedStaff, listStaff } from "./members.store.ts";
import { personFields } from "./person-fields.ts";
import { listOrphaned, removeMember } from "./remove-member.ts";

const time = z.int().openapi({ description: "ms since 1970" });
const role = z.enum(roles, `Send one of ${roles.join(", ")}.`);

const staffSchema = z
	.object({
		user_id: z.int(),
		name: z.string(),
		email: z.string(),
		role,
		is_primary_owner: z.boolean(),
		has_second_factor: z.boolean(),
		created_at: time,
		last_seen_at: time.nullable().openapi({ description: "ms since 1970; null when not signed in anywhere" }),
	})
	.openapi("StaffMember");

const invitationSchema = z
	.object({ invitation_id: z.string(), email: z.string(), name: z.string(), role, created_at: time, expires_at: time })
	.openapi("Invitation");

const client = z.object({ client_id: z.string(), name: z.string() });
const orphanedSchema = z
	.object({
		credentials: z
			.array(
				client.extend({
					last_used_at: z.int().nullable().openapi({ description: "UNIX time in milliseconds; up to a minute old" }),
				}),
			)
			.openapi({ description: "Credentials that they created and that were not revoked" }),
		partners: z.array(client).openapi({ description: "Connected partners that they approved" }),
		endpoints: z
			.array(
				z.object({
					lookup_id: z.string(),
					url: z.string().openapi({ description: "Without path and query", example: "https://shop.example.com/…" }),
				}),
			)
			.openapi({ description: "Enabled webhook endpoints that they made" }),
	})
	.openapi("OrphanedAccess");

const tags = ["Staff"];
const permission = "staff.write";
const userParams = z.object({ user_id: z.string().openapi({ example: "12" }) });

export function staffRoutes(webApi: OpenAPIHono<GatewayEnv>, options: StaffRouteOptions): void {
	listRoute(webApi, options);
	inviteRoute(webApi, options);
	withdrawRoute(webApi, options);
	roleRoute(webApi, options);
	clientsRoute(webApi, options);
	removeRoute(webApi, options);
}

function listRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const schema = z.object({ staff: z.array(staffSchema), invitations: z.array(invitationSchema) }).openapi("Staff");
	const route = createRoute({
		method: "get",
		operationId: "listStaff",
		path: "/staff",
		tags,
		summary: "Staff and open invitations",
		...admission.withoutBody(permission),
		responses: { 200: jsonAnswer("The staff", schema), ...merchantErrors(401, 403) },
	});
	webApi.openapi(route, async (context) => {
		const { merchantId } = context.get("staffSession").staff;
		const { database, clocks } = signInContext;
		const [staff, invitations] = await Promise.all([
			listStaff(database, merchantId),
			listInvitations(database, merchantId, clocks.real.now()),
		]);
		return context.json({ staff: staff.map(staffAnswer), invitations: invitations.map(invitationAnswer) }, 200);
	});
}

function inviteRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const route = createRoute({
		method: "post",
		operationId: "inviteStaff",
		path: "/staff/invitations",
		tags,
		summary: "Invite a person",
		description:
			"Sends a link by mail, valid for seven days. Another invitation of the same person replaces the first link. A person with an account at another merchant receives a mail that says so. Limits: 50 open invitations per merchant, 20 sent per day.",
		...admission.withBody(permission, "always"),
		request: { body: requestBody(z.object({ ...personFields, role })) },
		responses: {
			200: jsonAnswer("The invitation", invitationSchema),
			...merchantErrors(400, 401, 403, 409, 413, 415, 429),
		},
	});
	webApi.openapi(route, async (context) => {
		const inviting = { by: context.get("staffSession"), caller: callerOf(context) };
		const invitation = await invite(signInContext, {
			...context.req.valid("json"),
			language: languageOf(context),
			...inviting,
		});
		return context.json(invitationAnswer(invitation), 200);
	});
}

function withdrawRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const route = createRoute({
		method: "delete",
		operationId: "withdrawInvitation",
		path: "/staff/invitations/{invitation_id}",
		tags,
		summary: "Withdraw an invitation",
		description:
			"Administrators cannot withdraw an owner's invitation; only the operator can withdraw the primary owner's.",
		...admission.withoutBody(permission),
		request: { params: z.object({ invitation_id: z.string() }) },
		responses: { 204: { description: "The link is revoked" }, ...merchantErrors(401, 403, 404) },
	});
	webApi.openapi(route, async (context) => {
		const lookupId = context.req.valid("param").invitation_id;
		await withdrawInvitation(signInContext, { by: context.get("staffSession"), lookupId, caller: callerOf(context) });
		return context.body(null, 204);
	});
}

function roleRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const route = createRoute({
		method: "patch",
		operationId: "changeStaffRole",
		path: "/staff/{user_id}",
		tags,
		summary: "Change a member's role",
		description:
			"Ends their sessions and notifies them by mail. A lower role also withdraws the invitations that they sent. Administrators can neither change nor appoint owners; nobody can change the primary owner.",
		...admission.withBody(permission, "always"),
		request: { params: userParams, body: requestBody(z.object({ role })) },
		responses: { 200: jsonAnswer("The staff member", staffSchema), ...merchantErrors(400, 401, 403, 404, 413, 415) },
	});
	webApi.openapi(route, async (context) => {
		const staffId = staffIdIn(context.req.valid("param").user_id);
		const change = { by: context.get("staffSession"), staffId, caller: callerOf(context) };
		return context.json(
			staffAnswer(await changeRole(signInContext, { ...change, role: context.req.valid("json").role })),
			200,
		);
	});
}

function clientsRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const route = createRoute({
		method: "get",
		operationId: "listStaffClients",
		path: "/staff/{user_id}/clients",
		tags,
		summary: "List the credentials and partners of a member",
		description: "Those that they would leave behind when they are removed.",
		...admission.withoutBody(permission),
		request: { params: userParams },
		responses: {
			200: jsonAnswer("Credentials, partners and endpoints", orphanedSchema),
			...merchantErrors(401, 403, 404),
		},
	});
	webApi.openapi(route, async (context) => {
		const staffId = staffIdIn(context.req.valid("param").user_id);
		return context.json(await listOrphaned(signInContext, { by: context.get("staffSession"), staffId }), 200);
	});
}

/** Longer than the list of all credentials of a merchant. */
const maximumClientIdCharacters = 10_000;
/** Longer than the list of all endpoints of a merchant and its twin. */
const maximumEndpointCharacters = 1_000;

const removalQuery = z.object({
	revoke: z
		.string()
		.max(maximumClientIdCharacters, "Send client ids, separated by commas.")
		.transform((text) => text.split(",").filter((id) => id !== ""))
		.default([])
		.openapi({
			type: "string",
			description: "The client ids of their credentials to revoke, separated by commas",
			example: "9fK2mQ7xW1aZ3bC4dE5f,3bC4dE5f9fK2mQ7xW1aZ",
		}),
	disable: z
		.string()
		.max(maximumEndpointCharacters, "Send lookup ids of endpoints, separated by commas.")
		.transform((text) => text.split(",").filter((id) => id !== ""))
		.default([])
		.openapi({
			type: "string",
			description: "The lookup ids of their webhook endpoints to disable, separated by commas",
			example: "9fK2mQ7xW1aZ3bC4dE5f",
		}),
});

function removeRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRouteOptions): void {
	const route = createRoute({
		method: "delete",
		operationId: "removeStaff",
		path: "/staff/{user_id}",
		tags,
		summary: "Remove a member",
		description:
			"Notifies them by mail, withdraws the invitations that they sent, revokes the credentials named in `revoke` and disables the webhook endpoints named in `disable`, in one transaction. Other credentials and endpoints that they created and partners that they connected belong to the merchant and stay valid: the response lists them. An id that is not one of theirs is 404, and nothing changes.",
		...admission.withoutBody(permission, "always"),
		request: { params: userParams, query: removalQuery },
		responses: {
			200: jsonAnswer("They are signed out from their next request on", orphanedSchema),
			...merchantErrors(400, 401, 403, 404),
		},
	});
	webApi.openapi(route, async (context) => {
		const staffId = staffIdIn(context.req.valid("param").user_id);
		const orphaned = await removeMember(signInContext, {
			by: context.get("staffSession"),
			staffId,
			revokedClientIds: context.req.valid("query").revoke,
			disabledEndpoints: context.req.valid("query").disable,
			caller: callerOf(context),
		});
		return context.json(orphaned, 200);
	});
}

/** @throws Problem 404 for text that is no number */
function staffIdIn(text: string): number {
	const id = parseNumericId(text);
	if (id === undefined) throw notFound("staff_member");
	return id;
}

function staffAnswer(member: ListedStaff): z.infer<typeof staffSchema> {
	return {
		user_id: member.id,
		name: member.name,
		email: member.email,
		role: member.role,
		is_primary_owner: member.isPrimaryOwner,
		has_second_factor: member.hasSecondFactor,
		created_at: member.createdAt,
		last_seen_at: member.lastSeenAt,
	};
}

function invitationAnswer(invitation: Invitation): z.infer<typeof invitationSchema> {
	const { lookupId, email, name, role, createdAt, expiresAt } = invitation;
	return { invitation_id: lookupId, email, name, role, created_at: createdAt, expires_at: expiresAt };
}
