import type { TransactionRecord } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Loaded, SkeletonRows } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";

/** The settlements and disputes of a transaction; nothing without them. */
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
		<Loaded resource={found} skeleton={<SkeletonRows count={1} />}>
			{({ settlements, disputes }) => (
				<>
					{disputes.length > 0 && (
						<section class="panel section" aria-labelledby="disputes">
							<h2 id="disputes">{words.disputes.ofTransaction}</h2>
							{disputes.map((dispute) => (
								<p key={dispute.dispute_id}>
									<a href={hrefOf("dispute", { dispute_id: dispute.dispute_id })}>
										{words.disputes.named(formats.money(dispute.amount, dispute.currency))}
									</a>{" "}
									<span class="muted">{words.disputes.statuses[dispute.status]}</span>
								</p>
							))}
						</section>
					)}
					{settlements.length > 0 && (
						<section class="panel section" aria-labelledby="settlements">
							<h2 id="settlements">{words.settlements.ofTransaction}</h2>
							{settlements.map((settlement) => (
								<p key={settlement.settlement_id}>
									<a href={hrefOf("settlement", { settlement_id: settlement.settlement_id })}>
										{words.settlements.settledOn(formats.moment(settlement.paid_at))}
									</a>
								</p>
							))}
						</section>
					)}
				</>
			)}
		</Loaded>
	);
}
