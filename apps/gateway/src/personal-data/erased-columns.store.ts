import { type RawBuilder, sql } from "kysely";
import { type PersonalTable, personalColumns } from "./personal-columns.ts";

const required = {
	customers: ["email"],
	subscriptions: [],
	transactions: [],
	eft_transactions: ["party_name"],
	eft_mandates: ["holder_name", "masked_account", "agreement", "client_address", "user_agent"],
	"aft.payments": ["party_name"],
	dispute_answers: [],
	payment_links: ["description"],
} as const satisfies Partial<Record<PersonalTable, readonly string[]>>;

export type ErasedTable = keyof typeof required;

interface ErasedColumns {
	/** Sets each personal column to null, or to empty text where a value is needed. */
	assignments: RawBuilder<unknown>;
	hasAny: RawBuilder<boolean>;
}

export function erasedColumns(table: ErasedTable): ErasedColumns {
	const columns = personalColumns[table].map((name) => ({
		column: sql.ref(`${table}.${name}`),
		name: sql.id(name),
		isRequired: (required[table] as readonly string[]).includes(name),
	}));
	const assignments = columns.map(({ name, column, isRequired }) =>
		// A payment without a bank has no party.
		isRequired ? sql`${name} = case when ${column} is not null then '' end` : sql`${name} = null`,
	);
	const conditions = columns.map(({ column, isRequired }) =>
		isRequired ? sql`coalesce(${column} <> '', false)` : sql`${column} is not null`,
	);
	return { assignments: sql.join(assignments), hasAny: sql<boolean>`(${sql.join(conditions, sql` or `)})` };
}
