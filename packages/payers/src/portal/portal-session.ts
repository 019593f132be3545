import { createHash, randomBytes } from "node:crypto";
import { type Customer, findCustomer, findCustomersByEmail, getCustomer } from "@cardseal/customers";
import { findMerchant, type Merchant, portalPath } from "@cardseal/merchants";
import { requireReturnUrl } from "@cardseal/payments";
import { type Clocks, newLookupId } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { queueMail } from "@cardseal/platform/mail";
import { linkToken, readLinkToken } from "@cardseal/platform/pages";
import type { Vault } from "@cardseal/vault";
import type { LinkPayers } from "../payers.ts";
import type { PortalSession } from "../tables.ts";
import {
	findByCookie,
	findOpened,
	findUnopened,
	insertSessions,
	type NewSession,
	openSession,
} from "./sessions.store.ts";

/** A link may be opened for this long; the session then takes as long. */
export const sessionMs = 30 * 60_000;

export interface PortalLinks {
	vault: Pick<Vault, "mac">;
	publicUrl: string;
}

/** Everything that its browser sees is of this customer. */
export interface PayerSession {
	lookupId: string;
	merchant: Merchant;
	customer: Customer;
	returnUrl: string | null;
	isMailed: boolean;
}

/** One address rarely has more accounts at a merchant. */
const maximumCustomers = 10;

/**
 * @throws Problem 400 for a foreign page to return to, 404
 */
export async function createSession(
	{ payments }: LinkPayers,
	merchant: Merchant,
	{ customerLookupId, returnUrl }: { customerLookupId: string; returnUrl: string | null },
	caller: Caller,
): Promise<{ url: string; expiresAt: number }> {
	const { database, clocks } = payments;
	const { lookup_id: customer } = await getCustomer(database, merchant, customerLookupId);
	if (returnUrl !== null) await requireReturnUrl(payments, merchant.id, returnUrl);
	const session = {
		lookup_id: newLookupId(),
		merchant_id: merchant.id,
		customer_lookup_id: customer,
		return_url: returnUrl,
		mailed_to: null,
		expires_at: clocks.real.now() + sessionMs,
	};
	await database.transaction().execute((transaction) => writeSessions(transaction, clocks, [session], caller));
	return { url: portalLink(payments, session.lookup_id), expiresAt: session.expires_at };
}

/** Mails one link for each customer that has the address; nothing without one. */
export async function mailLink(
	{ payments: { database, clocks, vault } }: LinkPayers,
	merchant: Merchant,
	email: string,
	caller: Caller,
): Promise<void> {
	const given = { merchantId: merchant.id, email, limit: maximumCustomers };
	const mailId = newLookupId();
	const shared = {
		merchant_id: merchant.id,
		mail_id: mailId,
		mailed_to: macOfAddress({ vault }, merchant.id, email),
		expires_at: clocks.real.now() + sessionMs,
	};
	const sessions = (await findCustomersByEmail(database, given)).map(({ lookup_id: customer }) => ({
		...shared,
		lookup_id: newLookupId(),
		customer_lookup_id: customer,
	}));
	if (sessions.length === 0) return;
	await database.transaction().execute(async (transaction) => {
		await writeSessions(transaction, clocks, sessions, caller);
		await queueMail(transaction, [{ kind: "portal_link", reference: mailId }]);
	});
}

async function writeSessions(
	transaction: Database,
	clocks: Clocks,
	sessions: NewSession[],
	caller: Caller,
): Promise<void> {
	await insertSessions(transaction, sessions);
	for (const { lookup_id: session, customer_lookup_id: object, merchant_id: merchantId } of sessions) {
		const event = { type: "portal_session.created", object, details: { session } } as const;
		await recordEvent(transaction, clocks, { ...event, merchantId, caller });
	}
}

/** A secret: the first browser that opens it has the session. */
export function portalLink({ vault, publicUrl }: PortalLinks, lookupId: string): string {
	return `${publicUrl}${portalPath}/open/${linkToken(vault, "portal_session", lookupId)}`;
}

/** Identifies an address at a merchant without saying it. */
export function macOfAddress({ vault }: Pick<PortalLinks, "vault">, merchantId: number, email: string): Buffer {
	return vault.mac("payer_page", `portal mail ${merchantId} ${email.toLowerCase()}`);
}

/** Returns `undefined` for an address that the gateway never gave. */
export function readPortalLink({ payments }: LinkPayers, token: string): string | undefined {
	return readLinkToken(payments.vault, "portal_session", token);
}

/** Returns a link that nobody has opened. */
export async function findLink(payers: LinkPayers, lookupId: string): Promise<PayerSession | undefined> {
	const { database, clocks } = payers.payments;
	return withOwners(payers, await findUnopened(database, lookupId, clocks.real.now()));
}

/** Returns the secret of the browser's cookie; `undefined` when another browser came first. */
export async function openLink(
	{ payments: { database, clocks } }: LinkPayers,
	{ lookupId, merchant, customer }: PayerSession,
	caller: Caller,
): Promise<string | undefined> {
	const secret = randomBytes(32).toString("base64url");
	const now = clocks.real.now();
	return database.transaction().execute(async (transaction) => {
		const opening = { cookieHash: hashOf(secret), now, expiresAt: now + sessionMs };
		if (!(await openSession(transaction, lookupId, opening))) return undefined;
		await recordEvent(transaction, clocks, {
			type: "portal_session.opened",
			object: customer.lookup_id,
			details: { session: lookupId },
			merchantId: merchant.id,
			caller,
		});
		return secret;
	});
}

export async function findSession(payers: LinkPayers, secret: string): Promise<PayerSession | undefined> {
	const { database, clocks } = payers.payments;
	return withOwners(payers, await findByCookie(database, hashOf(secret), clocks.real.now()));
}

/** Admits the card form, which has no cookie; opens no page. */
export function ticketOf({ payments }: LinkPayers, { lookupId }: Pick<PayerSession, "lookupId">): string {
	return linkToken(payments.vault, "portal_card", lookupId);
}

export async function findSessionOfTicket(payers: LinkPayers, ticket: string): Promise<PayerSession | undefined> {
	const { database, vault, clocks } = payers.payments;
	const lookupId = readLinkToken(vault, "portal_card", ticket);
	if (lookupId === undefined) return undefined;
	return withOwners(payers, await findOpened(database, lookupId, clocks.real.now()));
}

/** An erased customer has no session. */
async function withOwners(
	{ payments: { database } }: LinkPayers,
	session: PortalSession | undefined,
): Promise<PayerSession | undefined> {
	if (session === undefined) return undefined;
	const [merchant, customer] = await Promise.all([
		findMerchant(database, { id: session.merchant_id }),
		findCustomer(database, session.merchant_id, session.customer_lookup_id),
	]);
	if (merchant === undefined || customer === undefined) return undefined;
	const { lookup_id: lookupId, return_url: returnUrl, mail_id: mailId } = session;
	return { lookupId, merchant, customer, returnUrl, isMailed: mailId !== null };
}

function hashOf(secret: string): Buffer {
	return createHash("sha256").update(secret).digest();
}
