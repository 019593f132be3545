export interface PersonalDataTables {
	/** The last ids of payments that were too old to keep personal data. */
	erased_payments: {
		table_name: "transactions" | "eft_transactions";
		through_id: number;
	};
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends PersonalDataTables {}
}
