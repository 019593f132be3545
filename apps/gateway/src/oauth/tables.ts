import type { Generated } from "kysely";
import type { Channel } from "../merchants/channel.ts";
import type { Scope } from "./scopes.ts";

interface ClientCredentialsTable {
	id: Generated<number>;
	merchant_id: number;
	client_id: string;
	/** HMAC of the secret; the secret itself is shown once and not kept. */
	secret_hash: Buffer;
	name: string;
	channel: Channel;
	scopes: Scope[];
	/** How long its access tokens live. */
	token_lifetime_seconds: number;
	created_by: number | null;
	created_at: number;
	revoked_at: number | null;
	/** Business time, a minute behind at most. */
	last_used_at: Generated<number | null>;
}

/** Businesses that act for merchants who consented. */
export interface PartnersTable {
	id: Generated<number>;
	client_id: string;
	secret_hash: Buffer;
	business_name: string;
	redirect_uris: string[];
	/** Whether a code is given only against a proof key (RFC 7636). */
	requires_pkce: Generated<boolean>;
	/** How long an unused refresh token is good for; null for ever. */
	refresh_token_lifetime_seconds: Generated<number | null>;
	/** Of its square image: a path of ours to one of `partner_images`, or an address elsewhere, for the record. */
	image_url: Generated<string | null>;
	created_at: number;
	removed_at: Generated<number | null>;
}

/** Images of partners that the operator gave as files. */
interface PartnerImagesTable {
	partner_id: number;
	media_type: string;
	bytes: Buffer;
}

/** What a merchant allowed a partner to do: the family that codes, refresh tokens and access tokens are of. Times are real. */
interface OauthGrantsTable {
	id: Generated<number>;
	/** What tokens and the audit log name it by. */
	grant_id: string;
	partner_id: number;
	merchant_id: number;
	scopes: Scope[];
	/** The staff member who consented. */
	approved_by: number;
	created_at: number;
	/** When its code was exchanged. */
	begun_at: Generated<number | null>;
	revoked_at: Generated<number | null>;
}

/** Authorization codes, by SHA-256: each is 256 random bits. Times are real. */
interface OauthCodesTable {
	code_hash: Buffer;
	grant_id: number;
	/** What the partner asked with, and must name again. */
	redirect_uri: string;
	/** RFC 7636, S256; null when the partner sent none. */
	code_challenge: string | null;
	expires_at: number;
	spent_at: Generated<number | null>;
}

/** Partners' links that somebody signs in to answer. */
interface OauthLinksTable {
	/** SHA-256 of what the pages of the sign-in bring along. */
	ticket_hash: Buffer;
	/** All that the link asked for, form-encoded. */
	query: string;
	/** Real time. */
	expires_at: number;
}

/** What a partner asks for, for as long as a staff member is looking at it. The row goes with their answer. Times are real. */
interface OauthRequestsTable {
	/** SHA-256 of what the page's form brings along. */
	ticket_hash: Buffer;
	/** The session that it was shown in. */
	session_id: string;
	partner_id: number;
	redirect_uri: string;
	/** The partner's, given back as it came. */
	state: string | null;
	scopes: Scope[];
	code_challenge: string | null;
	expires_at: number;
}

/** Refresh tokens, by SHA-256. A spent one stays for a while: whoever shows it again has stolen it, or was robbed. */
interface RefreshTokensTable {
	token_hash: Buffer;
	grant_id: number;
	created_at: number;
	expires_at: number | null;
	spent_at: Generated<number | null>;
}

interface RevokedTokensTable {
	token_id: string;
	/** When the token would have expired by itself; the row goes after that. */
	expires_at: number;
}

export interface OauthTables {
	client_credentials: ClientCredentialsTable;
	partners: PartnersTable;
	partner_images: PartnerImagesTable;
	oauth_grants: OauthGrantsTable;
	oauth_codes: OauthCodesTable;
	oauth_links: OauthLinksTable;
	oauth_requests: OauthRequestsTable;
	refresh_tokens: RefreshTokensTable;
	revoked_tokens: RevokedTokensTable;
}
