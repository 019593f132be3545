import type { Customer } from "../customers/tables.ts";

/** What a transaction keeps of its customer, as they are now. */
export function customerColumns({ lookup_id, email, first_name, last_name, province, country }: Customer) {
	return { customer_lookup_id: lookup_id, email, first_name, last_name, province, country };
}
