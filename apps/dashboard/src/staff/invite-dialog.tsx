import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { TextField } from "../ui/forms/field.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { RoleChoice } from "./role-choice.tsx";
import type { Invitation, Role } from "./staff-record.ts";

export interface InviteDialogProps {
	onClose: () => void;
	onDone: (invitation: Invitation) => void;
}

/** Asks somebody by mail to join. */
export function InviteDialog({ onClose, onDone }: InviteDialogProps) {
	const { api, words } = useApp();
	const [name, setName] = useState("");
	const [email, setEmail] = useState("");
	const [role, setRole] = useState<Role>("clerk");
	const change = useChange();
	const phrases = words.staff;

	function invite(): void {
		const body = { name: name.trim(), email: email.trim(), role };
		void change.run(() => api.post("/staff/invitations", { body }), onDone);
	}

	return (
		<Dialog title={phrases.invite} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm change={change} action={phrases.sendInvitation} onSubmit={invite} onCancel={onClose}>
				<p>{phrases.inviteExplanation}</p>
				<TextField
					label={phrases.columns.name}
					autocomplete="off"
					maxLength={255}
					required
					error={change.errorOf("name")}
					value={name}
					onText={setName}
				/>
				<TextField
					label={phrases.columns.email}
					type="email"
					autocomplete="off"
					maxLength={255}
					required
					error={change.errorOf("email")}
					value={email}
					onText={setEmail}
				/>
				<RoleChoice role={role} error={change.errorOf("role")} onChoose={setRole} />
			</ChangeForm>
		</Dialog>
	);
}
