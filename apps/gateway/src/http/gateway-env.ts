import type { HttpBindings } from "@hono/node-server";
import type { Logger } from "../log/log.ts";
import type { ShownReason } from "../reasons.ts";

export interface Unconfirmed {
	/** One sentence: how the caller finds out whether the request was carried out. */
	findOut: string;
	/** The work was done; only its response is missing. */
	isDone: boolean;
	/** True if the route accepts an Idempotency-Key. */
	takesKey: boolean;
	/** True if the request has one, so that it may be repeated. */
	hasKey: boolean;
}

/** A client with the merchant that it acts for. */
interface RequestClient {
	clientId: string;
	/** Public id. */
	merchantId: string;
}

/** The variables that middleware sets for the handlers of a request. Features add their own. */
export interface RequestVariables {
	requestId: string;
	/** The root of the gateway's own addresses; empty before it has started. */
	publicUrl: string;
	log: Logger;
	/** The holder of the token or secret of an API request, for the request log; also of an expired or revoked token. */
	requestClient: RequestClient | undefined;
	/** The reason of a refused request. */
	reason: ShownReason | undefined;
	/** The transaction that the request made. */
	transactionId: string | undefined;
	/** The address of the client, behind trusted proxies. */
	clientAddress: string;
	/** Set by routes with an Idempotency-Key: what its caller can do if the response is lost. */
	unconfirmed: Unconfirmed | undefined;
	/** The trace of the request, if it is recorded. */
	traceId: string | undefined;
	/** True if the peer is a proxy whose forwarding headers count. */
	isFromTrustedProxy: boolean;
}

export interface GatewayEnv {
	/** Absent when a test calls the application without a socket. */
	Bindings: Partial<HttpBindings>;
	/** Charges read them by `context.get`, because `context.var` copies all of them at each use. */
	Variables: RequestVariables;
}
