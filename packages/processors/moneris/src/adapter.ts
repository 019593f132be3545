// Moneris' REST API: https://developer.moneris.com/moneris-api/docs and its OpenAPI description.
import {
	type Accepted,
	AccountRefused,
	type ChargeRequest,
	type Decline,
	type ModificationRequest,
	type Outcome,
	type ProcessorAdapter,
} from "@cardseal/vault";
import { accountRefused, declined, NotSent, numbersOf, requestRefused } from "@cardseal/vault/processors";
import {
	captureOutcome,
	chargeOutcome,
	noteOf,
	notUnderstood,
	parse,
	paymentSchema,
	type Refusal,
	readRefusal,
	refundOutcome,
	refundSchema,
	validationOutcome,
	validationSchema,
	voidOutcome,
} from "./answers.ts";
import { type Answer, type Connection, createConnections, isSandbox, type MonerisOptions } from "./connection.ts";
import { listDays } from "./listing.ts";
import { lookUp } from "./lookup.ts";
import { type Call, chargeCall, currencies, isTakenByMoneris, modificationCall, referenceForm } from "./requests.ts";

type Request = ChargeRequest | ModificationRequest;

export function createMoneris(options: MonerisOptions): ProcessorAdapter {
	const { maximumDelayMs = 5 * 60_000 } = options;
	const connections = createConnections(options);

	return {
		name: "moneris",
		title: "Moneris",
		fields: [
			{ name: "merchant_id", label: "Merchant ID", isSecret: false, isIdentity: true },
			{ name: "client_id", label: "Client ID", isSecret: true },
			{ name: "client_secret", label: "Client secret", isSecret: true },
			// "sandbox" for the test system.
			{ name: "environment", label: "Environment", isSecret: false, isOptional: true },
		],
		maximumDelayMs,
		at: (origin) => createMoneris({ ...options, sandboxUrl: origin }),

		isTest: isSandbox,

		async verify(account) {
			const { environment = "", merchant_id = "" } = account;
			if (environment !== "" && environment !== "production" && environment !== "sandbox") {
				throw new AccountRefused("Environment is production or sandbox.");
			}
			if (!/^[A-Za-z0-9]{13}$/.test(merchant_id)) throw new AccountRefused("Moneris' merchant IDs have 13 characters.");
			const connection = connections.connect(account, true);
			for (const resource of ["payment", "refund"]) {
				const { status, body } = await connection.get(`/${resource}s?limit=1`);
				if (status === 200) continue;
				if (status === 401 || status === 403)
					throw new AccountRefused(readRefusal(status, body, false).outcome.message);
				throw new Error(`Moneris answered ${status} to a check of ${resource}.write.`);
			}
		},

		async submit(request, account) {
			const refusal = refusalBefore(request);
			if (refusal !== undefined) return refusal;
			const connection = connections.connect(account);
			try {
				return await submit(connection, request);
			} catch (error) {
				if (error instanceof NotSent) return declined("soft", "not_received", error.message);
				if (error instanceof AccountRefused) return accountRefused(error.message);
				throw error;
			}
		},

		takesMadeAuthentication: true,

		inquire: (request, account) => lookUp(connections.connect(account), request),

		listRequests: (period, cursor, account) => listDays(connections.connect(account), period, cursor),
	};
}

/** The reasons for which nothing is sent. */
function refusalBefore(request: Request): Decline | undefined {
	if (!currencies.includes(request.currency)) return requestRefused("Moneris settles in CAD and USD only.");
	if (!referenceForm.test(request.reference)) return requestRefused("Moneris does not take this reference.");
	if ("original" in request && !request.original.processorTransactionId) {
		return requestRefused("Moneris' id of the payment is missing.");
	}
	const authentication = "original" in request ? undefined : request.authentication;
	if (authentication?.when === "made" && !isTakenByMoneris(authentication.result)) {
		return requestRefused(
			"Moneris takes the result of a 3-D Secure authentication only with cavv, ds_transaction_id and server_transaction_id. Send all three, or three_d_secure: never.",
		);
	}
	return undefined;
}

async function submit(connection: Connection, request: Request): Promise<Outcome | Accepted> {
	const { path, body }: Call =
		"original" in request
			? modificationCall(request, request.original.processorTransactionId ?? "")
			: chargeCall(request, numbersOf(request.card));
	const answer = await connection.post(path, body);
	if (!isDescriptorRefused(answer, body)) return decide(connection, answer, request);
	// With the merchant's name it is too long. Nothing was charged, and the key counts as used.
	const shorter = { ...body, dynamicDescriptor: undefined, idempotencyKey: `${request.reference}-2` };
	return decide(connection, await connection.post(path, shorter), request);
}

function isDescriptorRefused(answer: Answer, { dynamicDescriptor }: Call["body"]): boolean {
	if (dynamicDescriptor === undefined || isSuccess(answer)) return false;
	return readRefusal(answer.status, answer.body, false).fields.includes("dynamicDescriptor");
}

async function decide(connection: Connection, answer: Answer, request: Request): Promise<Outcome | Accepted> {
	const { status, body } = answer;
	if (isSuccess(answer)) return readOutcome(body, request);
	return withDetails(connection, readRefusal(status, body, "original" in request), request);
}

const isSuccess = ({ status }: Answer) => status === 200 || status === 201;

/** A decline as an error has the codes only; the declined payment has the checks of address and security code. */
async function withDetails(connection: Connection, { outcome, instance }: Refusal, request: Request) {
	if (instance === undefined) return outcome;
	try {
		const { status, body } = await connection.get(instance);
		const details = status === 200 ? readOutcome(body, request) : outcome;
		return details.result === "declined" ? details : outcome;
	} catch {
		return outcome;
	}
}

/** @throws Error for an answer about something else, or that is not understood */
function readOutcome(body: unknown, request: Request): Outcome | Accepted {
	if ("original" in request) return readModification(body, request);
	const { operation, reference } = request;
	if (operation === "verification") {
		const validation = parse(validationSchema, body);
		if (validation.orderId !== reference) throw aboutAnother();
		return validationOutcome(validation);
	}
	const payment = parse(paymentSchema, body);
	if (payment.orderId !== reference) throw aboutAnother();
	if (payment.paymentStatus === "CANCELED") throw notUnderstood("CANCELED");
	return chargeOutcome(payment, operation);
}

function readModification(body: unknown, request: ModificationRequest): Outcome | Accepted {
	const { operation, reference, original } = request;
	if (operation === "refund") {
		const refund = parse(refundSchema, body);
		if ((noteOf(refund, "reference") ?? reference) !== reference) throw aboutAnother();
		return refundOutcome(refund);
	}
	const payment = parse(paymentSchema, body);
	if (payment.paymentId !== original.processorTransactionId) throw aboutAnother();
	const outcome = operation === "void" ? voidOutcome(payment, reference) : captureOutcome(payment, request);
	if (outcome === undefined) throw notUnderstood(payment.paymentStatus);
	return outcome;
}

const aboutAnother = () => new Error("Moneris answered about another payment.");
