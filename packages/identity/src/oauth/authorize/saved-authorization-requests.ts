import { Problem } from "@cardseal/platform";
import { createNetworkLimit } from "@cardseal/platform/network";
import { hashOpaqueToken, newOpaqueToken } from "../token/opaque-token.ts";
import type { GrantContext } from "../token/token-request.ts";
import { findSavedQuery, insertSavedRequest } from "./consent.store.ts";

/** Hides a partner's `state`, which may be a token, from the sign-in's pages (rules O-05, P-02). */
export interface SavedAuthorizationRequests {
	/** Saves for half an hour. Returns the new query, or `undefined` when the network has saved too many. */
	save(parameters: URLSearchParams, clientAddress: string): Promise<string | undefined>;
	/** @throws Problem 400 when the ticket has expired */
	find(parameters: URLSearchParams): Promise<URLSearchParams>;
}

const ticketName = "link";

/** Time to find an authenticator and sign in. */
const savedMs = 30 * 60_000;

/** Too few to fill the disk. */
const linksPerNetwork = [60, 120, 240] as const;
const windowMs = 10 * 60_000;

const linkIsOver = () =>
	new Problem(
		"authorization_expired",
		"This link has expired: signing in took too long. Nothing was connected. Go back to the partner and begin again.",
	);

export function createSavedAuthorizationRequests({ database, clocks }: GrantContext): SavedAuthorizationRequests {
	const links = createNetworkLimit({
		database,
		clock: { now: () => clocks.real.now() },
		name: "saved_link",
		limits: linksPerNetwork,
		windowMs,
	});
	return {
		async save(parameters, clientAddress) {
			const kept = parameters.get(ticketName);
			if (kept !== null) return queryOf(kept);
			if ((await links.count(clientAddress)) !== undefined) return undefined;
			const ticket = newOpaqueToken();
			await insertSavedRequest(database, {
				ticket_hash: hashOpaqueToken(ticket),
				query: parameters.toString(),
				expires_at: clocks.real.now() + savedMs,
			});
			return queryOf(ticket);
		},

		async find(parameters) {
			const ticket = parameters.get(ticketName);
			if (ticket === null) return parameters;
			const query = await findSavedQuery(database, { ticketHash: hashOpaqueToken(ticket), now: clocks.real.now() });
			if (query === undefined) throw linkIsOver();
			return new URLSearchParams(query);
		},
	};
}

function queryOf(ticket: string): string {
	return `?${new URLSearchParams({ [ticketName]: ticket })}`;
}
