// Moneris' side of https://developer.moneris.com/moneris-api/docs: it refuses what the documents do not allow.
import { randomBytes } from "node:crypto";
import type { ContentFault } from "@cardseal/processor-kit";
import type { z } from "zod";
import { type Books, type Entry, type Money, shownEntry } from "./books.ts";
import { bodies, type ChargeBody, headerVersions, type PaymentMethodBody } from "./description.ts";

export interface Switches {
	/** Scopes that the merchant gave to the OAuth client. */
	scopes: string[];
	/** False: the client may not act for the merchant. */
	isMerchantOfClient: boolean;
	currencies: string[];
	/** Of the statement, before "/" and the descriptor; 22 characters together. */
	businessName: string;
	/** How declines are answered: both are documented. */
	declinesAs: "error" | "payment";
	/** False: completions and cancellations keep the note of the creation. */
	notesChange: boolean;
	/** "kept": `amount` stays the authorized one after a completion. */
	amountAfterCompletion: "captured" | "kept";
}

export interface ApiOptions {
	books: Books;
	account: { client_id: string; client_secret: string; merchant_id: string };
	switches: Switches;
	/** ms since 1970. */
	now: () => number;
	/** Of access tokens. */
	realNow: () => number;
}

type Category = "INVALID_REQUEST_ERROR" | "DECLINED_ERROR" | "UNAUTHORIZED_ERROR" | "IDEMPOTENCY_ERROR";

interface FieldError {
	parameterName: string;
	parameterValue?: string | null;
	reasonCode: "INVALID_FORMAT" | "REQUIRED_FIELD" | "INVALID_VALUE";
	errorMessage?: string;
}

type Credential = NonNullable<PaymentMethodBody["credentialOnFileInformation"]>;

const day = 86_400_000;

/** Only from 50 on. Without one, 481. */
const codeOfIso: Readonly<Record<string, string>> = {
	"41": "421",
	"43": "421",
	"54": "482",
	"57": "421",
	"96": "476",
	N7: "490",
};

