import type { TransactionRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Loaded, useResource } from "../ui/loading/loaded.tsx";
import { Panel } from "../ui/page.tsx";

export function SettledPanel({ transaction }: { transaction: TransactionRecord }) {
	const { api, words, formats } = useApp();
	const id = transaction.transaction_id;
	const found = useResource(async (signal) => {
		const query = new URLSearchParams({ transaction_id: id });
		const [settlements, disputes] = await Promise.all([
			api.get("/transaction-service/settlement", { query, signal }),
			api.get("/transaction-service/dispute", { query, signal }),
		]);
		return { settlements: settlements.entities, disputes: disputes.entities };
	}, id);
	return (
		<Loaded resource={found} skeleton={1}>
			{({ settlements, disputes }) => (
				<>
					{disputes.length > 0 && (
						<Panel title={words.shell.pages.disputes}>
							{disputes.map(({ dispute_id, amount, currency, status }) => (
								<p key={dispute_id}>
									<a href={hrefOf("dispute", { dispute_id })}>
										{words.disputes.named(formats.money(amount, currency))}
									</a>{" "}
									<span class="muted">{words.disputes.statuses[status]}</span>
								</p>
							))}
						</Panel>
					)}
					{settlements.length > 0 && (
						<Panel title={words.shell.pages.settlements}>
							{settlements.map(({ settlement_id, paid_at: paidAt }) => (
								<p key={settlement_id}>
									<a href={hrefOf("settlement", { settlement_id })}>
										{words.settlements.settledOn(formats.moment(paidAt))}
									</a>
								</p>
							))}
						</Panel>
					)}
				</>
			)}
		</Loaded>
	);
}
