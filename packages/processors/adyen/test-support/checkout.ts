import type { ContentFault } from "@cardseal/processor-kit";
import { type Context, Hono } from "hono";
import { passesLuhn } from "../../../card/src/number.ts";
import { type Authentication, authenticationProblemOf, dataAfter } from "./authentication.ts";
import type { Books, Modification, Payment } from "./books.ts";
import { fieldProblemOf } from "./schema.ts";

/** The abilities of an account, which Adyen grants on request. */
export interface Switches {
	/** The role "API PCI Payments". */
	rawCards: boolean;
	/** An acquirer for the card. */
	acquirer: boolean;
	cardsEnabled: boolean;
	/** The bank answers that the payer has to authenticate. */
	requiresAuthentication: boolean;
	/** The bank wants to know the payment that stored the card, when the payer is absent. */
	needsNetworkReference: boolean;
	/** Fields of `additionalData` that were selected in Customer Area. */
	additionalData: boolean;
}

export interface CheckoutOptions {
	apiKey: string;
	merchantAccount: string;
	books: Books;
	authentication: Authentication;
	switches: Switches;
}

interface Env {
	Bindings: { fault: ContentFault | undefined };
}

type Body = Record<string, unknown>;

interface Money {
	value: number;
	currency: string;
}

interface Refused {
	status: 400 | 401 | 403 | 422 | 500;
	errorCode: string;
	message: string;
	errorType: "validation" | "security" | "configuration";
}

const refused = (status: Refused["status"], errorCode: string, message: string, errorType?: Refused["errorType"]) => ({
	status,
	errorCode,
	message,
	errorType: errorType ?? ("validation" as const),
});

/** https://docs.adyen.com/development-resources/refusal-reasons */
const refusalReasons: Readonly<Record<string, string>> = {
	"2": "Refused",
	"5": "Blocked Card",
	"6": "Expired Card",
	"11": "3D Not Authenticated",
	"12": "Not enough balance",
	"20": "FRAUD",
	"23": "Transaction Not Permitted",
	"24": "CVC Declined",
	"38": "Authentication required",
	"99": "A new reason",
};