export function createApi({ books, account, switches, now, realNow }: ApiOptions) {
	const tokens = new Map<string, { scopes: string[]; until: number }>();

	function problem(
		status: number,
		category: Category,
		title: string,
		more: { detail?: string | null; instance?: string | null; errors?: FieldError[] } = {},
	): Response {
		const body = {
			type: "https://api-developer.moneris.com/responsehandling",
			title,
			status,
			detail: null,
			instance: null,
			category,
			errors: [],
			...more,
		};
		return json(status, body, "application/problem+json");
	}

	const invalid = (errors: FieldError[], status = 400) =>
		problem(status, "INVALID_REQUEST_ERROR", "INVALID_REQUEST", { errors });
	const conflict = (detail: string) => problem(409, "INVALID_REQUEST_ERROR", "CONFLICT", { detail });
	const notFound = (instance: string) => problem(404, "INVALID_REQUEST_ERROR", "NOT_FOUND", { instance });

	function json(status: number, body: object, type = "application/json"): Response {
		const headers = { "Content-Type": type, Date: new Date(now()).toUTCString(), "Api-Version": "2025-08-14" };
		return new Response(JSON.stringify(body), { status, headers });
	}

	async function issueToken(request: Request): Promise<Response> {
		const form = new URLSearchParams(await request.text());
		if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded")) {
			return json(400, { error: "invalid_request" });
		}
		if (form.get("grant_type") !== "client_credentials") return json(400, { error: "unsupported_grant_type" });
		const isKnown = form.get("client_id") === account.client_id && form.get("client_secret") === account.client_secret;
		if (!isKnown) return json(401, { error: "invalid_client" });
		const scopes = (form.get("scope") ?? "").split(" ");
		if (!scopes.every((scope) => switches.scopes.includes(scope))) return json(400, { error: "invalid_scope" });
		const token = randomBytes(24).toString("base64url");
		tokens.set(token, { scopes, until: realNow() + 3_600_000 });
		return json(200, { access_token: token, token_type: "Bearer", expires_in: "3600", scope: scopes.join(" ") });
	}

	/** `undefined` for a request that may continue. */
	function refusalOfHeaders(request: Request, path: string): Response | undefined {
		const token = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
		const granted = tokens.get(token);
		if (granted === undefined || granted.until < realNow()) {
			return problem(401, "UNAUTHORIZED_ERROR", "UNAUTHORIZED_REQUEST");
		}
		return refusalOfNamedHeaders(request) ?? refusalOfScope(request, path, granted.scopes);
	}

	function refusalOfNamedHeaders(request: Request): Response | undefined {
		const missing = ["api-version", "x-merchant-id", "accept-language"].filter((name) => !request.headers.get(name));
		if (missing.length > 0) {
			return invalid(missing.map((parameterName) => ({ parameterName, reasonCode: "REQUIRED_FIELD" })));
		}
		if (!headerVersions.includes(request.headers.get("api-version") ?? "")) {
			return invalid([{ parameterName: "Api-Version", reasonCode: "INVALID_VALUE" }]);
		}
		if (request.headers.get("x-merchant-id")?.length !== 13) {
			return invalid([{ parameterName: "X-Merchant-Id", reasonCode: "INVALID_FORMAT" }]);
		}
		if (request.method === "POST" && request.headers.get("content-type") !== "application/json") {
			return problem(400, "INVALID_REQUEST_ERROR", "BAD_REQUEST");
		}
		return undefined;
	}

	function refusalOfScope(request: Request, path: string, scopes: string[]): Response | undefined {
		const scope = path.startsWith("/refunds") ? "refund.write" : "payment.write";
		const isOwn = request.headers.get("x-merchant-id") === account.merchant_id && switches.isMerchantOfClient;
		return isOwn && scopes.includes(scope) ? undefined : problem(403, "UNAUTHORIZED_ERROR", "FORBIDDEN_REQUEST");
	}

	function createCharge(kind: "payments" | "validations", body: ChargeBody, fault: ContentFault | undefined): Response {
		const { amount, isCapturedAtOnce, invoiceNumber } = partsOf(body);
		const wrong = wrongCharge(body, amount) ?? wrongCredential(body.paymentMethod);
		if (wrong !== undefined) return invalid([wrong]);
		const codes = codesOf(fault);
		const approvedStatus = isCapturedAtOnce ? "SUCCEEDED" : "AUTHORIZED";
		const decidedStatus = codes === undefined ? approvedStatus : "DECLINED";
		const isHeld = !isCapturedAtOnce && codes === undefined;
		const entry = books.add({
			kind,
			reference: body.orderId ?? "",
			orderId: body.orderId ?? null,
			invoiceNumber,
			status: fault === "accepted" ? "PROCESSING" : decidedStatus,
			amount,
			authorizedAmount: amount,
			capturableAmount: { ...amount, amount: isHeld ? amount.amount : 0 },
			paymentId: null,
			method: books.methodOf(body.paymentMethod),
			details: books.detailsOf(codes, "DECLINED", body.ecommerceIndicator),
			customData: body.customData ?? null,
			isCapturedAtOnce,
		});
		return answerOf(entry, 201, fault);
	}

	/** The rules beside the form. */
	function wrongCharge(body: ChargeBody, { currency }: Money): FieldError | undefined {
		const { orderId, dynamicDescriptor, ecommerceIndicator = "SSL_MERCHANT" } = body;
		const isAuthenticated = ecommerceIndicator.endsWith("AUTHENTICATED_ECOMMERCE");
		const hasResult = "threeDSecureData" in body && Boolean(body.threeDSecureData);
		const isDescriptorLong = switches.businessName.length + 1 + (dynamicDescriptor?.length ?? 0) > 22;
		const wrong = [
			!switches.currencies.includes(currency) && "amount.currency",
			orderId && books.hasOrder(orderId) && "orderId",
			dynamicDescriptor && isDescriptorLong && "dynamicDescriptor",
			isAuthenticated && !hasResult && "threeDSecureData",
		].find(Boolean);
		return wrong ? { parameterName: wrong, reasonCode: "INVALID_VALUE" } : undefined;
	}

	function wrongCredential(method: PaymentMethodBody): FieldError | undefined {
		const { credentialOnFileInformation: credential, storePaymentMethod = "DO_NOT_STORE" } = method;
		const parameterName = "paymentMethod.credentialOnFileInformation";
		const isFirst = credential?.paymentInformation === "FIRST";
		if ((storePaymentMethod !== "DO_NOT_STORE") !== isFirst) return { parameterName, reasonCode: "INVALID_VALUE" };
		if (method.paymentMethodSource === "CARD") return undefined;
		if (!credential) return { parameterName, reasonCode: "REQUIRED_FIELD" };
		return wrongStoredMethod(method.paymentMethodId, credential);
	}

	function wrongStoredMethod(id: string, { paymentIndicator, issuerId }: Credential): FieldError | undefined {
		const stored = books.storedMethod(id);
		const isWithPayer = paymentIndicator === "CUSTOMER_INITIATED";
		if (stored === undefined || !(isWithPayer || stored.storePaymentMethod === "MERCHANT_INITIATED")) {
			return { parameterName: "paymentMethod.paymentMethodId", reasonCode: "INVALID_VALUE" };
		}
		if (!issuerId || issuerId === stored.issuerId) return undefined;
		return { parameterName: "paymentMethod.credentialOnFileInformation.issuerId", reasonCode: "INVALID_VALUE" };
	}

	function complete(
		payment: Entry,
		body: z.infer<typeof bodies.completion>,
		fault: ContentFault | undefined,
	): Response {
		if (payment.status !== "AUTHORIZED") return conflict("The payment is not authorized.");
		const amount = body.amount ?? payment.authorizedAmount;
		if (amount.currency !== payment.amount.currency) {
			return invalid([{ parameterName: "amount.currency", reasonCode: "INVALID_VALUE" }], 422);
		}
		if (amount.amount > payment.authorizedAmount.amount) {
			return invalid([{ parameterName: "amount", reasonCode: "INVALID_VALUE" }], 422);
		}
		books.movements.push({ reference: body.idempotencyKey, operation: "capture", amount });
		books.change(payment, {
			status: "SUCCEEDED",
			capturableAmount: { ...amount, amount: 0 },
			...(switches.amountAfterCompletion === "captured" && { amount }),
			...noteChange(body.customData),
		});
		return answerOf(payment, 200, fault);
	}

	function cancel(
		payment: Entry,
		body: z.infer<typeof bodies.cancellation>,
		fault: ContentFault | undefined,
	): Response {
		const isOpen = payment.status === "AUTHORIZED" || payment.status === "SUCCEEDED";
		if (!isOpen || payment.isSettled || payment.refundedAmount > 0) return conflict("The payment cannot be cancelled.");
		books.movements.push({ reference: body.idempotencyKey, operation: "void", amount: payment.amount });
		books.change(payment, { status: "CANCELED", ...noteChange(body.customData) });
		return answerOf(payment, 200, fault);
	}

	const noteChange = (customData: Record<string, string> | null | undefined) =>
		switches.notesChange && customData ? { customData } : {};

	function refund(body: z.infer<typeof bodies.refund>, fault: ContentFault | undefined): Response {
		const payment = books.find("payments", body.paymentId);
		if (payment === undefined) return notFound(`/payments/${body.paymentId}`);
		if (payment.status !== "SUCCEEDED") return conflict("The payment is not captured.");
		const { amount, currency } = body.refundAmount;
		if (currency !== payment.amount.currency) {
			return invalid([{ parameterName: "refundAmount.currency", reasonCode: "INVALID_VALUE" }]);
		}
		const isTooMuch = payment.refundedAmount + amount > payment.amount.amount;
		const decidedStatus = isTooMuch ? "DECLINED" : "SUCCEEDED";
		const entry = books.add({
			kind: "refunds",
			reference: body.idempotencyKey,
			orderId: null,
			invoiceNumber: null,
			status: decidedStatus,
			amount: body.refundAmount,
			authorizedAmount: body.refundAmount,
			capturableAmount: { amount: 0, currency },
			paymentId: payment.id,
			method: payment.method,
			details: books.detailsOf(isTooMuch ? ["476", "12"] : undefined, "INVALID TRANSACTION"),
			customData: body.customData ?? null,
			isCapturedAtOnce: true,
		});
		if (!isTooMuch) payment.refundedAmount += amount;
		return answerOf(entry, 201, fault);
	}

	function answerOf(entry: Entry, status: number, fault: ContentFault | undefined): Response {
		if (entry.status !== "DECLINED" || switches.declinesAs === "payment") return json(status, shown(entry, fault));
		const { responseCode, isoResponseCode, message } = entry.details;
		return problem(entry.kind === "refunds" ? 422 : 400, "DECLINED_ERROR", "DECLINED", {
			detail: `${responseCode}-${isoResponseCode} - ${message}`,
			instance: `/${entry.kind}/${entry.id}`,
		});
	}

	function shown(entry: Entry, fault: ContentFault | undefined): Record<string, unknown> {
		const body = shownEntry(entry, account.merchant_id);
		const name = entry.kind === "refunds" ? "refundAmount" : "amount";
		const { amount } = entry;
		switch (fault) {
			case "other_amount":
				return { ...body, [name]: { ...amount, amount: amount.amount + 1_00 } };
			case "other_currency":
				return { ...body, [name]: { ...amount, currency: amount.currency === "USD" ? "CAD" : "USD" } };
			case "other_reference":
				return { ...body, orderId: `${entry.orderId}0`, customData: { reference: `${entry.reference}0` } };
			case "unknown_result":
				return { ...body, [`${entry.kind.slice(0, -1)}Status`]: "REFERRED" };
			default:
				return body;
		}
	}

	function list(kind: Entry["kind"], query: URLSearchParams, fault: ContentFault | undefined): Response {
		const limit = Number(query.get("limit") ?? 10);
		const from = Date.parse(query.get("created_from") ?? new Date(now() - (now() % day)).toISOString());
		const to = Date.parse(query.get("created_to") ?? new Date(now()).toISOString());
		const found = books.list(kind, from, to);
		const cursor = query.get("cursor");
		const start = cursor === null ? 0 : found.findIndex(({ id }) => id === cursor) + 1;
		const wrong = [
			!(Number.isInteger(limit) && limit >= 1 && limit <= 20) && "limit",
			!(from <= to && to - from <= day) && "created_to",
			cursor !== null && start === 0 && "cursor",
		].find(Boolean);
		if (wrong) return invalid([{ parameterName: wrong, reasonCode: "INVALID_VALUE" }]);
		const page = found.slice(start, start + limit);
		const self = `/${kind}?limit=${limit}`;
		const next = found.length > start + limit ? `${self}&cursor=${page.at(-1)?.id}` : null;
		const data = page.map((entry) => shown(entry, fault));
		return json(200, { data: distortedList(data, fault), self, first: self, last: null, next, previous: null });
	}

	/** All that a list can tell wrongly: another merchant's payments. */
	function distortedList(data: object[], fault: ContentFault | undefined): object[] {
		return fault === "other_reference" ? data.map((item) => ({ ...item, merchantId: "0000000000000" })) : data;
	}

	/** Parses, and takes the key: one that was used is refused, whatever became of its request. */
	async function withBody<Schema extends z.ZodType<{ idempotencyKey: string }>>(
		request: Request,
		schema: Schema,
		fault: ContentFault | undefined,
		act: (body: z.infer<Schema>) => Response,
	): Promise<Response> {
		const text = await request.text();
		if (fault === "echo") {
			const parameterValue = `${text} ${request.headers.get("authorization")}`;
			const errors: FieldError[] = [
				{ parameterName: "card", parameterValue, reasonCode: "INVALID_VALUE", errorMessage: parameterValue },
			];
			return problem(400, "INVALID_REQUEST_ERROR", "INVALID_REQUEST", { detail: parameterValue, errors });
		}
		const read = schema.safeParse(JSON.parse(text));
		if (!read.success) {
			return invalid(
				read.error.issues.map(({ path, code, message }) => ({
					parameterName: path.join(".") || "body",
					parameterValue: null,
					reasonCode: code === "invalid_type" && message.endsWith("undefined") ? "REQUIRED_FIELD" : "INVALID_FORMAT",
					errorMessage: message,
				})),
			);
		}
		if (!books.takeKey(read.data.idempotencyKey)) {
			return problem(409, "IDEMPOTENCY_ERROR", "IDEMPOTENCY_ERROR");
		}
		return act(read.data);
	}

	return {
		/** As when Moneris revokes them. */
		revokeTokens: () => tokens.clear(),

		async handle(request: Request, fault: ContentFault | undefined): Promise<Response> {
			const { pathname, searchParams } = new URL(request.url);
			if (pathname === "/oauth2/token" && request.method === "POST") return issueToken(request);
			const refusal = refusalOfHeaders(request, pathname);
			if (refusal !== undefined) return refusal;
			const [, kind, id, action] = pathname.split("/");
			if (!isKind(kind)) return notFound(pathname);
			if (request.method === "GET") return id === undefined ? list(kind, searchParams, fault) : show(kind, id, fault);
			return id === undefined ? create(kind, request, fault) : act({ kind, id, action }, request, fault);
		},
	};

	function show(kind: Entry["kind"], id: string, fault: ContentFault | undefined): Response {
		const entry = books.find(kind, id);
		return entry === undefined ? notFound(`/${kind}/${id}`) : json(200, shown(entry, fault));
	}

	async function create(kind: Entry["kind"], request: Request, fault: ContentFault | undefined): Promise<Response> {
		if (kind === "refunds") return withBody(request, bodies.refund, fault, (body) => refund(body, fault));
		const schema: z.ZodType<ChargeBody> = kind === "payments" ? bodies.payment : bodies.validation;
		return withBody(request, schema, fault, (body) => createCharge(kind, body, fault));
	}

	async function act(
		{ kind, id, action }: { kind: string; id: string; action: string | undefined },
		request: Request,
		fault: ContentFault | undefined,
	): Promise<Response> {
		const payment = kind === "payments" ? books.find("payments", id) : undefined;
		if (payment !== undefined && action === "complete") {
			return withBody(request, bodies.completion, fault, (body) => complete(payment, body, fault));
		}
		if (payment !== undefined && action === "cancel") {
			return withBody(request, bodies.cancellation, fault, (body) => cancel(payment, body, fault));
		}
		return notFound(`/${kind}/${id}`);
	}
}

const isKind = (kind: string | undefined): kind is Entry["kind"] =>
	["payments", "refunds", "validations"].includes(kind ?? "");

function partsOf(body: ChargeBody): { amount: Money; isCapturedAtOnce: boolean; invoiceNumber: string | null } {
	if (!("amount" in body)) {
		return { amount: { amount: 0, currency: "CAD" }, isCapturedAtOnce: true, invoiceNumber: null };
	}
	const { amount, automaticCapture = true, invoiceNumber = null } = body;
	return { amount, isCapturedAtOnce: automaticCapture, invoiceNumber };
}

/** Of a decline: "481-51", or the ISO code alone. */
function codesOf(fault: ContentFault | undefined): [string, string] | undefined {
	if (typeof fault !== "object") return undefined;
	const [code = "", isoCode] = fault.declined.split("-");
	return isoCode === undefined ? [codeOfIso[code] ?? "481", code] : [code, isoCode];
}
