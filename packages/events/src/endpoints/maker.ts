import { Problem } from "@cardseal/platform";
import type { Actor } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { type EndpointScope, lockMaker, type Maker } from "./endpoints.store.ts";

const refusals = {
	token: () =>
		new Problem("access_token_invalid", "The access token is invalid. Get a new one from /oauth/token.", {
			headers: { "WWW-Authenticate": 'Bearer realm="cardseal", error="invalid_token"' },
		}),
	staff: () => new Problem("role_too_low", "You may no longer change endpoints. Ask an owner."),
};

/**
 * Locks the maker, so that no endpoint outlives its revocation.
 * @throws Problem 401 for a revoked credential or grant, 403 for a removed member
 */
export async function lockMakerOf(
	transaction: Database,
	{ grantId }: Pick<EndpointScope, "grantId">,
	actor: Actor,
): Promise<Maker> {
	const isClient = actor.kind === "client";
	const maker = {
		grant_id: grantId ?? null,
		client_id: isClient && grantId === undefined ? actor.clientId : null,
		staff_id: actor.kind === "staff" ? actor.userId : null,
	};
	if (await lockMaker(transaction, maker)) return maker;
	throw isClient ? refusals.token() : refusals.staff();
}