/** Adyen's Checkout API, version 72, in the test system's form and in the live one's, which has a folder more. */
export function createCheckout(options: CheckoutOptions): Hono<Env> {
	const { apiKey, merchantAccount, books, authentication, switches } = options;
	const stored = new Map<string, { status: number; text: string }>();
	const running = new Set<string>();
	const app = new Hono<Env>();

	app.use(async (context, next) => {
		if (context.req.header("x-api-key") !== apiKey) {
			return answerRefused(context, refused(401, "000", "HTTP Status Response - Unauthorized", "security"));
		}
		if (context.req.header("content-type") !== "application/json") {
			return answerRefused(context, refused(400, "702", "Unexpected content type"));
		}
		const key = context.req.header("idempotency-key");
		if (key === undefined) return next();
		// https://docs.adyen.com/development-resources/api-idempotency
		if (key.length > 64) return answerRefused(context, refused(422, "702", "The idempotency key is too long"));
		if (running.has(key)) {
			const told = { status: 409, errorCode: "704", message: "request already processed or in progress" };
			return context.json({ ...told, errorType: "validation" }, 409, { "Transient-Error": "true" });
		}
		const earlier = stored.get(key);
		if (earlier !== undefined) {
			const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
			return new Response(earlier.text, { status: earlier.status, headers });
		}
		running.add(key);
		await next();
		running.delete(key);
		stored.set(key, { status: context.res.status, text: await context.res.clone().text() });
	});

	const route = (path: string, handle: (context: Context<Env>, body: Body) => Response, schema: string) => {
		for (const base of ["/v72", "/checkout/v72"]) {
			app.post(`${base}${path}`, async (context) => {
				const body = await context.req.json().catch(() => undefined);
				// The details name their payment, and no account.
				const isOfAccount = schema !== "PaymentDetailsRequest";
				const problem =
					schemaRefusal(schema, body) ?? (isOfAccount ? accountRefusal(body, merchantAccount) : undefined);
				return problem === undefined ? handle(context, body) : answerRefused(context, problem);
			});
		}
	};

	route(
		"/paymentMethods",
		(context) => context.json({ paymentMethods: switches.cardsEnabled ? [{ name: "Cards", type: "scheme" }] : [] }),
		"PaymentMethodsRequest",
	);

	route(
		"/payments",
		(context, body) => {
			const { fault } = context.env;
			if (fault === "echo") return answerRefused(context, echoOf(context, body));
			const problem = paymentRefusal(body, switches);
			if (problem !== undefined) return answerRefused(context, problem);
			const wanted = authentication.wanted(body);
			if (switches.requiresAuthentication || wanted.kind === "challenge") {
				const action = authentication.begin(body);
				// The payment gets another one in the end.
				return context.json({ resultCode: "RedirectShopper", action, pspReference: books.newPspReference() });
			}
			const isUnknown = switches.needsNetworkReference && isByMerchant(body) && networkReferenceOf(body) === undefined;
			const bankCode = isUnknown || wanted.kind === "refused" ? "38" : undefined;
			const code = typeof fault === "object" ? fault.declined : bankCode;
			const payment = carryOut(books, body, code, wanted.kind === "goes_on" ? wanted.data : {});
			return context.json(distorted(paymentAnswer(payment, body, code, switches), fault));
		},
		"PaymentRequest",
	);

	route(
		"/payments/details",
		(context, body) => {
			const { fault } = context.env;
			if (fault === "echo") return answerRefused(context, echoOf(context, body));
			const taken = authentication.take((body.details as Body).redirectResult);
			if (taken === undefined) return answerRefused(context, refused(422, "14_018", "Invalid payload provided"));
			const { request, end } = taken;
			const bankCode = end === "wrong" ? "11" : undefined;
			const code = typeof fault === "object" ? fault.declined : bankCode;
			const payment = carryOut(books, request, code, dataAfter(end, "challenge"));
			return context.json(distorted(paymentAnswer(payment, request, code, switches), fault));
		},
		"PaymentDetailsRequest",
	);

	const schemas = {
		captures: "PaymentCaptureRequest",
		refunds: "PaymentRefundRequest",
		cancels: "PaymentCancelRequest",
		reversals: "PaymentReversalRequest",
	} as const;
	for (const path of Object.keys(schemas) as (keyof typeof schemas)[]) {
		route(
			`/payments/:id/${path}`,
			(context, body) => {
				const payment = books.findPayment(context.req.param("id") ?? "");
				if (payment === undefined) {
					return answerRefused(context, refused(422, "167", "Original pspReference required for this operation"));
				}
				const problem = referenceRefusal(body);
				if (problem !== undefined) return answerRefused(context, problem);
				const whole = { value: payment.amountCents, currency: payment.currency };
				const { value: amountCents, currency } = (body.amount as Money | undefined) ?? whole;
				if (amountCents <= 0) return answerRefused(context, refused(422, "137", "Invalid amount specified"));
				const reference = String(body.reference);
				const modification = books.modify({ reference, path, payment, amountCents, currency });
				return context.json(modificationAnswer(modification, body, merchantAccount), 201);
			},
			schemas[path],
		);
	}

	route(
		"/cancels",
		(context, body) => {
			const { paymentReference, reference } = body;
			const pspReference = books.newPspReference();
			return context.json({ merchantAccount, paymentReference, reference, pspReference, status: "received" }, 201);
		},
		"StandalonePaymentCancelRequest",
	);

	return app;
}

function answerRefused(context: Context<Env>, { status, ...problem }: Refused): Response {
	return context.json({ status, ...problem, pspReference: "PSPREFUSED000000" }, status);
}

function schemaRefusal(schema: string, body: unknown): Refused | undefined {
	if (body === undefined) return refused(400, "702", "Unexpected input");
	const problem = fieldProblemOf(schema, body);
	if (problem === undefined) return undefined;
	const { field, kind } = problem;
	if (kind === "unknown") return refused(400, "702", `Unknown field: ${field}`);
	if (field === "returnUrl") return refused(422, "14_030", "Return URL is missing.");
	if (field === "reference") return refused(422, "130", "Reference Missing");
	if (field.startsWith("billingAddress.")) return refused(422, "104", `Billing address problem: ${field}`);
	const words = kind === "missing" ? "Required field is not provided" : "Field is not valid";
	return refused(422, "702", `${words}: ${field}`);
}

function accountRefusal(body: Body, merchantAccount: string): Refused | undefined {
	if (body.merchantAccount === merchantAccount) return undefined;
	return refused(403, "901", "Invalid Merchant Account", "security");
}

