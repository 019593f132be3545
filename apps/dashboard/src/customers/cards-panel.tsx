import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { maskOf } from "../transactions/transaction-words.ts";
import { Chip } from "../ui/chip.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { AddCardDialog } from "./add-card-dialog.tsx";
import { ChangeCardDialog } from "./change-card-dialog.tsx";
import type { Card, Customer } from "./customer-fields.ts";

export interface CardsPanelProps {
	customer: Customer;
	onChanged: (customer: Customer) => void;
}

const cardPath = "/customer-service/customer/{customer_lookup_id}/card/{card_lookup_id}";

type Asked = { kind: "add" } | { kind: "change"; card: Card } | { kind: "delete"; card: Card };

/** The cards on file, and what can be done about each. */
export function CardsPanel({ customer, onChanged }: CardsPanelProps) {
	const { api, words, may } = useApp();
	const [asked, setAsked] = useState<Asked>();
	const phrases = words.customers;
	const close = () => setAsked(undefined);

	function showChanged(changed: Customer): void {
		close();
		onChanged(changed);
	}

	return (
		<section class="panel section" aria-labelledby="cards">
			<div class="section-head">
				<h2 id="cards">{phrases.cards}</h2>
				{may("cards.write") && (
					<button type="button" class="button-quiet button-small" onClick={() => setAsked({ kind: "add" })}>
						{phrases.addCard}
					</button>
				)}
			</div>
			{customer.cards.length === 0 && <p class="muted">{phrases.noCards}</p>}
			<ul class="items">
				{customer.cards.map((card) => (
					<CardItem key={card.lookup_id} card={card} onAsk={setAsked} />
				))}
			</ul>
			{asked?.kind === "add" && <AddCardDialog customer={customer} onClose={close} onDone={showChanged} />}
			{asked?.kind === "change" && (
				<ChangeCardDialog customer={customer} card={asked.card} onClose={close} onDone={showChanged} />
			)}
			{asked?.kind === "delete" && (
				<ConfirmDialog
					title={phrases.deleteCard(maskOf(asked.card))}
					send={() =>
						api.delete(cardPath, {
							path: { customer_lookup_id: customer.lookup_id, card_lookup_id: asked.card.lookup_id },
						})
					}
					onClose={close}
					onDone={showChanged}
				>
					{phrases.deleteCardExplanation}
				</ConfirmDialog>
			)}
		</section>
	);
}

function CardItem({ card, onAsk }: { card: Card; onAsk: (asked: Asked) => void }) {
	const { words, may } = useApp();
	const phrases = words.customers;
	return (
		<li class="item">
			<div>
				<p>
					<strong class="figures">{maskOf(card)}</strong>{" "}
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
				<div class="row-actions">
					<button
						type="button"
						class="button-quiet button-small"
						aria-label={phrases.changeCard(maskOf(card))}
						onClick={() => onAsk({ kind: "change", card })}
					>
						{words.shared.change}
					</button>
					<button
						type="button"
						class="button-quiet button-small"
						aria-label={phrases.deleteCard(maskOf(card))}
						onClick={() => onAsk({ kind: "delete", card })}
					>
						{words.shared.delete}
					</button>
				</div>
			)}
		</li>
	);
}
