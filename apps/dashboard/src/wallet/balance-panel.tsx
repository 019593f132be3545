import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import type { Resource } from "../ui/loading/resource.ts";
import { Loaded, SkeletonRows } from "../ui/loading/states.tsx";
import { type Pair, Pairs } from "../ui/pairs.tsx";

/** The wallet's balance and its available part. */
export function BalancePanel({ balance }: { balance: Resource<Schemas["WalletBalance"]> }) {
	const { words, formats } = useApp();
	const phrases = words.wallet.balance;
	const money = (dollars: number) => formats.money(dollars, "CAD");
	return (
		<section class="panel section" aria-labelledby="balance">
			<h2 id="balance">{phrases.available}</h2>
			<Loaded resource={balance} skeleton={<SkeletonRows count={4} />}>
				{(balances) => {
					const others: Pair[] = [
						[phrases.actual, money(balances.actual_balance)],
						[phrases.held, money(balances.held_balance)],
						[phrases.uncleared, money(balances.uncleared_balance)],
					];
					if (balances.owed_balance > 0) others.push([phrases.owed, money(balances.owed_balance)]);
					return (
						<>
							<p class="big-figure figures">{money(balances.available_balance)}</p>
							<Pairs pairs={others} />
						</>
					);
				}}
			</Loaded>
		</section>
	);
}