function echoOf(context: Context<Env>, body: Body): Refused {
	return refused(422, "702", `${JSON.stringify(body)} ${JSON.stringify([...context.req.raw.headers])}`);
}

function referenceRefusal({ reference }: Body): Refused | undefined {
	if (typeof reference === "string" && reference.length <= 80) return undefined;
	return refused(422, "130", "Reference Missing");
}

/** What the descriptions say in words. */
function paymentRefusal(body: Body, switches: Switches): Refused | undefined {
	const card = body.paymentMethod as Record<string, string>;
	if (!switches.rawCards) return refused(403, "010", "Not allowed", "security");
	return (
		referenceRefusal(body) ??
		cardRefusal(card) ??
		amountRefusal(body.amount as Money) ??
		interactionRefusal(body) ??
		addressRefusal(body.billingAddress as Record<string, string> | undefined) ??
		shopperRefusal(body) ??
		authenticationRefusal(body) ??
		(switches.acquirer ? undefined : refused(500, "905", "Payment details are not supported", "configuration"))
	);
}

function cardRefusal({ type, number = "", expiryMonth = "", expiryYear = "", cvc }: Record<string, string>) {
	if (type !== "scheme") return refused(422, "102", "Unable to determine variant");
	if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return refused(422, "101", "Invalid card number");
	if (!/^(?:0?[1-9]|1[0-2])$/.test(expiryMonth) || !/^20\d\d$/.test(expiryYear)) {
		return refused(422, "140", "Invalid expiryMonth or expiryYear");
	}
	if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) return refused(422, "103", "CVC is not the right length");
	return undefined;
}

function amountRefusal({ value, currency }: Money): Refused | undefined {
	if (!/^[A-Z]{3}$/.test(currency)) return refused(422, "138", "Unsupported currency specified");
	return value < 0 ? refused(422, "137", "Invalid amount specified") : undefined;
}

const networkReferenceOf = ({ additionalData }: Body) =>
	(additionalData as Record<string, string> | undefined)?.networkTxReference;

/** https://docs.adyen.com/api-explorer/Checkout/72/post/payments#request-additionalData-AdditionalDataCommon-networkTxReference */
const isByMerchant = ({ shopperInteraction, recurringProcessingModel: model }: Body) =>
	shopperInteraction === "ContAuth" && (model === "Subscription" || model === "UnscheduledCardOnFile");

const knownData = new Set(["manualCapture", "networkTxReference", "authorisationType"]);

function interactionRefusal(body: Body): Refused | undefined {
	const data = (body.additionalData ?? {}) as Record<string, string>;
	const unknown = Object.keys(data).find((name) => !knownData.has(name));
	if (unknown !== undefined) return refused(422, "702", `Unknown field: additionalData.${unknown}`);
	if (data.manualCapture !== undefined && body.captureDelayHours !== undefined) {
		return refused(422, "702", "captureDelayHours contradicts manualCapture");
	}
	const delay = Number(body.captureDelayHours ?? 0);
	if (delay < 0 || delay > 672) return refused(422, "702", "captureDelayHours is too long");
	const isContAuth = body.shopperInteraction === "ContAuth";
	if (data.networkTxReference !== undefined && (!isContAuth || body.recurringProcessingModel === undefined)) {
		return refused(422, "702", "networkTxReference is for ContAuth with a recurringProcessingModel");
	}
	if (body.recurringProcessingModel !== undefined && body.shopperReference === undefined) {
		return refused(422, "139", "Recurring requires shopperReference");
	}
	if (body.industryUsage !== undefined && !isContAuth) {
		return refused(422, "702", "industryUsage is for merchant-initiated payments");
	}
	return undefined;
}

function addressRefusal(address: Record<string, string> | undefined): Refused | undefined {
	if (address === undefined) return undefined;
	const { country = "", postalCode = "", stateOrProvince } = address;
	if (!/^[A-Z]{2}$/.test(country)) return refused(422, "134", "Billing address problem (Country)");
	const needsState = country === "US" || country === "CA";
	if ((needsState || stateOrProvince !== undefined) && !/^[A-Z]{2}$/.test(stateOrProvince ?? "")) {
		return refused(422, "135", "Billing address problem (StateOrProvince)");
	}
	const isPostalCode = country === "US" ? /^\d{1,5}$|^NA$/.test(postalCode) : postalCode.length <= 10;
	return isPostalCode ? undefined : refused(422, "104", "Billing address problem (PostalCode)");
}

