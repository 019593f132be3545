import {
	AccountRefused,
	type AccountSecrets,
	type ChargeRequest,
	type Inquiry,
	type ModificationRequest,
	type ProcessorAdapter,
} from "@cardseal/vault";
import {
	accountRefused,
	declined,
	environmentField,
	isTestAccount,
	NotSent,
	requestRefused,
	stillWaiting,
	unknown,
} from "@cardseal/vault/processors";
import { chargeOutcomeOf, declineOfRefusal, isUnfinished, modificationAnswerOf, wordsOf } from "./answers.ts";
import { type AdyenApi, type AdyenOptions, openApi, Refusal } from "./api.ts";
import { abandon, complete, isWaiting } from "./authentication.ts";
import { acceptDispute, sendEvidence } from "./disputes.ts";
import { createFindReported } from "./reported.ts";
import { paymentOf } from "./requests.ts";
import { cleanupSuffix, readWebhook } from "./webhook.ts";

/** A charge may cancel after its answer, and networks hold requests back. */
const maximumDelayMs = 2 * 60_000;

/** Adyen repeats a webhook at least every eight hours, for 30 days. */
const dayMs = 24 * 60 * 60 * 1000;

export function createAdyen(options: AdyenOptions = {}): ProcessorAdapter {
	const { webhookWaitMs = dayMs } = options;
	const open = (account: AccountSecrets) => openApi(account, options);
	const findReported = createFindReported(options);
	return {
		name: "adyen",
		title: "Adyen",
		testCard: { number: "4111111145551142", month: "03", year: "30", securityCode: "737" },
		fields: [
			{ name: "api_key", label: "API key", isSecret: true },
			{ name: "merchant_account", label: "Merchant account", isSecret: false, isIdentity: true },
			{ name: "live_prefix", label: "Live URL prefix", isSecret: false, isOptional: true },
			{ name: "webhook_hmac_key", label: "HMAC key of the webhook", isSecret: true, isOptional: true },
			{ name: "report_api_key", label: "API key of the report service user", isSecret: true, isOptional: true },
			environmentField,
		],
		maximumDelayMs,
		at: (origin) => createAdyen({ ...options, url: origin }),
		isTest: isTestAccount,

		verify: async (account) => verify(open(account), account),

		async submit(request, account) {
			try {
				const api = open(account);
				return await ("card" in request ? charge(api, request) : modify(api, request));
			} catch (error) {
				if (error instanceof NotSent) return neverSent;
				if (error instanceof Refusal) return declineOfRefusal(error, "card" in request);
				if (error instanceof AccountRefused) return accountRefused(error.message);
				throw error;
			}
		},

		authentication: {
			complete: async (request, returned, account) => complete(open(account), request, returned),
			// A restored database may not know the end.
			abandon: async (request, account) =>
				(await findReported(request, open(account)).catch(notFound)) ?? abandon(request),
		},

		takesMadeAuthentication: true,

		/** Adyen has no lookup, but webhooks, and reports of days that are over. */
		async inquire(request, account): Promise<Inquiry> {
			const reported = await findReported(request, open(account)).catch(notFound);
			if (reported !== undefined) return reported;
			if (isWaiting(request)) return stillWaiting(request.reference);
			const { requestedAt, processorTransactionId } = request;
			const { webhook_hmac_key: key } = account;
			if (!key) return unknown(noWebhook, true);
			if (Date.now() - requestedAt >= webhookWaitMs) return unknown(noOutcome, true);
			if (processorTransactionId !== null) return { result: "accepted", processorTransactionId };
			return unknown(waiting, false);
		},

		webhookPlace: "Developers › Webhooks › Standard webhook",

		readWebhook: async (request, account) => readWebhook(request, account, open(account)),

		acceptDispute: async (disputeId, account) => acceptDispute(disputeId, open(account)),

		sendEvidence: async (disputeId, evidence, account) => sendEvidence(disputeId, evidence, open(account)),
	};
}

const waiting =
	"Adyen tells the outcome by a webhook, usually within a minute. After an outage of this gateway it takes up to eight hours.";
