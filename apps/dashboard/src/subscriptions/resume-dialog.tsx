import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import type { Change } from "../ui/forms/change.model.ts";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { SelectField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { cardChoices } from "./card-choices.ts";
import { type Resumed, readNewestAttempt, resume } from "./resume.ts";
import type { Attempt, Customer, Subscription } from "./subscription-words.ts";

export interface ResumeDialogProps {
	customer: Customer;
	/** A subscription with an open payment. */
	subscription: Subscription;
	onClose: () => void;
	onDone: (resumed: Resumed) => void;
}

/** Says what is owed and that it is tried at once, from which card, before a subscription goes on. */
export function ResumeDialog(props: ResumeDialogProps) {
	const { api, words } = useApp();
	const { subscription, onClose } = props;
	const last = useResource((signal) => readNewestAttempt(api, subscription, signal), subscription.lookup_id);
	const change = useChange();
	return (
		<Dialog
			title={words.subscriptions.steps.resume.named(subscription.name)}
			onClose={onClose}
			isBusy={change.state.value.kind === "sending"}
		>
			<Loaded resource={last}>{(before) => <ResumeForm {...props} before={before} change={change} />}</Loaded>
		</Dialog>
	);
}

type ResumeFormProps = ResumeDialogProps & { before: Attempt | undefined; change: Change };

function ResumeForm({ customer, subscription, before, change, onClose, onDone }: ResumeFormProps) {
	const { api, words, formats } = useApp();
	const [card, setCard] = useState(subscription.card_lookup_id);
	const phrases = words.subscriptions;
	const { named } = phrases.steps.resume;
	return (
		<ChangeForm
			change={change}
			action={named(subscription.name)}
			onCancel={onClose}
			onSubmit={() => void change.run(() => resume(api, { customer, subscription, card, before }), onDone)}
		>
			{before !== undefined && subscription.delinquent_since !== null && (
				<p>
					<strong>
						{phrases.owed(formats.money(before.amount, before.currency), formats.moment(subscription.delinquent_since))}
					</strong>
				</p>
			)}
			<p>{phrases.owedExplanation}</p>
			<SelectField
				label={phrases.card}
				error={change.errorOf("card_lookup_id")}
				value={card}
				choices={cardChoices(customer, subscription, phrases.deletedCard)}
				onChoose={setCard}
			/>
		</ChangeForm>
	);
}
