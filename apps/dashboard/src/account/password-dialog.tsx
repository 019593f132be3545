import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { OwnPasswordField } from "../ui/forms/own-password-field.tsx";
import { useChange } from "../ui/forms/use-change.ts";

export interface PasswordDialogProps<Value> {
	title: string;
	explanation: string;
	/** What cannot be taken back is marked. */
	tone?: "primary" | "danger";
	send: (password: string) => Promise<Value>;
	onClose: () => void;
	onDone: (value: Value) => void;
}

/** Asks for the password once more: an open computer alone must not be enough. */
export function PasswordDialog<Value>(props: PasswordDialogProps<Value>): JSX.Element {
	const { title, explanation, tone = "primary", send, onClose, onDone } = props;
	const [password, setPassword] = useState("");
	const change = useChange();
	return (
		<Dialog title={title} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm
				change={change}
				action={title}
				tone={tone}
				onCancel={onClose}
				onSubmit={() => void change.run(() => send(password), onDone)}
			>
				<p>{explanation}</p>
				<OwnPasswordField error={change.errorOf("password")} value={password} onText={setPassword} />
			</ChangeForm>
		</Dialog>
	);
}
