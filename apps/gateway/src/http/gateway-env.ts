import type { HttpBindings } from "@hono/node-server";
import type { Logger } from "../log/log.ts";
import type { ShownReason } from "../reasons.ts";

export interface Unconfirmed {
	/** One sentence. */
	findOut: string;
	/** Only its response is missing. */
	isDone: boolean;
	/** True if the route accepts an Idempotency-Key. */
	takesKey: boolean;
	/** So it may be repeated. */
	hasKey: boolean;
}

interface RequestClient {
	clientId: string;
	merchantId: string;
}

/** Set by middleware. Features add their own. */
export interface RequestVariables {
	requestId: string;
	/** Empty before the gateway has started. */
	publicUrl: string;
	log: Logger;
	/** For the request log; also of an expired or revoked token. */
	requestClient: RequestClient | undefined;
	reason: ShownReason | undefined;
	transactionId: string | undefined;
	clientAddress: string;
	/** For routes with an Idempotency-Key. */
	unconfirmed: Unconfirmed | undefined;
	/** If the request is recorded. */
	traceId: string | undefined;
	isFromTrustedProxy: boolean;
}

export interface GatewayEnv {
	/** Absent without a socket, in tests. */
	Bindings: Partial<HttpBindings>;
	/** Read by `context.get`: `context.var` copies all of them at each use. */
	Variables: RequestVariables;
}
