import { pageResponsesWith } from "@cardseal/identity";
import { nextActionOf, type Transaction } from "@cardseal/payments";
import { emailAddress, isSameSecret, lineOfText, Problem } from "@cardseal/platform";
import { languageQuery } from "@cardseal/platform/http";
import type { GatewayEnv } from "@cardseal/platform/http-env";
import { inLanguage, page, pageRoute, readPageForm } from "@cardseal/platform/pages";
import type { DeclineCode } from "@cardseal/vault";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { cardProblem } from "../page-parts.ts";
import { languageFor, openCardForm, payerOf } from "../payer-page.route.ts";
import type { CardFormPlace, Payers } from "../payers.ts";
import { linkPath } from "./link-page.ts";
import {
	decidingPage,
	endPage,
	type FormState,
	payPage,
	type ShownLink,
	textsOf,
	unknownLinkPage,
} from "./link-pages.ts";
import { payByBank } from "./pay-by-bank.ts";
import { type CardPayment, payByCard } from "./pay-by-card.ts";
import { findTried, getPayerLink, mayPay, openLink, type PayerLink } from "./payer-link.ts";
import { consentOf } from "./subscription/consent.ts";
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

type Shown = ShownLink & PayerLink;

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
		const opened = await openLink(payers, context.req.param("token") ?? "");
		return showLink(context, payers, place, shownTo(context, opened));
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
	const paid = await payByCard(payers, tries, shown.link, { ...read, caller: payerOf(context) });
	if (paid === "recorded") return context.redirect(inLanguage(shown.path, shown.language), 303);
	if ("waitMs" in paid) return again(tooOften(context, shown, paid.waitMs));
	if ("declined" in paid) return again({ problem: wordsOfDecline(paid.declined, shown) });
	if ("refusal" in paid) return again({ problem: problemOf(paid.refusal, shown) });
	setCookie(context, payingCookie, paid.transactionId, {
		...cookieOfPayer,
		path: shown.path,
		secure: publicUrl.startsWith("https:"),
	});
	return context.redirect(paid.bank, 303);
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

function readPayment(form: ReadonlyMap<string, string>, shown: Shown): Problems | Omit<CardPayment, "caller"> {
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

/** @param code `null` for a bank that gave none */
function wordsOfDecline(code: DeclineCode | null, shown: ShownLink): string {
	const { declined } = textsOf(shown).words.problems;
	const known: Partial<Record<DeclineCode, string>> = declined;
	return (code === null ? undefined : known[code]) ?? declined.generic;
}

/** @throws errors that are no problem of the link or the card */
function problemOf(error: unknown, shown: ShownLink): string {
	const { problems } = textsOf(shown).words;
	if (error === "unavailable") return problems.unavailable;
	const reason = error instanceof Problem ? error.reason : undefined;
	if (reason === "link_being_paid" || reason === "link_not_open") return problems.beingPaid;
	if (reason === "link_terms_changed") return problems.termsChanged;
	return cardProblem(error, problems);
}

async function showLink(context: Context<GatewayEnv>, payers: Payers, place: CardFormPlace, shown: Shown) {
	const { link, payment, state } = shown;
	if (state === "payable") {
		// The payer comes back from the bank. Others see no decline.
		const tried = await findTried(payers, link, getCookie(context, payingCookie));
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
async function getShown(context: Context<GatewayEnv>, payers: Payers): Promise<Shown> {
	return shownTo(context, await getPayerLink(payers, context.req.param("token") ?? ""));
}

function shownTo(context: Context<GatewayEnv>, found: PayerLink): Shown {
	const { link, merchant, plan, now } = found;
	const language = languageFor(context, link.language);
	const consent = plan && consentOf(merchant, plan, now, language);
	return { ...found, language, path: `${linkPath}/${context.req.param("token")}`, consent };
}
