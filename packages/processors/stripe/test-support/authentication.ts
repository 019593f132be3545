import type { PayersEnd } from "@cardseal/processor-kit";
import type { Books, CardDetails, Intent, ThreeDSecure } from "./books.ts";

type Enrolment = "required" | "supported" | "not_supported" | "failing";

/** https://docs.stripe.com/testing#three-ds-cards. The banks of other cards authenticate without a challenge. */
const enrolments: ReadonlyMap<string, { enrolment: Enrolment; isDeclined?: true }> = new Map([
	["4000002760003184", { enrolment: "required" }],
	["4000002500003155", { enrolment: "required" }],
	["4000000000003220", { enrolment: "required" }],
	["4000008400001629", { enrolment: "required", isDeclined: true }],
	["4000000000003055", { enrolment: "supported" }],
	["4000000000003097", { enrolment: "failing" }],
	["378282246310005", { enrolment: "not_supported" }],
]);

export const cardsOfPayer = { challenged: "4000002760003184", frictionless: "4000000000003055" };

export const needsPayer = (number: string) => enrolments.get(number)?.enrolment === "required";

/** The bank declines, although the payer has authenticated. */
const isDeclinedAfterwards = (number: string) => enrolments.get(number)?.isDeclined === true;

/** What 3-D Secure tells without the payer. */
export function resultWithoutPayer(number: string): ThreeDSecure {
	const { enrolment = "supported" } = enrolments.get(number) ?? {};
	if (enrolment === "not_supported") return resultOf("not_supported", "network_not_supported", null);
	if (enrolment === "failing") return resultOf("processing_error", "protocol_error", null);
	return { ...resultOf("authenticated", null, "05"), authentication_flow: "frictionless" };
}

function resultOf(
	result: ThreeDSecure["result"],
	reason: ThreeDSecure["result_reason"],
	indicator: string | null,
): ThreeDSecure {
	return {
		authentication_flow: null,
		electronic_commerce_indicator: indicator,
		exemption_indicator: null,
		result,
		result_reason: reason,
		transaction_id: "f25084f0-5b16-4c0a-ae5d-b24808a95e4b",
		version: "2.2.0",
	};
}

const imported: Record<string, ThreeDSecure["result"]> = {
	Y: "authenticated",
	A: "attempt_acknowledged",
	I: "exempted",
};

/** https://docs.stripe.com/payments/payment-intents/three-d-secure-import */
export function importedResult(form: URLSearchParams): ThreeDSecure | undefined {
	const given = (name: string) => form.get(`payment_method_options[card][three_d_secure][${name}]`);
	if (given("version") === null) return undefined;
	const result = imported[given("ares_trans_status") ?? "Y"] ?? "failed";
	return {
		...resultOf(result, null, given("electronic_commerce_indicator")),
		transaction_id: given("transaction_id"),
		version: given("version") ?? "",
	};
}

/** In truth on `hooks.stripe.com`. */
const pagePath = /^\/3d_secure_2\/hosted\/(pi_\w+)$/;

export interface Waiting {
	intent: Intent;
	card: CardDetails;
	number: string;
	key: string | null;
}

export interface Surroundings {
	approve(intent: Intent, card: CardDetails, key: string | null): void;
	decline(intent: Intent, card: CardDetails, error: { code: string; decline_code?: string }, key: string | null): void;
	/** Of the simulator. */
	address(): string;
}

/** The intents that wait for their payers, and the page on which these authenticate. */
export function createPayerPages(books: Books, around: Surroundings) {
	const waiting = new Map<string, Waiting>();

	function end({ intent, card, number, key }: Waiting, how: PayersEnd): void {
		Object.assign(intent, { next_action: null });
		if (how === "wrong") {
			// No charge: the bank was not asked for money.
			Object.assign(intent, {
				status: "requires_payment_method",
				last_payment_error: {
					type: "card_error",
					code: "payment_intent_authentication_failure",
					message: "The provided PaymentMethod has failed authentication.",
				},
			});
			books.tell("payment_intent.payment_failed", intent, key);
			return;
		}
		const three_d_secure = {
			right: resultOf("authenticated", null, "05"),
			attempted: resultOf("attempt_acknowledged", null, "06"),
			unavailable: resultOf("processing_error", "protocol_error", "07"),
		}[how];
		const seen = { ...card, three_d_secure: { ...three_d_secure, authentication_flow: "challenge" as const } };
		if (isDeclinedAfterwards(number)) {
			around.decline(intent, seen, { code: "card_declined", decline_code: "generic_decline" }, key);
		} else around.approve(intent, seen, key);
	}

	return {
		ask(intent: Intent, form: URLSearchParams, of: Omit<Waiting, "intent">): void {
			const returnUrl = form.get("return_url");
			// https://docs.stripe.com/api/payment_intents/object#payment_intent_object-next_action
			const redirect = { return_url: returnUrl, url: `${around.address()}/3d_secure_2/hosted/${intent.id}` };
			Object.assign(intent, {
				status: "requires_action",
				next_action:
					returnUrl === null
						? { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect" } }
						: { type: "redirect_to_url", redirect_to_url: redirect },
			});
			waiting.set(intent.id, { ...of, intent });
			books.tell("payment_intent.requires_action", intent, of.key);
		},

		/** The payer pays with another card, by the secret in the address of the bank's page. */
		payOtherwise(intent: Intent): void {
			const asked = waiting.get(intent.id);
			if (asked === undefined || intent.status !== "requires_payment_method") throw new Error("It takes no card.");
			Object.assign(intent, { last_payment_error: null });
			around.approve(intent, asked.card, null);
		},

		/** The bank's page. It takes the payer's end by a form, and sends the browser to the return address. */
		serve(request: Request, body: string): Response | undefined {
			const { pathname } = new URL(request.url);
			const id = pagePath.exec(pathname)?.[1];
			if (id === undefined) return undefined;
			const asked = waiting.get(id);
			if (asked === undefined || asked.intent.status !== "requires_action") {
				return new Response("<!doctype html><title>This payment has ended.</title>", { status: 400 });
			}
			if (request.method === "GET") return new Response('<!doctype html><form method="post"></form>');
			const { intent } = asked;
			const target = new URL(intent.next_action?.redirect_to_url?.return_url ?? "");
			end(asked, new URLSearchParams(body).get("end") as PayersEnd);
			target.searchParams.set("payment_intent", intent.id);
			target.searchParams.set("payment_intent_client_secret", intent.client_secret);
			target.searchParams.set("redirect_status", intent.last_payment_error === null ? "succeeded" : "failed");
			return new Response(null, { status: 303, headers: { Location: target.href } });
		},
	};
}

/** Opens the bank's page as a browser does. Returns the query with which the bank sends the payer back. */
export async function visit(url: string, end: PayersEnd): Promise<Record<string, string>> {
	const page = await fetch(url);
	if (!page.ok) throw new Error("The bank's page shows no payment.");
	const answer = await fetch(url, { method: "POST", body: new URLSearchParams({ end }), redirect: "manual" });
	return Object.fromEntries(new URL(answer.headers.get("location") ?? "").searchParams);
}
