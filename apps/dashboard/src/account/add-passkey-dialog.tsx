import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { createPasskey } from "../shell/passkey.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { TextField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";

export interface AddPasskeyDialogProps {
	onClose: () => void;
	/** Called with recovery codes when this is the first second factor. */
	onAdded: (recoveryCodes: string[]) => void;
}

/** Names a passkey and has the browser create it. */
export function AddPasskeyDialog({ onClose, onAdded }: AddPasskeyDialogProps) {
	const { api, words } = useApp();
	const [name, setName] = useState("");
	const change = useChange();
	const phrases = words.account.passkeys;

	async function add() {
		const options = await api.post("/account/passkeys/options");
		const credential = await createPasskey(options, phrases.notCreated);
		return api.post("/account/passkeys", { body: { name: name.trim() || phrases.defaultName, credential } });
	}

	function send(): void {
		void change.run(add, ({ recovery_codes: codes, csrf_token: token }) => {
			api.useCsrfToken(token);
			onAdded(codes);
		});
	}

	return (
		<Dialog title={phrases.add} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm change={change} action={phrases.create} onSubmit={send} onCancel={onClose}>
				<p>{phrases.addExplanation}</p>
				<TextField
					label={phrases.name}
					hint={phrases.nameHint}
					maxLength={60}
					isOptional
					error={change.errorOf("name")}
					value={name}
					onText={setName}
				/>
			</ChangeForm>
		</Dialog>
	);
}
