import type { DataClassesOf } from "@cardseal/vault";
import type { RequestLogTables } from "./tables.ts";

export const requestLogData: DataClassesOf<RequestLogTables> = {
	request_log: {
		id: "none",
		merchant_id: "none",
		created_at: "none",
		request_id: "pseudonym",
		method: "none",
		route: "none",
		status: "none",
		reason: "none",
		duration_ms: "none",
		client_id: "none",
		transaction_id: "pseudonym",
		shed: "none",
	},
};
