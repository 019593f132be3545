import type { ComponentChildren } from "preact";
import { useApp } from "../shell/app.ts";
import { cardName } from "../transactions/transaction-words.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { useDialog } from "../ui/dialog.tsx";
import { Panel } from "../ui/page.tsx";
import { type RowAction, RowActions } from "../ui/tables/table.tsx";
import { AddCardDialog, ChangeCardDialog, DeleteCardDialog } from "./card-dialogs.tsx";
import type { Card, Customer } from "./customer-fields.ts";

export function CardsPanel({ customer, onChanged }: { customer: Customer; onChanged: (customer: Customer) => void }) {
	const { words, may } = useApp();
	const { dialog, open, ends } = useDialog(onChanged);
	const phrases = words.customers;
	const given = { customer, ...ends };
	const add = () => open(<AddCardDialog {...given} />);
	const actionsOf = (card: Card): RowAction[] => [
		[words.shared.change, phrases.changeCard(cardName(card)), <ChangeCardDialog key="change" {...given} card={card} />],
		[words.shared.delete, phrases.deleteCard(cardName(card)), <DeleteCardDialog key="delete" {...given} card={card} />],
	];
	return (
		<Panel
			title={phrases.cards}
			action={may("cards.write") && <Button label={phrases.addCard} isSmall onClick={add} />}
		>
			{customer.cards.length === 0 && <p class="muted">{phrases.noCards}</p>}
			<ul class="items">
				{customer.cards.map((card) => (
					<CardItem key={card.lookup_id} card={card}>
						{may("cards.write") && <RowActions actions={actionsOf(card)} open={open} />}
					</CardItem>
				))}
			</ul>
			{dialog}
		</Panel>
	);
}

function CardItem({ card, children }: { card: Card; children: ComponentChildren }) {
	const { words } = useApp();
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
			{children}
		</li>
	);
}
