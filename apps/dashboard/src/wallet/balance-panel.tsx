import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Loaded } from "../ui/loading/loaded.tsx";
import type { Resource } from "../ui/loading/resource.ts";
import { Panel } from "../ui/page.tsx";
import { Pairs } from "../ui/pairs.tsx";

export function BalancePanel({ balance }: { balance: Resource<Schemas["WalletBalance"]> }) {
	const { words, formats } = useApp();
	const phrases = words.wallet.balance;
	const money = (dollars: number) => formats.money(dollars, "CAD");
	return (
		<Panel title={phrases.available}>
			<Loaded resource={balance} skeleton={4}>
				{(balances) => (
					<>
						<p class="big-figure figures">{money(balances.available_balance)}</p>
						<Pairs
							pairs={[
								[phrases.actual, money(balances.actual_balance)],
								[phrases.held, money(balances.held_balance)],
								[phrases.uncleared, money(balances.uncleared_balance)],
								[phrases.owed, balances.owed_balance > 0 && money(balances.owed_balance)],
							]}
						/>
					</>
				)}
			</Loaded>
		</Panel>
	);
}
