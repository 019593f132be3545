import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { TransactionTable } from "../transactions/transaction-table.tsx";
import { Loaded, useResource } from "../ui/loading/loaded.tsx";
import { Panel } from "../ui/page.tsx";
import type { Customer } from "./customer-fields.ts";

const latestCount = "6";

export function PaymentsPanel({ customer }: { customer: Customer }) {
	const { api, words, formats } = useApp();
	const id = customer.lookup_id;
	const payments = useResource(async (signal) => {
		const query = new URLSearchParams({ customer_lookup_id: id, limit: latestCount });
		const [list, totals] = await Promise.all([
			api.get("/transaction-service/transaction", { query, signal }),
			api.get("/customers/{customer_lookup_id}/totals", { path: { customer_lookup_id: id }, signal }),
		]);
		return { ...list, ...totals };
	}, id);
	const phrases = words.customers;
	return (
		<Panel
			title={phrases.payments}
			action={<a href={hrefOf("transactions", {}, { customer_lookup_id: id })}>{phrases.allPayments}</a>}
			isOpen
		>
			<Loaded resource={payments}>
				{({ entities, currencies }) => (
					<>
						{currencies.map(({ currency, paid_amount: paid, refunded_amount: refunded }) => (
							<p key={currency} class="figures">
								<strong>{phrases.totalPaid(formats.money(paid, currency))}</strong>
								{refunded > 0 && ` · ${phrases.totalRefunded(formats.money(refunded, currency))}`}
							</p>
						))}
						<div class="panel list-panel">
							{entities.length === 0 ? (
								<p class="muted list-note">{phrases.noPayments}</p>
							) : (
								<TransactionTable transactions={entities} />
							)}
						</div>
					</>
				)}
			</Loaded>
		</Panel>
	);
}
