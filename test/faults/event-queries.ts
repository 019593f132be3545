/** Tells in `waits` whether an event has no sequence number yet. */
export const isAnyEventWaiting = "select exists (select from event_inbox) as waits";

/** Returns the events of the merchant who sells, in their order. */
export const sellersEvents = `
	select event_id, sequence::int, events.type, transaction_id
	from events left join transactions on transactions.id = of_transaction
	where events.merchant_id = (select merchant_id from transactions limit 1)
	order by sequence`;
