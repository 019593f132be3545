import { type RawBuilder, sql } from "kysely";
import { type PersonalTable, personalColumns, requiredColumns } from "./personal-columns.ts";

interface ErasedColumns {
	/** Sets each personal column to null, or to empty text where a value is needed. */
	assignments: RawBuilder<unknown>;
	hasAny: RawBuilder<boolean>;
}

export function erasedColumns(table: PersonalTable): ErasedColumns {
	const columns = personalColumns[table].map((name) => ({
		column: sql.ref(`${table}.${name}`),
		name: sql.id(name),
		isRequired: requiredColumns[table]?.includes(name) === true,
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
