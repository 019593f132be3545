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
	const done = { disputeServiceResult: { success: true } };
	const failed = (errorMessage: string) => ({ disputeServiceResult: { success: false, errorMessage } });

	const route = (
		name: string,
		schema: string,
		// biome-ignore lint/suspicious/noExplicitAny: JSON that the description allows.
		handle: (dispute: Dispute, body: any) => object,
	) => {
		api.post(`/ca/services/DisputeService/v30/${name}`, async (context) => {
			const error = (status: 401 | 403 | 422, errorCode: string, message: string, errorType = "security") =>
				context.json({ status, errorCode, message, errorType }, status);
			if (context.req.header("x-api-key") !== apiKey) return error(401, "000", "HTTP Status Response - Unauthorized");
			const body = await context.req.json();
			const problem = fieldProblemOf(schema, body);
			if (problem !== undefined) return error(422, "702", `Field is not valid: ${problem.field}`, "validation");
			if (body.merchantAccountCode !== merchantAccount) return error(403, "901", "Invalid Merchant Account");
			const dispute = disputes.get(body.disputePspReference);
			if (dispute === undefined) return context.json(failed("Dispute not found"));
			return context.json(dispute.isOpen ? handle(dispute, body) : failed("The dispute is no longer defendable"));
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