const noOutcome =
	"No webhook told the outcome within a day. Look for our transaction id, which is the merchant reference, in Adyen's Customer Area, and check the webhook there.";
const noWebhook =
	"The account has no HMAC key, so no webhook can tell the outcome. Look for our transaction id, which is the merchant reference, in Adyen's Customer Area.";

/** A report that cannot be read tells nothing. */
const notFound = () => undefined;

const neverSent = declined("soft", "not_received", "The request could not be sent to Adyen.");

async function charge(api: AdyenApi, request: ChargeRequest) {
	const { reference } = request;
	const answer = await api.payments.payments(paymentOf(request, api.merchantAccount), { idempotencyKey: reference });
	const outcome = chargeOutcomeOf(answer, request);
	if (outcome.result === "declined" && isUnfinished(answer)) await cancelUnfinished(api, reference);
	return outcome;
}

/** Best effort: without authentication the payment expires at Adyen. */
async function cancelUnfinished({ modifications, merchantAccount }: AdyenApi, paymentReference: string): Promise<void> {
	const reference = `${paymentReference}${cleanupSuffix}`;
	const cancellation = { merchantAccount, paymentReference, reference };
	await modifications.cancelAuthorisedPayment(cancellation, { idempotencyKey: reference }).catch(() => undefined);
}

async function modify({ modifications, merchantAccount }: AdyenApi, request: ModificationRequest) {
	const { reference, operation, original } = request;
	const id = original.processorTransactionId;
	if (id === null || id === original.reference)
		return requestRefused("Adyen's id of the payment is not known. Do this in Adyen's Customer Area.");
	const options = { idempotencyKey: reference };
	const amount = { value: request.amountCents, currency: request.currency };
	const about = { merchantAccount, reference };
	const change = {
		capture: () => modifications.captureAuthorisedPayment(id, { ...about, amount }, options),
		refund: () => modifications.refundCapturedPayment(id, { ...about, amount }, options),
		// A reversal refunds what a sale captured already.
		void: () =>
			original.operation === "authorization"
				? modifications.cancelAuthorisedPaymentByPspReference(id, about, options)
				: modifications.refundOrCancelPayment(id, about, options),
	};
	return modificationAnswerOf(await change[operation](), request);
}

/** Fails the check digit, so no payment comes of it. */
const impossibleNumber = "4111111111111112";

async function verify(api: AdyenApi, { webhook_hmac_key: key, report_api_key: reportKey }: AccountSecrets) {
	if (key && !/^[0-9a-f]{64}$/i.test(key)) {
		throw new AccountRefused("The HMAC key of the webhook has 64 hexadecimal digits.");
	}
	const { merchantAccount } = api;
	const { paymentMethods = [] } = await refusingAccount(() => api.payments.paymentMethods({ merchantAccount }));
	if (!paymentMethods.some(({ type }) => type === "scheme")) {
		throw new AccountRefused(
			"The merchant account takes no cards yet. Request them in Customer Area › Payment methods.",
		);
	}
	await checkCardPermission(api);
	if (reportKey) await api.readReport("verify.csv");
}

async function refusingAccount<Answer>(call: () => Promise<Answer>): Promise<Answer> {
	try {
		return await call();
	} catch (error) {
		if (error instanceof Refusal && error.isAboutAccount) throw new AccountRefused(wordsOf(error));
		throw error;
	}
}

/** A credential without the role for card numbers is refused before the number is read. */
async function checkCardPermission({ payments, merchantAccount }: AdyenApi): Promise<void> {
	const paymentMethod = { type: "scheme", number: impossibleNumber, expiryMonth: "12", expiryYear: "2099" };
	const amount = { value: 0, currency: "EUR" };
	const reference = "verify";
	const request = { merchantAccount, amount, reference, paymentMethod, returnUrl: "https://payments.invalid/return" };
	try {
		await refusingAccount(() => payments.payments(request as Parameters<typeof payments.payments>[0]));
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
	}
}
