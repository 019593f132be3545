import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { TextField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { AccountFields, noAccount } from "./account-fields.tsx";

export interface LinkAccountDialogProps {
	onClose: () => void;
	onDone: (linked: Schemas["LinkedBankAccount"]) => void;
}

/** Asks for the bank account that withdrawals are to go to. The gateway wants it confirmed with the password. */
export function LinkAccountDialog({ onClose, onDone }: LinkAccountDialogProps) {
	const { api, words } = useApp();
	const [account, setAccount] = useState(noAccount);
	const [holder, setHolder] = useState("");
	const change = useChange();
	const phrases = words.wallet.account;

	function link(): void {
		const body = { ...account, holder_name: holder.trim() };
		const send = () => api.put("/settings/bank-account", { body });
		void change.run(send, onDone);
	}

	return (
		<Dialog title={phrases.link} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm change={change} action={phrases.link} onSubmit={link} onCancel={onClose}>
				<p>{phrases.linkExplanation}</p>
				<TextField
					label={phrases.holder}
					hint={phrases.holderHint}
					error={change.errorOf("holder_name")}
					autocomplete="organization"
					maxLength={255}
					required
					value={holder}
					onText={setHolder}
				/>
				<AccountFields account={account} change={change} onType={setAccount} />
			</ChangeForm>
		</Dialog>
	);
}
