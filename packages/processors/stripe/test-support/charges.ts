import type { Books, CardDetails, Charge, Intent, PaymentError, Refund, Setup } from "./books.ts";

/** An error body of https://docs.stripe.com/api/errors, with its HTTP status. */
export class Refused extends Error {
	readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 429 | 500;
	readonly body: Record<string, unknown>;
	/** Stored under the idempotency key: the endpoint had started. */
	readonly isStored: boolean;
	constructor(status: Refused["status"], body: Record<string, unknown>, isStored = false) {
		super(String(body.message));
		this.status = status;
		this.body = { type: "invalid_request_error", ...body };
		this.isStored = isStored;
	}
}

export interface Switches {
	/** Raw card data APIs. */
	rawCards: boolean;
	mitExemption: boolean;
	moto: boolean;
	chargesEnabled: boolean;
	/** The account's shortened descriptor. */
	descriptorPrefix: string;
	/** Answers 403, as to a restricted key, for paths that begin so. */
	forbidden: string[];
	/** The next request that starts is answered with 500, after it was carried out. */
	crashesNext: boolean;
}

/** The bank's answer to a card's number; the bank approves others. */
export interface Bank {
	/** `challenge` wants 3-D Secure; `waiting` leaves the intent in `requires_action` all the same. */
	answer: "challenge" | "waiting" | "processing" | Omit<PaymentError, "type" | "message">;
	checks?: Partial<CardDetails["checks"]>;
}

export type Decision = Bank | undefined;

/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minimums: Record<string, number> = { usd: 50, cad: 50, eur: 50, gbp: 30, jpy: 50, mxn: 10_00 };

const maximum = 999_999_99;

/** Stripe's published test card. https://docs.stripe.com/testing */
const testCard = "4242424242424242";

const ownCodes = new Set(["expired_card", "incorrect_cvc", "incorrect_number", "incorrect_zip", "processing_error"]);

/** A code of https://docs.stripe.com/declines/codes */
export function declineWith(code: string): Bank {
	return { answer: { code: ownCodes.has(code) ? code : "card_declined", decline_code: code } };
}

