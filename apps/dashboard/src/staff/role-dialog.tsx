import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ChangeForm } from "../ui/forms/change-form.tsx";
import { useChange } from "../ui/forms/use-change.ts";
import { RoleChoice } from "./role-choice.tsx";
import type { StaffMember } from "./staff-record.ts";

export interface RoleDialogProps {
	member: StaffMember;
	onClose: () => void;
	onDone: (member: StaffMember) => void;
}

export function RoleDialog({ member, onClose, onDone }: RoleDialogProps) {
	const { api, words } = useApp();
	const [role, setRole] = useState(member.role);
	const change = useChange();
	const title = words.staff.changeRoleOf(member.name);

	function save(): void {
		const send = () => api.patch("/staff/{user_id}", { path: { user_id: member.user_id }, body: { role } });
		void change.run(send, onDone);
	}

	return (
		<Dialog title={title} onClose={onClose} isBusy={change.state.value.kind === "sending"}>
			<ChangeForm change={change} action={words.shared.save} onSubmit={save} onCancel={onClose}>
				<p>{words.staff.roleExplanation}</p>
				<RoleChoice role={role} error={change.errorOf("role")} onChoose={setRole} />
			</ChangeForm>
		</Dialog>
	);
}