function shopperRefusal({ shopperReference, shopperStatement, shopperEmail, shopperIP }: Body): Refused | undefined {
	const isIn = (value: unknown, form: RegExp) => value === undefined || form.test(String(value));
	if (!isIn(shopperReference, /^.{3,256}$/)) return refused(422, "702", "shopperReference is too short");
	if (!isIn(shopperStatement, /^[a-zA-Z0-9 .,'_?+*/-]{1,22}$/)) {
		return refused(422, "702", "shopperStatement has characters that are not allowed");
	}
	if (!isIn(shopperEmail, /^\S+@\S+$/)) return refused(422, "702", "shopperEmail is not valid");
	return isIn(shopperIP, /^[0-9a-f.:]{3,45}$/i) ? undefined : refused(422, "702", "shopperIP is not valid");
}

function authenticationRefusal(body: Body): Refused | undefined {
	const field = authenticationProblemOf(body);
	return field === undefined ? undefined : refused(422, "702", `Required for 3D Secure, or not valid: ${field}`);
}

function carryOut(
	books: Books,
	body: Body,
	code: string | undefined,
	authenticationData: Record<string, string>,
): Payment {
	const { value, currency } = body.amount as Money;
	const data = (body.additionalData ?? {}) as Record<string, string>;
	const isManual = data.manualCapture === "true";
	const operation = value === 0 ? "verification" : isManual ? "authorization" : "sale";
	const isApproved = code === undefined;
	return books.addPayment({
		reference: String(body.reference),
		operation,
		result: isApproved ? "approved" : "declined",
		amountCents: value,
		currency,
		capturedCents: isApproved && operation === "sale" ? value : 0,
		refusalReason: isApproved ? undefined : (refusalReasons[code] ?? "Refused"),
		networkTxReference: `0${Date.now()}${books.payments.length % 10}`.slice(0, 15),
		authenticationData,
		suffix: String((body.paymentMethod as Record<string, string>).number).slice(-4),
	});
}

/** https://docs.adyen.com/risk-management/avs-checks. No card has the postal code N0N0N0. */
function avsResultOf(address: unknown): string {
	if (address === undefined) return "5 No AVS data provided";
	const { postalCode } = address as { postalCode?: string };
	return postalCode === "N0N0N0" ? "2 Neither postal code nor address match" : "7 Both postal code and address match";
}

/** https://docs.adyen.com/api-explorer/Checkout/72/post/payments#responses-200 */
function paymentAnswer(payment: Payment, body: Body, code: string | undefined, switches: Switches): Body {
	const { cvc } = body.paymentMethod as Record<string, string>;
	const checks = {
		avsResult: avsResultOf(body.billingAddress),
		cvcResult: cvc === undefined ? "6 No CVC/CVV provided" : "1 Matches",
	};
	const isStored = body.recurringProcessingModel !== undefined;
	const additionalData = {
		...checks,
		...payment.authenticationData,
		...(code === undefined && { authCode: "065696" }),
		...(isStored && { networkTxReference: payment.networkTxReference }),
	};
	return {
		pspReference: payment.pspReference,
		resultCode: code === undefined ? "Authorised" : "Refused",
		amount: body.amount,
		merchantReference: payment.reference,
		...(switches.additionalData && { additionalData }),
		...(code !== undefined && { refusalReason: refusalReasons[code] ?? "Refused", refusalReasonCode: code }),
	};
}

function modificationAnswer({ pspReference, reference, payment }: Modification, { amount }: Body, account: string) {
	return {
		merchantAccount: account,
		paymentPspReference: payment.pspReference,
		pspReference,
		reference,
		status: "received",
		...(amount !== undefined && { amount }),
	};
}

function distorted(answer: Body, fault: ContentFault | undefined): Body {
	const amount = answer.amount as Money;
	if (fault === "other_amount") return { ...answer, amount: { ...amount, value: amount.value + 1_00 } };
	if (fault === "other_currency") return { ...answer, amount: { ...amount, currency: "USD" } };
	if (fault === "other_reference") return { ...answer, merchantReference: "another" };
	return fault === "unknown_result" ? { ...answer, resultCode: "Astonished" } : answer;
}
