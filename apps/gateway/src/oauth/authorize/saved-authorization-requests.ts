import { RateLimiterMemory } from "rate-limiter-flexible";
import { clientNetwork } from "../../http/client-network.ts";
import { Problem } from "../../problem.ts";
import { hashOpaqueToken, newOpaqueToken } from "../token/opaque-token.ts";
import type { GrantBooks } from "../token/token-request.ts";
import { findLinkQuery, insertLink } from "./saved-authorization-requests.store.ts";

/**
 * Keeps what partners' links ask for while somebody signs in. The pages on the way repeat where they lead to, and a partner's
 * `state` may be anything: a token, or digits like a card number's. So they only ever see a ticket, and the state comes back
 * as it was (rules O-05, P-02).
 */
export interface LinkKeeper {
	/** What stands behind the path in a link's place, for half an hour; `undefined` when its network has had too many kept. */
	keep(parameters: URLSearchParams, clientAddress: string): Promise<string | undefined>;
	/** What a link asks for that came itself or in its ticket's place. @throws Problem 400 when it is not kept any more */
	recall(parameters: URLSearchParams): Promise<URLSearchParams>;
}

/** The parameter of our own by which a link is found again. */
const ticketName = "link";

/** As long as somebody may take who has to look for their authenticator. */
const keptMs = 30 * 60_000;

/** More than an office begins, and so few that strangers cannot fill the disk. */
const linksPerNetwork = 60;
const networkWindowSeconds = 600;

const linkIsOver = () =>
	new Problem(
		"BAD_REQUEST",
		"The link that led here is over: signing in took too long. Nothing was connected. Go back to where you came from and begin again.",
	);

export function createSavedAuthorizationRequests({ database, clocks }: GrantBooks): LinkKeeper {
	const byNetwork = new RateLimiterMemory({ points: linksPerNetwork, duration: networkWindowSeconds });
	return {
		async keep(parameters, clientAddress) {
			const kept = parameters.get(ticketName);
			if (kept !== null) return queryOf(kept);
			const { consumedPoints } = await byNetwork.penalty(clientNetwork(clientAddress));
			if (consumedPoints > linksPerNetwork) return undefined;
			const ticket = newOpaqueToken();
			await insertLink(database, {
				ticket_hash: hashOpaqueToken(ticket),
				query: parameters.toString(),
				expires_at: clocks.real.now() + keptMs,
			});
			return queryOf(ticket);
		},

		async recall(parameters) {
			const ticket = parameters.get(ticketName);
			if (ticket === null) return parameters;
			const query = await findLinkQuery(database, { ticketHash: hashOpaqueToken(ticket), now: clocks.real.now() });
			if (query === undefined) throw linkIsOver();
			return new URLSearchParams(query);
		},
	};
}

function queryOf(ticket: string): string {
	return `?${new URLSearchParams({ [ticketName]: ticket })}`;
}
