import type { HttpBindings } from "@hono/node-server";
import type { Actor } from "../audit/event.ts";
import type { Logger } from "../log/log.ts";
import type { ShownReason } from "../reasons.ts";

export interface Unconfirmed {
	findOut: string;
	isDone: boolean;
	takesKey: boolean;
	hasKey: boolean;
}

interface RequestClient {
	clientId: string;
	merchantId: string;
}

export interface AccessMerchant {
	id: number;
	publicId: string;
}

export interface Access {
	merchant: AccessMerchant;
	actor: Actor;
}

export interface RequestVariables {
	requestId: string;
	access: Access;
	/** Empty before the gateway has started. */
	publicUrl: string;
	log: Logger;
	/** Set for an expired or revoked token too. */
	requestClient: RequestClient | undefined;
	reason: ShownReason | undefined;
	transactionId: string | undefined;
	clientAddress: string;
	unconfirmed: Unconfirmed | undefined;
	traceId: string | undefined;
	isFromTrustedProxy: boolean;
	keepsEmptyFields: boolean | undefined;
}

export interface GatewayEnv {
	/** Absent without a socket, in tests. */
	Bindings: Partial<HttpBindings>;
	/** Read with `context.get`: `context.var` copies all. */
	Variables: RequestVariables;
}
