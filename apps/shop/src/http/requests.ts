import { z } from "zod";
import { findThing, maximumQuantity, type Thing } from "../catalogue.ts";
import { type CheckoutWay, checkoutWays, readCheckoutWay } from "../checkout-ways.ts";
import { checkoutWords } from "../locale/en/checkout.ts";
import type { WantedStep } from "../orders/desk.ts";
import { followUpKinds } from "../orders/follow-up.ts";
import type { Order } from "../orders/order.ts";
import { isCardNumberInside } from "../typed-card-number.ts";

/** What the form on a thing's page posts. */
export interface Purchase {
	readonly thing: Thing;
	readonly quantity: number;
	/** Whether the amount is only held until the shop collects it. */
	readonly hold: boolean;
}

/** Reads a posted purchase; `undefined` when the shop does not sell it that way. The price is never part of it. */
export function readPurchase(form: URLSearchParams): Purchase | undefined {
	const thing = findThing(form.get("thing") ?? "");
	const posted = form.get("quantity") ?? "";
	const quantity = /^[1-9]$/.test(posted) ? Number(posted) : 0;
	const hold = form.get("hold") === "yes";
	if (thing === undefined || quantity < 1 || quantity > maximumQuantity) return undefined;
	// One bag a month, and nothing that would only be held: the next payments follow this one.
	if (thing.monthly && (quantity > 1 || hold)) return undefined;
	return { thing, quantity, hold };
}

/** Reads a step posted on an order's page; `undefined` when it is none. `amountCents` is 0 for an amount that is no amount. */
export function readStep(kind: string, form: URLSearchParams, order: Order): WantedStep | undefined {
	const known = followUpKinds.find((one) => one === kind);
	const after = form.get("after") ?? "";
	if (known === undefined || !/^[0-9]{1,4}$/.test(after)) return undefined;
	const amountCents = known === "refund" ? readCents(form.get("amount") ?? "") : order.amountCents;
	return { kind: known, amountCents, after: Number(after) };
}

/** What the form with the cards on file posts. */
export interface PaymentOnFile {
	readonly cardId: string;
	/** How many attempts the page knew of. */
	readonly after: number;
	readonly way: CheckoutWay;
}

/** Reads a posted payment with a card on file; `undefined` when it is none. */
export function readPaymentOnFile(form: URLSearchParams): PaymentOnFile | undefined {
	const cardId = form.get("card") ?? "";
	const after = form.get("after") ?? "";
	if (!/^[0-9A-Za-z]{1,64}$/.test(cardId) || !/^[0-9]{1,4}$/.test(after)) return undefined;
	return { cardId, after: Number(after), way: readCheckoutWay(form.get("checkout") ?? undefined) };
}

/** What the form that asks for a mail posts. */
export interface BankPayment {
	readonly after: number;
	readonly way: CheckoutWay;
	readonly typed: { readonly name: string; readonly email: string };
	readonly payer: z.ZodSafeParseResult<{ name: string; email: string }>;
}

/** Reads a posted wish to pay from a bank account; `undefined` when it is none. */
export function readBankPayment(form: URLSearchParams): BankPayment | undefined {
	const after = form.get("after") ?? "";
	if (!/^[0-9]{1,4}$/.test(after)) return undefined;
	const typed = { name: form.get("name") ?? "", email: form.get("email") ?? "" };
	const way = readCheckoutWay(form.get("checkout") ?? undefined);
	return { after: Number(after), way, typed, payer: payerFields.safeParse(typed) };
}

/** Whole cents of "12", "12.5" or "12.50"; 0 for anything else, which no step may have. */
function readCents(text: string): number {
	const [, dollars, decimals = ""] = /^ *([0-9]{1,6})(?:\.([0-9]{1,2}))? *$/.exec(text) ?? [];
	return dollars === undefined ? 0 : Number(dollars) * 100 + Number(decimals.padEnd(2, "0"));
}

/** Control characters, and those that reverse the direction of the text after them, have no place in a name. */
const unusableInNames = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Longer texts are not even brought into one form: the time that takes grows with the square of a run of combining marks. */
const maximumRawLength = 1_024;

/** A name or address as it was typed. It is journalled, sent on and shown, so a card number in one is refused first of all. */
function typedText(tooLong: string) {
	return z
		.string()
		.max(maximumRawLength, { error: tooLong, abort: true })
		.refine((text) => !isCardNumberInside(text), { error: checkoutWords.cardNumberHere, abort: true });
}

/** The pattern keeps anything else out, a card number above all. */
const cardToken = z.string().regex(/^ct1[A-Za-z0-9_-]{142}$/);

/** What the script of a subscription's card page posts. */
export const newCardRequest = z.object({ token: cardToken });

/** Who pays, as it is typed. */
const payerFields = z.object({
	email: typedText(checkoutWords.emailInvalid)
		.trim()
		.max(254, checkoutWords.emailInvalid)
		.pipe(z.email(checkoutWords.emailInvalid)),
	name: typedText(checkoutWords.nameTooLong)
		.transform((name) => name.normalize("NFC").trim().replaceAll(/ +/g, " "))
		.pipe(
			z
				.string()
				.min(1, checkoutWords.nameMissing)
				.max(255, checkoutWords.nameTooLong)
				.refine((name) => !unusableInNames.test(name), checkoutWords.nameUnusable),
		),
});

/** What the checkout page's script posts. */
export const paymentRequest = payerFields.extend({
	order_id: z.string().max(64),
	checkout: z.enum(checkoutWays).default("widget"),
	token: cardToken,
	remember: z.boolean().default(false),
});

export type PaymentRequest = z.infer<typeof paymentRequest>;
