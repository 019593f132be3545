import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { merchantErrors } from "../../http/admission.ts";
import { callerOf } from "../../http/caller.ts";
import type { GatewayEnv } from "../../http/gateway-env.ts";
import { parseNumericId } from "../../ids.ts";
import { notFound } from "../../problem.ts";
import { type Invitation, listInvitations } from "../invitations/invitations.store.ts";
import { invite, withdrawInvitation } from "../invitations/invitations.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { changeRole } from "./change-role.ts";
import { type ListedStaff, listStaff } from "./members.store.ts";
import { personFields } from "./person-fields.ts";
import { removeMember } from "./remove-member.ts";
import { roles } from "./role.ts";
import type { StaffAdmission } from "./staff-admission.ts";

export interface StaffRoutesOptions {
	signInContext: SignInContext;
	admission: StaffAdmission;
}

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
		last_seen_at: time.nullable().openapi({ description: "ms since 1970; null for who is signed in nowhere" }),
	})
	.openapi("StaffMember");

const invitationSchema = z
	.object({ invitation_id: z.string(), email: z.string(), name: z.string(), role, created_at: time, expires_at: time })
	.openapi("Invitation");

const clients = z.array(z.object({ client_id: z.string(), name: z.string() }));
const leftBehindSchema = z
	.object({
		credentials: clients.openapi({ description: "The living ones that they made" }),
		partners: clients.openapi({ description: "The connected ones that they consented to" }),
	})
	.openapi("LeftBehind");

const tags = ["Staff"];
const permission = "staff.write";
const userParams = z.object({ user_id: z.string().openapi({ example: "12" }) });

/** A merchant's staff, and who is asked to join them. */
export function staffRoutes(webApi: OpenAPIHono<GatewayEnv>, options: StaffRoutesOptions): void {
	listRoute(webApi, options);
	inviteRoute(webApi, options);
	withdrawRoute(webApi, options);
	roleRoute(webApi, options);
	removeRoute(webApi, options);
}

function listRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRoutesOptions): void {
	const schema = z.object({ staff: z.array(staffSchema), invitations: z.array(invitationSchema) }).openapi("Staff");
	const route = createRoute({
		method: "get",
		path: "/staff",
		tags,
		summary: "The staff, and open invitations",
		...admission.withoutBody(permission),
		responses: {
			200: { description: "The staff", content: { "application/json": { schema } } },
			...merchantErrors(401, 403),
		},
	});
	webApi.openapi(route, async (context) => {
		const { id } = context.get("staffSession").merchant;
		const { database, clocks } = signInContext;
		const [staff, invitations] = await Promise.all([
			listStaff(database, id),
			listInvitations(database, id, clocks.real.now()),
		]);
		return context.json({ staff: staff.map(staffAnswer), invitations: invitations.map(invitationAnswer) }, 200);
	});
}

function inviteRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRoutesOptions): void {
	const route = createRoute({
		method: "post",
		path: "/staff/invitations",
		tags,
		summary: "Ask somebody to join",
		description:
			"They get a link by mail, good for seven days. Asked again, they get another one, and the first is dead. Who has an account at another merchant gets a mail that says so. A merchant has 50 open invitations at most, and sends 20 a day.",
		...admission.withBody(permission),
		request: {
			body: {
				required: true,
				content: { "application/json": { schema: z.object({ ...personFields, role }) } },
			},
		},
		responses: {
			200: { description: "The invitation", content: { "application/json": { schema: invitationSchema } } },
			...merchantErrors(400, 401, 403, 409, 413, 415, 429),
		},
	});
	webApi.openapi(route, async (context) => {
		const inviting = { by: context.get("staffSession"), caller: callerOf(context) };
		const invitation = await invite(signInContext, { ...context.req.valid("json"), ...inviting });
		return context.json(invitationAnswer(invitation), 200);
	});
}

function withdrawRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRoutesOptions): void {
	const route = createRoute({
		method: "delete",
		path: "/staff/invitations/{invitation_id}",
		tags,
		summary: "Withdraw an invitation",
		description: "Administrators do not withdraw an owner's, and nobody but the operator the primary owner's.",
		...admission.withoutBody(permission),
		request: { params: z.object({ invitation_id: z.string() }) },
		responses: { 204: { description: "Its link is dead" }, ...merchantErrors(401, 403, 404) },
	});
	webApi.openapi(route, async (context) => {
		const lookupId = context.req.valid("param").invitation_id;
		await withdrawInvitation(signInContext, { by: context.get("staffSession"), lookupId, caller: callerOf(context) });
		return context.body(null, 204);
	});
}

function roleRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRoutesOptions): void {
	const route = createRoute({
		method: "patch",
		path: "/staff/{user_id}",
		tags,
		summary: "Give somebody another role",
		description:
			"They sign in anew, and a mail tells them; with a lower role, the invitations they sent are withdrawn. Administrators neither change owners nor make any; nobody changes the primary owner.",
		...admission.withBody(permission),
		request: {
			params: userParams,
			body: { required: true, content: { "application/json": { schema: z.object({ role }) } } },
		},
		responses: {
			200: { description: "The staff member", content: { "application/json": { schema: staffSchema } } },
			...merchantErrors(400, 401, 403, 404, 413, 415),
		},
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

function removeRoute(webApi: OpenAPIHono<GatewayEnv>, { signInContext, admission }: StaffRoutesOptions): void {
	const route = createRoute({
		method: "delete",
		path: "/staff/{user_id}",
		tags,
		summary: "Let somebody in no more",
		description:
			"A mail tells them. The invitations they sent are withdrawn. The credentials they made and the partners they connected are the merchant's and go on: the answer names them.",
		...admission.withoutBody(permission),
		request: { params: userParams },
		responses: {
			200: {
				description: "They are out, from their next request on",
				content: { "application/json": { schema: leftBehindSchema } },
			},
			...merchantErrors(401, 403, 404),
		},
	});
	webApi.openapi(route, async (context) => {
		const staffId = staffIdIn(context.req.valid("param").user_id);
		const orphaned = await removeMember(signInContext, {
			by: context.get("staffSession"),
			staffId,
			caller: callerOf(context),
		});
		return context.json(orphaned, 200);
	});
}

/** @throws Problem 404 for what is no id */
function staffIdIn(text: string): number {
	const id = parseNumericId(text);
	if (id === undefined) throw notFound("staff member");
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
