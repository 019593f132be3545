import { Hono } from "hono";
import { fieldProblemOf } from "./schema.ts";

export interface Dispute {
	/** Ends when an answer was given, or Adyen takes none. */
	isOpen: boolean;
	documents: Map<string, Buffer>;
	answer: string | undefined;
}

/** https://docs.adyen.com/risk-management/disputes-api/disputes-api-reference */
export function createDisputes({ apiKey, merchantAccount }: { apiKey: string; merchantAccount: string }) {
	const disputes = new Map<string, Dispute>();
	const reasons = [
		{ code: "AirlineFlightProvided", types: ["FlightTicket", "FlightTookPlace"] },
		{ code: "SupplyDefenseMaterial", types: ["DefenseMaterial"] },
	];
	const api = new Hono();
	const stored = new Map<string, object>();
	const done = { disputeServiceResult: { success: true } };
	const failed = (errorMessage: string) => ({ disputeServiceResult: { success: false, errorMessage } });

	function problemOf(key: string | undefined, schema: string, body: { merchantAccountCode?: unknown }) {
		const problem = (status: 401 | 403 | 422, errorCode: string, message: string) => {
			return { status, errorCode, message, errorType: status === 422 ? "validation" : "security" };
		};
		if (key !== apiKey) return problem(401, "000", "HTTP Status Response - Unauthorized");
		const wrong = fieldProblemOf(schema, body);
		if (wrong !== undefined) return problem(422, "702", `Field is not valid: ${wrong.field}`);
		return body.merchantAccountCode === merchantAccount ? undefined : problem(403, "901", "Invalid Merchant Account");
	}

	const route = (
		name: string,
		schema: string,
		// biome-ignore lint/suspicious/noExplicitAny: JSON that the description allows.
		handle: (dispute: Dispute, body: any) => object,
	) => {
		api.post(`/ca/services/DisputeService/v30/${name}`, async (context) => {
			const body = await context.req.json();
			const problem = problemOf(context.req.header("x-api-key"), schema, body);
			if (problem !== undefined) return context.json(problem, problem.status);
			const key = context.req.header("idempotency-key") ?? "";
			const earlier = stored.get(key);
			if (earlier !== undefined) return context.json(earlier);
			const dispute = disputes.get(body.disputePspReference);
			const answer = dispute?.isOpen ? handle(dispute, body) : failed("The dispute is no longer defendable");
			if (key !== "") stored.set(key, answer);
			return context.json(answer);
		});
	};

	route("retrieveApplicableDefenseReasons", "DefenseReasonsRequest", ({ documents }) => ({
		...done,
		defenseReasons: reasons.map(({ code, types }) => ({
			defenseReasonCode: code,
			satisfied: types.every((type) => documents.has(type)),
			defenseDocumentTypes: types.map((type) => ({
				available: documents.has(type),
				defenseDocumentTypeCode: type,
				requirementLevel: "Required",
			})),
		})),
	}));

	route("supplyDefenseDocument", "SupplyDefenseDocumentRequest", ({ documents }, { defenseDocuments }) => {
		for (const { defenseDocumentTypeCode: type, contentType, content } of defenseDocuments) {
			const file = Buffer.from(content, "base64");
			if (contentType !== "application/pdf" || !file.subarray(0, 5).equals(Buffer.from("%PDF-"))) {
				return failed("The document is not a PDF file");
			}
			documents.set(type, file);
		}
		return done;
	});

	route("defendDispute", "DefendDisputeRequest", (dispute, { defenseReasonCode }) => {
		const types = reasons.find(({ code }) => code === defenseReasonCode)?.types;
		if (!types?.every((type) => dispute.documents.has(type))) return failed("Documents are missing");
		return Object.assign(dispute, { isOpen: false, answer: `defended ${defenseReasonCode}` }) && done;
	});

	route(
		"acceptDispute",
		"AcceptDisputeRequest",
		(dispute) => Object.assign(dispute, { isOpen: false, answer: "accepted" }) && done,
	);

	return {
		api,
		open(pspReference: string): Dispute {
			const dispute = { isOpen: true, documents: new Map<string, Buffer>(), answer: undefined };
			disputes.set(pspReference, dispute);
			return dispute;
		},
	};
}

export type Disputes = ReturnType<typeof createDisputes>;
