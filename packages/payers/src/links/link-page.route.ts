import { readRequestState } from "@cardseal/eft";
import { pageResponsesWith } from "@cardseal/identity";
import { findMerchant } from "@cardseal/merchants";
import { findByReference, nextActionOf, type Transaction } from "@cardseal/payments";
import { emailAddress, isSameSecret, lineOfText, Problem } from "@cardseal/platform";
import { languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { inLanguage, page, pageRoute, readPageForm } from "@cardseal/platform/pages";
import type { DeclineCode } from "@cardseal/vault";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { cardProblem } from "../page-parts.ts";
import { bankPageOf } from "../pay-owed.ts";
import { languageFor, openCardForm, payerOf } from "../payer-page.route.ts";
import type { CardFormPlace, LinkPayers, Payers } from "../payers.ts";
import type { LinkMethod, PaymentLink } from "../tables.ts";
import { linkPath, readLink } from "./link-page.ts";
import {
	decidingPage,
	endPage,
	type FormState,
	payPage,
	type ShownLink,
	textsOf,
	unknownLinkPage,
} from "./link-pages.ts";
import { type LinkState, stateOf } from "./link-state.ts";
import { findLink, noteOpened } from "./links.store.ts";
import { payByBank } from "./pay-by-bank.ts";
import { type LinkPayment, payLink } from "./pay-link.ts";
import { consentOf } from "./subscription/consent.ts";
import { endSubscribed, findFirstInFlight, findPlanOf, type Subscriber, subscribe } from "./subscription/subscribe.ts";
import { createLinkTries, type LinkTries } from "./tries.ts";

const path = `${linkPath}/{token}`;

/** Names the payment of this browser, so that its payer may go back to the bank. */
const payingCookie = "cardseal_paying";
const cookieOfPayer = { httpOnly: true, sameSite: "Lax", maxAge: 900 } as const;

const described = {
	tags: ["Pages"],
	middleware: pageResponsesWith(unknownLinkPage),
	request: {
		params: z.object({ token: z.string().openapi({ description: "The token in the link" }) }),
		query: languageQuery,
	},
};

const unknown = { ...page.refused, description: "The link is invalid" };
const answersOfForm = {
	303: page.redirected,
	400: page.refused,
	403: page.fromElsewhere,
	404: unknown,
	429: page.tooMany,
};

type Shown = ShownLink & { payment: Transaction | undefined; state: LinkState };

const typed = {
	token: z.string().openapi({ description: "The card token of the form" }),
	email: z.string().optional(),
	keep_card: z.literal("yes").optional().openapi({ description: "The payer lets the merchant keep the card" }),
	first_name: z.string().optional().openapi({ description: "With a plan, as are the next three" }),
	last_name: z.string().optional(),
	consent: z.string().optional().openapi({ description: "The hash of the text that the page showed" }),
	agree: z.literal("yes").optional(),
};

export function linkPageRoutes(app: OpenAPIHono<GatewayEnv>, payers: Payers, place: CardFormPlace): void {
	const tries = createLinkTries(payers.payments);
	const show = {
		...described,
		method: "get",
		operationId: "showPaymentLink",
		path,
		summary: "The page on which a payer pays a payment link",
		responses: { 200: page.shown, 404: unknown },
	} as const;
	pageRoute(app, show, async (context) => {
		const shown = await getFollowed(context, payers);
		const { database, clocks } = payers.payments;
		await noteOpened(database, shown.link.lookup_id, clocks.business.now());
		return showLink(context, payers, place, shown);
	});
	const pay = {
		...described,
		method: "post",
		operationId: "payPaymentLink",
		path,
		summary: "Pay a payment link",
		description: "A link is paid once. Another payment shows the outcome.",
		fields: typed,
		responses: { 200: page.shown, ...answersOfForm },
	} as const;
	pageRoute(app, pay, (context) => answerPayment(context, payers, place, tries));
	const payByAccount = {
		...described,
		method: "post",
		operationId: "payPaymentLinkByBank",
		path: `${path}/bank`,
		summary: "Go on to the page that pays a payment link from a bank account",
		fields: {},
		responses: answersOfForm,
	} as const;
	pageRoute(app, payByAccount, (context) => answerByBank(context, payers, place, tries));
}

async function answerPayment(context: Context<GatewayEnv>, payers: Payers, place: CardFormPlace, tries: LinkTries) {
	const { publicUrl } = payers.payments;
	const shown = await getShown(context, payers);
	const form = await readPageForm(context, { publicUrl });
	if (!mayPay(shown, "card")) return context.redirect(inLanguage(shown.path, shown.language), 303);
	const again = (problem: Problems) => {
		// A card number in the wrong field is not shown again.
		const { data: name } = nameFields.safeParse(Object.fromEntries(form));
		const typed = {
			email: lineOfText.safeParse(form.get("email")).data,
			firstName: name?.first_name,
			lastName: name?.last_name,
		};
		return showForm(context, payers, place, shown, { ...typed, ...problem });
	};
	const read = readPayment(form, shown);
	if (!("token" in read)) return again(read);
	const caller = payerOf(context);
	const begun = await tries.begin(shown.link, caller.clientAddress);
	if ("waitMs" in begun) return again(tooOften(context, shown, begun.waitMs));
	const paid = await pay(payers, shown, { ...read, isChallenged: begun.isChallenged, caller });
	const isBankAsked = "bank" in paid && paid.bank !== undefined;
	if (!("isDecline" in paid || isBankAsked)) await begun.forgive();
	if ("problem" in paid) return again({ problem: paid.problem });
	if (paid.bank !== undefined)
		setCookie(context, payingCookie, paid.transactionId, {
			...cookieOfPayer,
			path: shown.path,
			secure: publicUrl.startsWith("https:"),
		});
	return context.redirect(paid.bank ?? inLanguage(shown.path, shown.language), 303);
}

async function answerByBank(context: Context<GatewayEnv>, payers: Payers, place: CardFormPlace, tries: LinkTries) {
	const shown = await getShown(context, payers);
	await readPageForm(context, payers.payments);
	const { link, language } = shown;
	if (!mayPay(shown, "bank")) return context.redirect(inLanguage(shown.path, language), 303);
	const caller = payerOf(context);
	const waitMs = await tries.beginByBank(caller.clientAddress);
	if (waitMs !== undefined) return showForm(context, payers, place, shown, tooOften(context, shown, waitMs));
	try {
		return context.redirect(await payByBank(payers, link, { language, caller }), 303);
	} catch (error) {
		return showForm(context, payers, place, shown, { problem: problemOf(error, shown) });
	}
}

function tooOften(context: Context<GatewayEnv>, shown: Shown, waitMs: number): Problems {
	const { problems } = textsOf(shown).words;
	context.header("Retry-After", String(Math.ceil(waitMs / 1_000)));
	return { problem: problems.tooOften(Math.ceil(waitMs / 60_000)), status: 429 };
}

type Problems = Omit<FormState, "firstName" | "lastName">;

type Payment = Pick<LinkPayment, "token" | "email" | "keepsCard"> & {
	/** With a plan. */
	subscriber: Pick<Subscriber, "details" | "consent"> | undefined;
};

function readPayment(form: ReadonlyMap<string, string>, shown: Shown): Problems | Payment {
	const { problems } = textsOf(shown).words;
	const token = form.get("token");
	if (token === undefined) return { problem: problems.cardInvalid };
	const { consent, link } = shown;
	const asksName = consent !== undefined && link.customer_lookup_id === null;
	const email = emailAddress.optional().safeParse(form.get("email"));
	if (!email.success || (asksName && email.data === undefined)) {
		return { emailProblem: asksName ? problems.emailNeeded : problems.email, email: undefined };
	}
	const payment = { token, email: email.data ?? null, keepsCard: form.get("keep_card") === "yes" };
	if (consent === undefined) return { ...payment, subscriber: undefined };
	const name = nameFields.safeParse(Object.fromEntries(form));
	if (asksName && !name.success) return { nameProblem: problems.name };
	if (form.get("consent") !== consent.sha256.toString("hex")) return { problem: problems.termsChanged };
	if (form.get("agree") !== "yes") return { agreeProblem: problems.notAgreed };
	const details = asksName && name.data && email.data !== undefined ? { ...name.data, email: email.data } : undefined;
	return { ...payment, subscriber: { details, consent } };
}

/** A card number may be cut over both fields. */
const nameFields = z
	.object({ first_name: lineOfText, last_name: lineOfText })
	.refine(({ first_name: first, last_name: last }) => lineOfText.safeParse(`${first} ${last}`).success);

/** Returns the bank's page, if the payer is to authenticate. */
async function pay(
	payers: Payers,
	shown: Shown,
	{ subscriber, ...payment }: LinkPayment & Pick<Payment, "subscriber">,
): Promise<{ problem: string; isDecline?: true } | { bank: string | undefined; transactionId: string }> {
	try {
		if (subscriber !== undefined) {
			const end = await subscribe(payers, shown.link, { ...payment, ...subscriber });
			if (typeof end === "string") return { bank: undefined, transactionId: "" };
			if ("inFlight" in end) return { bank: await bankPageOf(payers, end.inFlight), transactionId: end.inFlight };
			return { problem: wordsOfDecline(end.declined, shown), isDecline: true };
		}
		const paid = await payLink(payers, shown.link, payment);
		if (paid.status === 503) return { problem: textsOf(shown).words.problems.unavailable };
		const { transaction_result: result, decline_code: code } = paid.body;
		if (result === "DECLINED") return { problem: wordsOfDecline(code, shown), isDecline: true };
		const bank = paid.status === 402 ? paid.body.next_action?.url : undefined;
		return { bank, transactionId: paid.body.transaction_id };
	} catch (error) {
		return { problem: problemOf(error, shown) };
	}
}

/** @param code `null` for a bank that gave none */
function wordsOfDecline(code: DeclineCode | null, shown: ShownLink): string {
	const { declined } = textsOf(shown).words.problems;
	const known: Partial<Record<DeclineCode, string>> = declined;
	return (code === null ? undefined : known[code]) ?? declined.generic;
}

/** @throws errors that are no problem of the link or the card */
function problemOf(error: unknown, shown: ShownLink): string {
	const { problems } = textsOf(shown).words;
	const reason = error instanceof Problem ? error.reason : undefined;
	if (reason === "link_being_paid" || reason === "link_not_open") return problems.beingPaid;
	if (reason === "link_terms_changed") return problems.termsChanged;
	return cardProblem(error, problems);
}

async function showLink(context: Context<GatewayEnv>, payers: Payers, place: CardFormPlace, shown: Shown) {
	const { link, payment, state } = shown;
	if (state === "payable") {
		// The payer comes back from the bank. Others see no decline.
		const tried = await findTried(context, payers, link);
		const isDeclined = tried?.status === "DECLINED";
		const problem = isDeclined ? wordsOfDecline(tried.decline_code, shown) : undefined;
		return showForm(context, payers, place, shown, { problem, status: 200 });
	}
	if (state === "paid" || state === "expired" || state === "canceled") {
		return context.html(endPage(shown, state, payment), 200);
	}
	// Others who have the link do not see this payer's way to the bank.
	const isPayer = payment !== undefined && isOfPayer(context, payment);
	const bank = isPayer ? (await nextActionOf(payers.payments, payment))?.url : undefined;
	return context.html(decidingPage(shown, bank), 200);
}

function isOfPayer(context: Context<GatewayEnv>, { transaction_id: transactionId }: Transaction): boolean {
	return isSameSecret(getCookie(context, payingCookie) ?? "", transactionId);
}

/** Returns the payment with which this browser went to the bank. */
async function findTried(
	context: Context<GatewayEnv>,
	{ payments: { database } }: Payers,
	{ merchant_id: merchantId }: PaymentLink,
): Promise<Transaction | undefined> {
	const transactionId = getCookie(context, payingCookie);
	const tried = transactionId ? await findByReference(database, transactionId) : undefined;
	return tried?.merchant_id === merchantId ? tried : undefined;
}

/** The first payment of a subscription may be decided, and the link not follow yet. */
async function getFollowed(context: Context<GatewayEnv>, payers: Payers): Promise<Shown> {
	const shown = await getShown(context, payers);
	const { link, payment } = shown;
	if (link.status !== "OPEN" || link.subscription_lookup_id === null) return shown;
	if (payment === undefined || payment.status === "PENDING") return shown;
	const first = await findFirstInFlight(payers, link.subscription_lookup_id);
	if (first !== undefined) await payers.subscriptions.renewNow(first.subscriptionId);
	await endSubscribed(payers, link);
	return getShown(context, payers);
}

function mayPay({ state, link }: Shown, method: LinkMethod): boolean {
	return state === "payable" && link.methods.includes(method);
}

async function showForm(
	context: Context<GatewayEnv>,
	payers: Payers,
	place: CardFormPlace,
	shown: Shown,
	state: FormState,
) {
	const card = await openCardForm(context, payers, place, shown.merchant);
	return context.html(payPage(shown, card, state), state.status ?? 400);
}

/** @throws Problem 404 when the address was never given */
async function getShown(context: Context<GatewayEnv>, payers: LinkPayers): Promise<Shown> {
	const { database, vault, clocks } = payers.payments;
	const token = context.req.param("token") ?? "";
	const lookupId = readLink(vault, token);
	const link = lookupId === undefined ? undefined : await findLink(database, lookupId);
	const merchant = link && (await findMerchant(database, { id: link.merchant_id }));
	if (link === undefined || merchant === undefined) {
		throw new Problem("link_invalid", "This link is incomplete or invalid.");
	}
	const language = languageFor(context, link.language);
	const plan = link.status === "OPEN" ? await findPlanOf(payers, link) : undefined;
	const now = clocks.business.now();
	const consent = plan && consentOf(merchant, plan, now, language);
	const { eft_transaction_id: requestId } = link;
	const bank = requestId === null ? undefined : await readRequestState(database, requestId, now);
	const isByBank = bank === "accepted" || bank === "paid" || (link.status === "PAID" && requestId !== null);
	const first = link.status === "OPEN" ? await findFirstInFlight(payers, link.subscription_lookup_id) : undefined;
	const transactionId = first?.inFlight ?? link.transaction_id;
	const payment = transactionId === null || isByBank ? undefined : await findByReference(database, transactionId);
	const isPlanGone = link.plan_lookup_id !== null && plan === undefined;
	const state = stateOf({ link, payment, bank, isPlanGone, now });
	return { link, merchant, payment, language, path: `${linkPath}/${token}`, consent, bank, state };
}