export function createCharges(books: Books, switches: Switches, banks: ReadonlyMap<string, Bank>) {
	function checkPermissions(form: URLSearchParams): void {
		if (!switches.rawCards) {
			throw new Refused(402, {
				message:
					"Sending credit card numbers directly to the Stripe API is generally unsafe. To continue processing use Stripe.js, the Stripe mobile bindings, or Stripe Elements.",
			});
		}
		for (const [name] of form) {
			const isForbidden =
				(name.includes("[mit_exemption]") && !switches.mitExemption) || (name.includes("[moto]") && !switches.moto);
			if (!isForbidden) continue;
			throw new Refused(400, {
				code: "parameter_unknown",
				param: name,
				message: `Received unknown parameter: ${name}`,
			});
		}
	}

	function checkDescriptor(form: URLSearchParams): void {
		const param = "statement_descriptor_suffix";
		if (form.has("statement_descriptor")) {
			throw new Refused(400, {
				param: "statement_descriptor",
				message:
					"The `statement_descriptor` parameter is not supported for the payment_method_type `card`. If you want to include additional statement descriptor information, please pass in `statement_descriptor_suffix` or remove the `statement_descriptor` parameter.",
			});
		}
		const suffix = form.get(param);
		if (suffix === null) return;
		// https://docs.stripe.com/get-started/account/statement-descriptors
		const isTooLong = `${switches.descriptorPrefix}* ${suffix}`.length > 22;
		const isWrong = !/^[\x20-\x7e\xa0-\u024f]+$/.test(suffix) || /[<>\\'"*]/.test(suffix) || !/[A-Za-z]/.test(suffix);
		if (isTooLong || isWrong)
			throw new Refused(400, { param, message: "The statement descriptor suffix is not valid." });
	}

	function checkTogether(form: URLSearchParams): void {
		const option = (name: string) => form.get(`payment_method_options[card][${name}]`);
		const refuse = (param: string, message: string) => {
			throw new Refused(400, { param, message });
		};
		const isConfirmed = form.get("confirm") === "true";
		for (const name of ["off_session", "error_on_requires_action"]) {
			if (form.has(name) && !isConfirmed)
				refuse(name, `The parameter ${name} cannot be passed unless confirm is true.`);
		}
		const isSetup = form.has("setup_future_usage") || form.has("usage");
		if (option("setup_credential_usage") !== null && !isSetup) {
			refuse("setup_credential_usage", "setup_credential_usage needs setup_future_usage.");
		}
		if (option("stored_credential_usage") === null) return;
		if (isSetup) refuse("stored_credential_usage", "stored_credential_usage is not supported with setup_future_usage.");
		if (form.get("off_session") === null)
			refuse("stored_credential_usage", "stored_credential_usage needs off_session.");
	}

	function checkAmount(form: URLSearchParams): { amount: number; currency: string } {
		const [amount, currency] = [required(form, "amount"), required(form, "currency")];
		const cents = Number(amount);
		const minimum = minimums[currency];
		if (minimum === undefined) throw new Refused(400, { param: "currency", message: `Invalid currency: ${currency}.` });
		if (cents < minimum) {
			const message = "Amount must convert to at least 50 cents.";
			throw new Refused(400, { code: "amount_too_small", param: "amount", message });
		}
		if (cents > maximum) {
			throw new Refused(400, {
				code: "amount_too_large",
				param: "amount",
				message: "Amount must be no more than $999,999.99",
			});
		}
		return { amount: cents, currency };
	}

	function readCard(form: URLSearchParams): { number: string; card: CardDetails; problem?: Bank } {
		required(form, "payment_method_data[type]");
		const of = (name: string) => required(form, `payment_method_data[card][${name}]`);
		const address = (name: string) => form.has(`payment_method_data[billing_details][address][${name}]`);
		const [number, month, year] = [of("number"), Number(of("exp_month")), Number(of("exp_year"))];
		const cvc = form.get("payment_method_data[card][cvc]");
		const card: CardDetails = {
			brand: number.startsWith("4") ? "visa" : number.startsWith("3") ? "amex" : "mastercard",
			last4: number.slice(-4),
			exp_month: month,
			exp_year: year,
			authorization_code: "123456",
			network_transaction_id: String(BigInt(`0x${Buffer.from(books.newId("n")).toString("hex")}`)).slice(-15),
			checks: {
				address_line1_check: address("line1") ? "pass" : null,
				address_postal_code_check: address("postal_code") ? "pass" : null,
				cvc_check: cvc === null ? null : "pass",
			},
		};
		const isPast = Date.UTC(year, month) <= books.now();
		const problem =
			(!hasLuhnDigit(number) && declineWith("incorrect_number")) ||
			(cvc !== null && !/^\d{3,4}$/.test(cvc) && declineWith("incorrect_cvc")) ||
			(isPast && declineWith("expired_card")) ||
			(number === testCard && declineWith("live_mode_test_card"));
		return { number, card, ...(problem && { problem }) };
	}

	function newCharge(intent: Intent, card: CardDetails, isApproved: boolean): Charge {
		const isCaptured = isApproved && intent.capture_method !== "manual";
		const charge: Charge = {
			id: books.newId("ch"),
			object: "charge",
			status: isApproved ? "succeeded" : "failed",
			amount: intent.amount,
			amount_captured: isCaptured ? intent.amount : 0,
			amount_refunded: 0,
			captured: isCaptured,
			created: books.seconds(),
			currency: intent.currency,
			// A copy: what the intent gets later, the charge does not have. https://docs.stripe.com/metadata
			metadata: { ...intent.metadata },
			payment_intent: intent.id,
			balance_transaction: isCaptured ? books.newId("txn") : null,
			payment_method_details: {
				type: "card",
				card: isApproved ? card : { ...card, authorization_code: null },
			},
		};
		if (isApproved && !isCaptured) card.capture_before = books.seconds() + 7 * 24 * 60 * 60;
		books.charges.set(charge.id, charge);
		intent.latest_charge = charge.id;
		return charge;
	}

	function approve(intent: Intent, card: CardDetails, key: string | null): void {
		newCharge(intent, card, true);
		const isHold = intent.capture_method === "manual";
		Object.assign(intent, {
			status: isHold ? "requires_capture" : "succeeded",
			amount_capturable: isHold ? intent.amount : 0,
			amount_received: isHold ? 0 : intent.amount,
		});
		books.tell(isHold ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded", intent, key);
	}

	function decline(
		intent: Intent,
		card: CardDetails,
		error: Omit<PaymentError, "type" | "message">,
		key: string | null,
	) {
		const { id } = newCharge(intent, card, false);
		intent.status = "requires_payment_method";
		intent.last_payment_error = { type: "card_error", message: messageOf(error), charge: id, ...error };
		books.tell("payment_intent.payment_failed", intent, key);
	}

	/** Cards of intents that are not decided. */
	const waiting = new Map<string, CardDetails>();

	return {
		create(form: URLSearchParams, key: string | null, told: Decision): Intent {
			checkPermissions(form);
			checkDescriptor(form);
			checkTogether(form);
			const { amount, currency } = checkAmount(form);
			const { number, card, problem } = readCard(form);
			const bank = told ?? problem ?? banks.get(number);
			Object.assign(card.checks, bank?.checks);
			const intent: Intent = {
				id: books.newId("pi"),
				object: "payment_intent",
				status: "requires_payment_method",
				amount,
				amount_capturable: 0,
				amount_received: 0,
				// The default since 2024-04-10.
				capture_method: form.get("capture_method") ?? "automatic_async",
				cancellation_reason: null,
				client_secret: `${books.newId("pi")}_secret`,
				created: books.seconds(),
				currency,
				description: form.get("description"),
				last_payment_error: null,
				latest_charge: null,
				livemode: true,
				metadata: metadataOf(form),
			};
			books.intents.set(intent.id, intent);
			const answer = bank?.answer;
			if (answer === undefined) approve(intent, card, key);
			else if (answer === "processing") {
				intent.status = "processing";
				waiting.set(intent.id, card);
				books.tell("payment_intent.processing", intent, key);
			} else if (answer === "waiting" || (answer === "challenge" && !form.has("error_on_requires_action"))) {
				intent.status = "requires_action";
				books.tell("payment_intent.requires_action", intent, key);
			} else decline(intent, card, answer === "challenge" ? { code: "authentication_required" } : answer, key);
			if (intent.last_payment_error === null) return intent;
			throw new Refused(402, { ...intent.last_payment_error, payment_intent: structuredClone(intent) }, true);
		},

		verify(form: URLSearchParams, key: string | null, told: Decision): Setup {
			checkPermissions(form);
			checkTogether(form);
			const { number, card, problem } = readCard(form);
			const answer = (told ?? problem ?? banks.get(number))?.answer;
			const isDeclined = typeof answer === "object";
			const setup: Setup = {
				id: books.newId("seti"),
				object: "setup_intent",
				status: isDeclined ? "requires_payment_method" : answer === undefined ? "succeeded" : "requires_action",
				cancellation_reason: null,
				created: books.seconds(),
				metadata: metadataOf(form),
				last_setup_error: isDeclined ? { type: "card_error", message: messageOf(answer), ...answer } : null,
				latest_attempt: {
					id: books.newId("setatt"),
					object: "setup_attempt",
					// Attempts have no authorization and no id of the network.
					payment_method_details: { card: { ...card, authorization_code: null, network_transaction_id: null } },
				},
			};
			books.setups.set(setup.id, setup);
			books.tell(isDeclined ? "setup_intent.setup_failed" : "setup_intent.succeeded", setup, key);
			if (setup.last_setup_error === null) return setup;
			throw new Refused(402, { ...setup.last_setup_error, setup_intent: structuredClone(setup) }, true);
		},

		capture(id: string, form: URLSearchParams, key: string | null): Intent {
			checkDescriptor(form);
			const intent = found(books.intents, id, "payment_intent");
			const amount = Number(form.get("amount_to_capture") ?? intent.amount_capturable);
			const charge = books.charges.get(intent.latest_charge ?? "");
			if (intent.status !== "requires_capture" || charge === undefined) throw unexpectedState(intent, "captured");
			if (amount > intent.amount_capturable) {
				const message = `The provided amount_to_capture (${amount}) is greater than the amount capturable.`;
				throw new Refused(400, { code: "amount_too_large", param: "amount_to_capture", message }, true);
			}
			Object.assign(intent.metadata, metadataOf(form));
			Object.assign(intent, { status: "succeeded", amount_received: amount, amount_capturable: 0 });
			Object.assign(charge, { captured: true, amount_captured: amount, balance_transaction: books.newId("txn") });
			books.tell("payment_intent.succeeded", intent, key);
			return intent;
		},

		cancel(id: string, form: URLSearchParams, key: string | null): Intent {
			const intent = found(books.intents, id, "payment_intent");
			const isOpen = ["requires_capture", "requires_action", "requires_payment_method"].includes(intent.status);
			if (!isOpen) throw unexpectedState(intent, "canceled");
			intent.status = "canceled";
			intent.cancellation_reason = form.get("cancellation_reason");
			intent.amount_capturable = 0;
			const charge = books.charges.get(intent.latest_charge ?? "");
			if (charge?.status === "succeeded") {
				charge.amount_refunded = charge.amount;
				if (key !== null) books.cancellations.set(intent.id, key);
			}
			books.tell("payment_intent.canceled", intent, key);
			return intent;
		},

		cancelSetup(id: string, form: URLSearchParams): Setup {
			const setup = found(books.setups, id, "setup_intent");
			setup.status = "canceled";
			setup.cancellation_reason = form.get("cancellation_reason");
			return setup;
		},

		refund(form: URLSearchParams, key: string | null, status: Refund["status"] = "succeeded"): Refund {
			const intent = found(books.intents, required(form, "payment_intent"), "payment_intent");
			const charge = books.charges.get(intent.latest_charge ?? "");
			if (charge === undefined || !charge.captured) {
				throw new Refused(400, { message: "This PaymentIntent does not have a successful charge to refund." }, true);
			}
			const left = charge.amount_captured - charge.amount_refunded;
			const amount = Number(form.get("amount") ?? left);
			if (left === 0) {
				const message = `Charge ${charge.id} has already been refunded.`;
				throw new Refused(400, { code: "charge_already_refunded", message }, true);
			}
			if (amount > left) {
				const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
				throw new Refused(400, { param: "amount", message }, true);
			}
			charge.amount_refunded += amount;
			const refund: Refund = {
				id: books.newId("re"),
				object: "refund",
				status,
				amount,
				charge: charge.id,
				created: books.seconds(),
				currency: charge.currency,
				metadata: metadataOf(form),
				payment_intent: intent.id,
			};
			books.refunds.set(refund.id, refund);
			books.tell("refund.created", refund, key);
			return refund;
		},

		decide(reference: string, result: "approved" | "declined" | "dropped"): void {
			const intent = books.intentOf(reference);
			const card = waiting.get(intent?.id ?? "");
			if (intent === undefined || card === undefined) throw new Error("No such intent is processing.");
			waiting.delete(intent.id);
			if (result === "approved") return approve(intent, card, null);
			if (result === "declined")
				return decline(intent, card, { code: "card_declined", decline_code: "do_not_honor" }, null);
			Object.assign(intent, { status: "canceled", cancellation_reason: "automatic" });
			books.tell("payment_intent.canceled", intent, null);
		},
	};
}

export function required(form: URLSearchParams, param: string): string {
	const value = form.get(param);
	if (value === null)
		throw new Refused(400, { code: "parameter_missing", param, message: `Missing required param: ${param}.` });
	return value;
}

export function found<Item>(items: ReadonlyMap<string, Item>, id: string, kind: string): Item {
	const item = items.get(id);
	if (item === undefined) throw new Refused(404, { code: "resource_missing", message: `No such ${kind}: '${id}'` });
	return item;
}

function unexpectedState({ status }: Intent, verb: string): Refused {
	const message = `This PaymentIntent could not be ${verb} because it has a status of ${status}.`;
	return new Refused(400, { code: "payment_intent_unexpected_state", message }, true);
}

function messageOf({ code }: { code: string }): string {
	return code === "authentication_required"
		? "This payment required an authentication action to complete, but `error_on_requires_action` was set."
		: "Your card was declined.";
}

function metadataOf(form: URLSearchParams): Record<string, string> {
	const pairs = [...form].map(([name, value]) => [/^metadata\[(.+)\]$/.exec(name)?.[1], value] as const);
	const named = pairs.filter((pair): pair is readonly [string, string] => pair[0] !== undefined);
	if (named.length > 50) throw new Refused(400, { param: "metadata", message: "Metadata can have up to 50 keys." });
	return Object.fromEntries(named);
}

function hasLuhnDigit(number: string): boolean {
	const digits = [...number].reverse().map(Number);
	const sum = digits.reduce((total, digit, place) => {
		const doubled = place % 2 === 1 ? digit * 2 : digit;
		return total + (doubled > 9 ? doubled - 9 : doubled);
	}, 0);
	return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}
