import { useRef, useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { cardName } from "../transactions/transaction-words.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { type DialogEnds, FormDialog, useDialog } from "../ui/dialog.tsx";
import { CardFrame, type CardHandle } from "../ui/forms/card-frame.tsx";
import { CheckField, NumberField, TextField, useChange, useForm } from "../ui/forms/fields.tsx";
import { type Item, Items } from "../ui/items.tsx";
import { Panel } from "../ui/page.tsx";
import { confirmAction, type RowAction, RowActions } from "../ui/tables/table.tsx";
import type { Card, Customer } from "./customer-fields.ts";

export function CardsPanel({ customer, onChanged }: { customer: Customer; onChanged: (customer: Customer) => void }) {
	const { api, words, may } = useApp();
	const { dialog, open, ends } = useDialog(onChanged);
	const phrases = words.customers;
	const given = { customer, ...ends };
	const add = () => open(<AddCardDialog {...given} />);
	const actionsOf = (card: Card): RowAction[] => [
		[words.shared.change, phrases.changeCard(cardName(card)), <ChangeCardDialog key="change" {...given} card={card} />],
		confirmAction(words.shared.delete, phrases.deleteCard(cardName(card)), phrases.deleteCardExplanation, {
			send: () => api.delete(cardRoute, { path: pathOf(customer, card) }),
			...ends,
		}),
	];
	const itemOf = (card: Card): Item => ({
		key: card.lookup_id,
		name: (
			<>
				<strong class="figures">{cardName(card)}</strong>{" "}
				{card.is_default && <Chip tone="accent" icon="check" label={phrases.isDefault} />}
			</>
		),
		details: (
			<>
				{phrases.expires(card.card_expiry)}
				{card.card_description !== null && " · "}
				<bdi>{card.card_description}</bdi>
			</>
		),
		action: may("cards.write") && <RowActions actions={actionsOf(card)} open={open} />,
	});
	return (
		<Panel
			title={phrases.cards}
			action={may("cards.write") && <Button label={phrases.addCard} isSmall onClick={add} />}
		>
			<Items items={customer.cards.map(itemOf)} none={phrases.noCards} />
			{dialog}
		</Panel>
	);
}

const cardRoute = "/customer-service/customer/{customer_lookup_id}/card/{card_lookup_id}";

function pathOf(customer: Customer, card: Card) {
	return { customer_lookup_id: customer.lookup_id, card_lookup_id: card.lookup_id };
}

interface AddCardDialogProps extends DialogEnds<Customer> {
	customer: Customer;
}

function AddCardDialog({ customer, onClose, onDone }: AddCardDialogProps) {
	const { api, words, session } = useApp();
	const [cardProblem, setCardProblem] = useState("");
	const card = useRef<CardHandle | null>(null);
	const change = useChange();
	const phrases = words.customers;

	async function send(): Promise<Customer | undefined> {
		const token = await card.current?.tokenize();
		if (token === undefined) return undefined;
		return api.post("/customer-service/customer/{customer_lookup_id}/card", {
			path: { customer_lookup_id: customer.lookup_id },
			body: { token },
		});
	}

	function add(): void {
		setCardProblem("");
		void change.run(send, (changed) => changed && onDone(changed));
	}

	return (
		<FormDialog title={phrases.addCard} change={change} onSubmit={add} onClose={onClose}>
			<p class="muted">{phrases.addCardHint}</p>
			<CardFrame
				publicKey={session.merchant.public_key ?? ""}
				handle={card}
				onProblem={setCardProblem}
				onSubmit={add}
			/>
			<p class="field-error" role="alert">
				{cardProblem}
			</p>
		</FormDialog>
	);
}

interface CardDialogProps extends AddCardDialogProps {
	card: Card;
}

function ChangeCardDialog({ customer, card, onClose, onDone }: CardDialogProps) {
	const { api, words } = useApp();
	const { change, values, field } = useForm({
		card_description: card.card_description ?? "",
		expiry: card.card_expiry,
		is_default: card.is_default,
	});
	const phrases = words.customers;

	function save(): void {
		const path = pathOf(customer, card);
		const { card_description: label, expiry } = values;
		const body = {
			// Sending the unchanged label would undo another person's change.
			...(label !== (card.card_description ?? "") && { card_description: label.trim() || null }),
			...(values.is_default && { is_default: true }),
			...(expiry.trim() !== card.card_expiry && expiryOf(expiry)),
		};
		void change.run(() => api.patch(cardRoute, { path, body }), onDone);
	}

	return (
		<FormDialog title={phrases.changeCard(cardName(card))} change={change} saves onSubmit={save} onClose={onClose}>
			<TextField {...field("card_description", phrases.cardLabel, phrases.cardLabelHint)} isOptional />
			<NumberField
				{...field("expiry", phrases.cardExpiry, phrases.cardExpiryHint)}
				error={change.errorOf("card_expiry_month") ?? change.errorOf("card_expiry_year")}
				maxLength={7}
			/>
			{!card.is_default && <CheckField {...field("is_default", phrases.makeDefault)} />}
		</FormDialog>
	);
}

/** Splits `MM/YY`; the gateway judges the parts. */
function expiryOf(text: string) {
	const [month = "", year = ""] = text.split("/").map((part) => part.trim());
	return { card_expiry_month: month, card_expiry_year: year };
}
