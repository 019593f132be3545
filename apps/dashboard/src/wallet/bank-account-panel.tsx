import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Button } from "../ui/button.tsx";
import { confirmDialog, type DialogEnds, FormDialog, useDialog } from "../ui/dialog.tsx";
import { TextField, useForm } from "../ui/forms/fields.tsx";
import { Loaded, type Resource } from "../ui/loading/loaded.tsx";
import { Panel, Warning } from "../ui/page.tsx";
import { Pairs } from "../ui/pairs.tsx";
import { AccountFields, noAccount } from "./money-fields.tsx";

type Linked = Schemas["LinkedBankAccount"];

export function BankAccountPanel({ account }: { account: Resource<Linked> }) {
	const { words, may } = useApp();
	const phrases = words.wallet.account;
	return (
		<Panel title={phrases.title}>
			<Loaded resource={account} skeleton={3}>
				{({ bank_account: linked }) => (
					<>
						{linked === null ? <p class="muted">{phrases.none}</p> : <LinkedAccount account={linked} />}
						{may("bank_account.write") && <LinkActions isLinked={linked !== null} onChanged={account.show} />}
					</>
				)}
			</Loaded>
		</Panel>
	);
}

function LinkActions({ isLinked, onChanged }: { isLinked: boolean; onChanged: (linked: Linked) => void }) {
	const { api, words } = useApp();
	const { dialog, open, ends } = useDialog(onChanged);
	const phrases = words.wallet.account;
	const remove = confirmDialog(phrases.remove, phrases.removeExplanation, {
		send: () => api.delete("/settings/bank-account"),
		...ends,
	});
	return (
		<div class="form-actions">
			<Button
				label={isLinked ? phrases.linkAnother : phrases.link}
				onClick={() => open(<LinkAccountDialog {...ends} />)}
			/>
			{isLinked && <Button label={phrases.remove} onClick={() => open(remove)} />}
			{dialog}
		</div>
	);
}

function LinkAccountDialog({ onClose, onDone }: DialogEnds<Linked>) {
	const { api, words } = useApp();
	const { change, values, field } = useForm({ ...noAccount, holder_name: "" });
	const phrases = words.wallet.account;

	function link(): void {
		const body = { ...values, holder_name: values.holder_name.trim() };
		void change.run(() => api.put("/settings/bank-account", { body }), onDone);
	}

	return (
		<FormDialog title={phrases.link} change={change} onSubmit={link} onClose={onClose}>
			<p>{phrases.linkExplanation}</p>
			<TextField {...field("holder_name", phrases.holder, phrases.holderHint)} autocomplete="organization" required />
			<AccountFields field={field} />
		</FormDialog>
	);
}

function LinkedAccount({ account }: { account: NonNullable<Linked["bank_account"]> }) {
	const { words, formats } = useApp();
	const phrases = words.wallet.account;
	return (
		<>
			<Pairs
				pairs={[
					[phrases.number, account.masked_account],
					[phrases.institution, account.institution_number],
					[phrases.holder, account.holder_name],
					[phrases.linkedAt, formats.moment(account.linked_at)],
				]}
			/>
			{account.validation_warnings.map(({ field, code }) => (
				<Warning key={`${field} ${code}`}>{phrases.warnings[code]}</Warning>
			))}
		</>
	);
}
