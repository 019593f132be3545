import type { Channel, Scope } from "@cardseal/merchants";
import type { Generated } from "kysely";

interface ClientCredentialsTable {
	id: Generated<number>;
	merchant_id: number;
	client_id: string;
	/** HMAC; the secret is shown once. */
	secret_hash: Buffer;
	name: string;
	channel: Channel;
	scopes: Scope[];
	token_lifetime_seconds: number;
	created_by: number | null;
	created_at: number;
	revoked_at: number | null;
	/** Business time, up to a minute old. */
	last_used_at: Generated<number | null>;
	/** Real time; null: never. */
	expires_at: Generated<number | null>;
	/** Real time; null after the mail was queued. */
	reminder_due_at: Generated<number | null>;
}

export interface PartnersTable {
	id: Generated<number>;
	client_id: string;
	secret_hash: Buffer;
	business_name: string;
	redirect_uris: string[];
	/** RFC 7636. */
	requires_pkce: Generated<boolean>;
	/** Limit for an unused token; null: unlimited. */
	refresh_token_lifetime_seconds: Generated<number | null>;
	/** A path in `partner_images`, or an external address. */
	image_url: Generated<string | null>;
	created_at: number;
	removed_at: Generated<number | null>;
}

interface PartnerImagesTable {
	partner_id: number;
	media_type: string;
	bytes: Buffer;
}

/** A merchant's consent. Times are real. */
interface OauthGrantsTable {
	id: Generated<number>;
	grant_id: string;
	partner_id: number;
	merchant_id: number;
	scopes: Scope[];
	approved_by: number;
	created_at: number;
	/** Time of the code's exchange. */
	begun_at: Generated<number | null>;
	revoked_at: Generated<number | null>;
}

/** Codes have 256 random bits. Times are real. */
interface OauthCodesTable {
	code_hash: Buffer;
	grant_id: number;
	/** The exchange must repeat it. */
	redirect_uri: string;
	/** S256; null without one. */
	code_challenge: string | null;
	expires_at: number;
	spent_at: Generated<number | null>;
}

/** Requests during sign-in. */
interface OauthSavedRequestsTable {
	/** SHA-256 of the sign-in pages' ticket. */
	ticket_hash: Buffer;
	/** Form-encoded. */
	query: string;
	expires_at: number;
}

/** Open consent pages. Times are real. */
interface OauthRequestsTable {
	/** SHA-256 of the form's ticket. */
	ticket_hash: Buffer;
	session_id: string;
	partner_id: number;
	redirect_uri: string;
	/** Returned unchanged. */
	state: string | null;
	scopes: Scope[];
	code_challenge: string | null;
	expires_at: number;
}

/** Reuse of a spent token reveals a theft. */
interface RefreshTokensTable {
	token_hash: Buffer;
	grant_id: number;
	created_at: number;
	expires_at: number | null;
	spent_at: Generated<number | null>;
}

interface RevokedTokensTable {
	token_id: string;
	expires_at: number;
}

export interface OauthTables {
	client_credentials: ClientCredentialsTable;
	partners: PartnersTable;
	partner_images: PartnerImagesTable;
	oauth_grants: OauthGrantsTable;
	oauth_codes: OauthCodesTable;
	oauth_saved_requests: OauthSavedRequestsTable;
	oauth_requests: OauthRequestsTable;
	refresh_tokens: RefreshTokensTable;
	revoked_tokens: RevokedTokensTable;
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends OauthTables {}
}
