import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { cardName } from "../transactions/transaction-words.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { Panel } from "../ui/page.tsx";
import { RowActions } from "../ui/tables/table.tsx";
import { AddCardDialog, ChangeCardDialog, DeleteCardDialog } from "./card-dialogs.tsx";
import type { Card, Customer } from "./customer-fields.ts";

type Asked = { kind: "add" } | { kind: "change" | "delete"; card: Card };

/** The cards on file, and what can be done about each. */
export function CardsPanel({ customer, onChanged }: { customer: Customer; onChanged: (customer: Customer) => void }) {
	const { words, may } = useApp();
	const [asked, setAsked] = useState<Asked>();
	const phrases = words.customers;
	const dialog = {
		customer,
		onClose: () => setAsked(undefined),
		onDone: (changed: Customer) => {
			setAsked(undefined);
			onChanged(changed);
		},
	};
	const add = () => setAsked({ kind: "add" });
	return (
		<Panel
			title={phrases.cards}
			action={may("cards.write") && <Button label={phrases.addCard} isSmall onClick={add} />}
		>
			{customer.cards.length === 0 && <p class="muted">{phrases.noCards}</p>}
			<ul class="items">
				{customer.cards.map((card) => (
					<CardItem key={card.lookup_id} card={card} onAsk={setAsked} />
				))}
			</ul>
			{asked?.kind === "add" && <AddCardDialog {...dialog} />}
			{asked?.kind === "change" && <ChangeCardDialog {...dialog} card={asked.card} />}
			{asked?.kind === "delete" && <DeleteCardDialog {...dialog} card={asked.card} />}
		</Panel>
	);
}

function CardItem({ card, onAsk }: { card: Card; onAsk: (asked: Asked) => void }) {
	const { words, may } = useApp();
	const phrases = words.customers;
	const name = cardName(card);
	return (
		<li class="item">
			<div>
				<p>
					<strong class="figures">{name}</strong>{" "}
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
			{may("cards.write") && (
				<RowActions
					actions={[
						[words.shared.change, phrases.changeCard(name), () => onAsk({ kind: "change", card })],
						[words.shared.delete, phrases.deleteCard(name), () => onAsk({ kind: "delete", card })],
					]}
				/>
			)}
		</li>
	);
}
