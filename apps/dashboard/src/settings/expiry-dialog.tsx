import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { useApp } from "../shell/app.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { ExpiryChoice, expiryAfter } from "./expiry-choice.tsx";

/** A time, not "never", because saving without a choice must not remove an expiry. */
const proposedDays = "90";

export interface ExpiryDialogProps {
	credential: Schemas["Credential"];
	onClose: () => void;
	onDone: () => void;
}

/** Changes when a credential expires. */
export function ExpiryDialog({ credential, onClose, onDone }: ExpiryDialogProps) {
	const { api, words } = useApp();
	const [days, setDays] = useState(proposedDays);
	const change = useChange();
	const phrases = words.settings.credentials;
	const { name, client_id } = credential;

	function save(): void {
		const send = () =>
			api.patch("/credentials/{client_id}", {
				path: { client_id },
				body: { expires_at: expiryAfter(days, Date.now()) },
			});
		void change.run(send, onDone);
	}

	return (
		<Dialog title={phrases.changeExpiryOf(name)} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm change={change} action={words.shared.save} onSubmit={save} onCancel={onClose}>
				<ExpiryChoice days={days} error={change.errorOf("expires_at")} onChoose={setDays} />
			</ChangeForm>
		</Dialog>
	);
}
