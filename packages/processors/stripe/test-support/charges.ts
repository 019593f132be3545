import type { Books, CardDetails, Charge, Dispute, Intent, PaymentError, Refund, Setup } from "./books.ts";
import {
	type Bank,
	checkDescriptor,
	checkPermissions,
	checkTogether,
	Refused,
	readAmount,
	readCard,
	required,
	type Switches,
} from "./rules.ts";

/** Authorizations of cards are held for seven days. */
const holdSeconds = 7 * 24 * 60 * 60;

type BankError = Omit<PaymentError, "type" | "message">;

export function createCharges(books: Books, switches: Switches, banks: ReadonlyMap<string, Bank>) {
	/** Cards of intents that are not decided. */
	const waiting = new Map<string, CardDetails>();

	function newCharge(intent: Intent, card: CardDetails, isApproved: boolean): Charge {
		const isCaptured = isApproved && intent.capture_method !== "manual";
		const isHeld = isApproved && !isCaptured;
		const authorization = {
			authorization_code: "123456",
			network_transaction_id: networkIdOf(intent.id),
			...(isHeld && { capture_before: books.seconds() + holdSeconds }),
		};
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
			// Some documents tell of a copy of the intent's.
			metadata: {},
			payment_intent: intent.id,
			balance_transaction: isCaptured ? books.newId("txn") : null,
			payment_method_details: { type: "card", card: { ...card, ...(isApproved && authorization) } },
		};
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

	function decline(intent: Intent, card: CardDetails, error: BankError, key: string | null): void {
		const { id } = newCharge(intent, card, false);
		intent.status = "requires_payment_method";
		intent.last_payment_error = { type: "card_error", message: messageOf(error), charge: id, ...error };
		books.tell("payment_intent.payment_failed", intent, key);
	}

	function wait(intent: Intent, card: CardDetails, status: "processing" | "requires_action", key: string | null): void {
		intent.status = status;
		waiting.set(intent.id, card);
		books.tell(`payment_intent.${status}`, intent, key);
	}

	/** Releases the bank's hold, if there is one. */
	function end(intent: Intent, reason: string | null, key: string | null): void {
		Object.assign(intent, { status: "canceled", cancellation_reason: reason, amount_capturable: 0 });
		const charge = books.charges.get(intent.latest_charge ?? "");
		if (charge?.status === "succeeded") charge.amount_refunded = charge.amount;
		books.tell("payment_intent.canceled", intent, key);
	}

	/** https://docs.stripe.com/payments/place-a-hold-on-a-payment-method: Stripe cancels what is not captured in time. */
	function endHold(intent: Intent): void {
		if (intent.status !== "requires_capture") return;
		const { capture_before: until } = books.charges.get(intent.latest_charge ?? "")?.payment_method_details.card ?? {};
		if (until !== undefined && until <= books.seconds()) end(intent, "automatic", null);
	}

	function newIntent(form: URLSearchParams): Intent {
		const intent: Intent = {
			...readAmount(form),
			id: books.newId("pi"),
			object: "payment_intent",
			status: "requires_payment_method",
			amount_capturable: 0,
			amount_received: 0,
			// The default since 2024-04-10.
			capture_method: form.get("capture_method") ?? "automatic_async",
			cancellation_reason: null,
			client_secret: `${books.newId("pi")}_secret`,
			created: books.seconds(),
			description: form.get("description"),
			last_payment_error: null,
			latest_charge: null,
			livemode: true,
			metadata: metadataOf(form),
		};
		books.intents.set(intent.id, intent);
		return intent;
	}

	return {
		/** Cancels each intent whose hold has ended. */
		endHolds: () => books.intents.forEach(endHold),

		/** @param told the bank's answer, whatever the card */
		create(form: URLSearchParams, key: string | null, told: Bank | undefined): Intent {
			checkPermissions(form, switches);
			checkDescriptor(form, switches);
			checkTogether(form);
			const { number, card, problem } = readCard(form, books.now());
			const { answer, checks } = told ?? problem ?? banks.get(number) ?? { answer: "approve" };
			Object.assign(card.checks, checks);
			const intent = newIntent(form);
			if (answer === "approve") approve(intent, card, key);
			else if (answer === "processing") wait(intent, card, "processing", key);
			else if (typeof answer === "object") decline(intent, card, answer, key);
			else if (answer === "challenge" && form.has("error_on_requires_action")) {
				decline(intent, card, { code: "authentication_required" }, key);
			} else wait(intent, card, "requires_action", key);
			if (intent.last_payment_error === null) return intent;
			throw new Refused(402, { ...intent.last_payment_error, payment_intent: structuredClone(intent) }, true);
		},

		verify(form: URLSearchParams, key: string | null, told: Bank | undefined): Setup {
			checkPermissions(form, switches);
			checkTogether(form);
			const { number, card, problem } = readCard(form, books.now());
			const { answer } = told ?? problem ?? banks.get(number) ?? { answer: "approve" };
			const error = typeof answer === "object" ? answer : undefined;
			const isDecided = answer === "approve" || answer === "processing";
			const setup: Setup = {
				id: books.newId("seti"),
				object: "setup_intent",
				status: error ? "requires_payment_method" : isDecided ? "succeeded" : "requires_action",
				cancellation_reason: null,
				created: books.seconds(),
				metadata: metadataOf(form),
				last_setup_error: error ? { type: "card_error", message: messageOf(error), ...error } : null,
				latest_attempt: { id: books.newId("setatt"), object: "setup_attempt", payment_method_details: { card } },
			};
			books.setups.set(setup.id, setup);
			books.tell(error ? "setup_intent.setup_failed" : "setup_intent.succeeded", setup, key);
			if (setup.last_setup_error === null) return setup;
			throw new Refused(402, { ...setup.last_setup_error, setup_intent: structuredClone(setup) }, true);
		},

		capture(id: string, form: URLSearchParams, key: string | null): Intent {
			checkDescriptor(form, switches);
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

		cancel(id: string, reason: string | null, key: string | null): Intent {
			const intent = found(books.intents, id, "payment_intent");
			const isOpen = ["requires_capture", "requires_action", "requires_payment_method"].includes(intent.status);
			if (!isOpen) throw unexpectedState(intent, "canceled");
			const isHeld = intent.status === "requires_capture";
			end(intent, reason, key);
			if (isHeld && key !== null) books.cancellations.set(intent.id, key);
			return intent;
		},

		cancelSetup(id: string, reason: string | null): Setup {
			const setup = found(books.setups, id, "setup_intent");
			if (setup.status === "succeeded" || setup.status === "canceled") {
				const message = `You cannot cancel this SetupIntent because it has a status of ${setup.status}.`;
				throw new Refused(400, { code: "setup_intent_unexpected_state", message }, true);
			}
			return Object.assign(setup, { status: "canceled", cancellation_reason: reason });
		},

		refund(form: URLSearchParams, key: string | null, status: Refund["status"] = "succeeded"): Refund {
			const intent = found(books.intents, required(form, "payment_intent"), "payment_intent");
			const charge = books.charges.get(intent.latest_charge ?? "");
			if (charge === undefined || !charge.captured) {
				throw new Refused(400, { message: "This PaymentIntent does not have a successful charge to refund." }, true);
			}
			if ([...books.disputes.values()].some((dispute) => dispute.charge === charge.id && !isRefundable(dispute))) {
				const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
				throw new Refused(400, { code: "charge_disputed", message }, true);
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
			if (result === "approved") approve(intent, card, null);
			else if (result === "declined") {
				decline(intent, card, { code: "card_declined", decline_code: "do_not_honor" }, null);
			} else end(intent, "automatic", null);
		},
	};
}

/** Before a dispute, the bank may inquire; a dispute that was won is over. */
const isRefundable = ({ status }: Dispute) => status.startsWith("warning_") || status === "won";

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
	const named = [...form].flatMap(([name, value]): [string, string][] => {
		const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
		return key === undefined ? [] : [[key, value]];
	});
	if (named.length > 50) throw new Refused(400, { param: "metadata", message: "Metadata can have up to 50 keys." });
	return Object.fromEntries(named);
}

/** 15 digits, as Visa's. */
function networkIdOf(intentId: string): string {
	return `31${intentId.replace(/\D/g, "").padStart(13, "7").slice(-13)}`;
}
