import { useApp } from "../shell/app.ts";
import { type DialogEnds, FormDialog } from "../ui/dialog.tsx";
import { type FieldState, SelectField, TextField, useForm } from "../ui/forms/fields.tsx";
import { type Role, rolesGivenBy, type StaffMember } from "./staff-record.ts";

function RoleChoice(field: FieldState<Role>) {
	const { words, session } = useApp();
	return (
		<SelectField
			{...field}
			label={words.staff.columns.role}
			hint={words.staff.roleHints[field.value]}
			choices={rolesGivenBy(session.user).map((role) => [role, words.shell.roles[role]])}
		/>
	);
}

export function InviteDialog({ onClose, onDone }: DialogEnds<string>) {
	const { api, words } = useApp();
	const { change, values, field } = useForm({ name: "", email: "", role: "clerk" as Role });
	const phrases = words.staff;

	function invite(): void {
		const body = { name: values.name.trim(), email: values.email.trim(), role: values.role };
		void change.run(
			() => api.post("/staff/invitations", { body }),
			({ email }) => onDone(phrases.invited(email)),
		);
	}

	return (
		<FormDialog
			title={phrases.invite}
			change={change}
			action={phrases.sendInvitation}
			onSubmit={invite}
			onClose={onClose}
		>
			<p>{phrases.inviteExplanation}</p>
			<TextField {...field("name")} label={phrases.columns.name} required />
			<TextField {...field("email")} label={phrases.columns.email} type="email" required />
			<RoleChoice {...field("role")} />
		</FormDialog>
	);
}

/** Done with a sentence about the change. */
export function RoleDialog({ member, onClose, onDone }: DialogEnds<string> & { member: StaffMember }) {
	const { api, words } = useApp();
	const { change, values: body, field } = useForm({ role: member.role });
	const path = { user_id: member.user_id };

	function save(): void {
		void change.run(
			() => api.patch("/staff/{user_id}", { path, body }),
			({ name, role }) => onDone(words.staff.roleChanged(name, words.shell.roles[role])),
		);
	}

	return (
		<FormDialog
			title={words.staff.changeRoleOf(member.name)}
			change={change}
			action={words.shared.save}
			onSubmit={save}
			onClose={onClose}
		>
			<p>{words.staff.roleExplanation}</p>
			<RoleChoice {...field("role")} />
		</FormDialog>
	);
}
