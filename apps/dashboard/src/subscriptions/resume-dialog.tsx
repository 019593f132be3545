import { useApp } from "../shell/app.ts";
import { ChangeDialog, type DialogEnds } from "../ui/dialog.tsx";
import type { Change } from "../ui/forms/change.model.ts";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { SelectField, useChange, useForm } from "../ui/forms/fields.tsx";
import { Loaded, useResource } from "../ui/loading/loaded.tsx";
import { type Resumed, readNewestAttempt, resume } from "./resume.ts";
import { type Attempt, billedCardChoices, type Customer, type Subscription } from "./subscription-words.tsx";

export interface ResumeDialogProps extends DialogEnds<Resumed> {
	customer: Customer;
	subscription: Subscription;
}

export function ResumeDialog(props: ResumeDialogProps) {
	const { api, words } = useApp();
	const { subscription, onClose } = props;
	const last = useResource((signal) => readNewestAttempt(api, subscription, signal), subscription.lookup_id);
	const change = useChange();
	return (
		<ChangeDialog title={words.subscriptions.steps.resume.named(subscription.name)} change={change} onClose={onClose}>
			<Loaded resource={last}>{(before) => <ResumeForm {...props} before={before} change={change} />}</Loaded>
		</ChangeDialog>
	);
}

type ResumeFormProps = ResumeDialogProps & { before: Attempt | undefined; change: Change };

function ResumeForm({ customer, subscription, before, change, onClose, onDone }: ResumeFormProps) {
	const { api, words, formats } = useApp();
	const { values, field } = useForm({ card_lookup_id: subscription.card_lookup_id }, change);
	const phrases = words.subscriptions;
	const request = { customer, subscription, card: values.card_lookup_id, before };
	return (
		<ChangeForm
			change={change}
			action={phrases.steps.resume.named(subscription.name)}
			onCancel={onClose}
			onSubmit={() => void change.run(() => resume(api, request), onDone)}
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
				{...field("card_lookup_id")}
				label={phrases.card}
				choices={billedCardChoices(customer, subscription, phrases.deletedCard)}
			/>
		</ChangeForm>
	);
}
