import { useApp } from "../shell/app.ts";
import { cardName } from "../transactions/transaction-words.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { useDialog } from "../ui/dialog.tsx";
import { Panel } from "../ui/page.tsx";
import { type RowAction, RowActions } from "../ui/tables/table.tsx";
import { AddCardDialog, ChangeCardDialog, DeleteCardDialog } from "./card-dialogs.tsx";
import type { Card, Customer } from "./customer-fields.ts";

/** The cards on file, and what can be done about each. */
export function CardsPanel({ customer, onChanged }: { customer: Customer; onChanged: (customer: Customer) => void }) {
	const { words, may } = useApp();
	const { dialog, open, ends } = useDialog(onChanged);
	const phrases = words.customers;
	const add = () => open(<AddCardDialog customer={customer} {...ends} />);
	const actionsOf = (card: Card): RowAction[] => [
		[
			words.shared.change,
			phrases.changeCard(cardName(card)),
			() => open(<ChangeCardDialog customer={customer} card={card} {...ends} />),
		],
		[
			words.shared.delete,
			phrases.deleteCard(cardName(card)),
			() => open(<DeleteCardDialog customer={customer} card={card} {...ends} />),
		],
	];
	return (
		<Panel
			title={phrases.cards}
			action={may("cards.write") && <Button label={phrases.addCard} isSmall onClick={add} />}
		>
			{customer.cards.length === 0 && <p class="muted">{phrases.noCards}</p>}
			<ul class="items">
				{customer.cards.map((card) => (
					<CardItem key={card.lookup_id} card={card} actions={actionsOf(card)} />
				))}
			</ul>
			{dialog}
		</Panel>
	);
}

function CardItem({ card, actions }: { card: Card; actions: RowAction[] }) {
	const { words, may } = useApp();
	const phrases = words.customers;
	return (
		<li class="item">
			<div>
				<p>
					<strong class="figures">{cardName(card)}</strong>{" "}
					{card.is_default && <Chip tone="accent" icon="check" label={phrases.isDefault} />}
				</p>
				<p class="small muted">
					{phrases.expires(card.card_expiry)}
					{card.card_description !== null && (
						<>
							{" · "}
							<bdi>{card.card_description}</bdi>
						</>
					)}
				</p>
			</div>
			{may("cards.write") && <RowActions actions={actions} />}
		</li>
	);
}
