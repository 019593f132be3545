import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { confirmDialog, type DialogEnds, FormDialog } from "../ui/dialog.tsx";
import { CheckField, FieldGroup, type FieldState, SelectField, TextField, useForm } from "../ui/forms/fields.tsx";
import { Loaded, useGet } from "../ui/loading/loaded.tsx";
import { namesOfOrphaned, type Orphaned, type Role, rolesGivenBy, type StaffMember } from "./staff-record.ts";

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
			<TextField {...field("name", phrases.columns.name)} required />
			<TextField {...field("email", phrases.columns.email)} type="email" required />
			<RoleChoice {...field("role")} />
		</FormDialog>
	);
}

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
		<FormDialog title={words.staff.changeRoleOf(member.name)} change={change} saves onSubmit={save} onClose={onClose}>
			<p>{words.staff.roleExplanation}</p>
			<RoleChoice {...field("role")} />
		</FormDialog>
	);
}

export function RemoveDialog({ member, onClose, onDone }: DialogEnds<string> & { member: StaffMember }) {
	const { api, words, formats } = useApp();
	const [revoked, setRevoked] = useState<string[]>([]);
	const [disabled, setDisabled] = useState<string[]>([]);
	const path = { user_id: member.user_id };
	const clients = useGet("/staff/{user_id}/clients", { path });
	const phrases = words.staff;
	const chosen = () => new URLSearchParams({ revoke: revoked.join(","), disable: disabled.join(",") });

	function tellOf(orphaned: Orphaned): void {
		const names = namesOfOrphaned(orphaned).join(", ");
		const more = names === "" ? "" : ` ${phrases.orphaned(names)}`;
		onDone(`${phrases.removed(member.name)}${more}`);
	}

	return confirmDialog(phrases.removeNamed(member.name), phrases.removeExplanation, {
		send: () => api.delete("/staff/{user_id}", { path, query: chosen() }),
		onClose,
		onDone: tellOf,
		fields: (
			<Loaded resource={clients} skeleton={<div />}>
				{({ credentials, endpoints }) => (
					<>
						<Choice
							legend={phrases.revokeLegend}
							hint={phrases.revokeHint}
							choices={credentials.map(({ client_id: id, name: label, last_used_at: usedAt }) => ({
								id,
								label,
								hint: usedAt === null ? phrases.neverUsed : phrases.lastUsed(formats.moment(usedAt)),
							}))}
							chosen={revoked}
							onChoose={setRevoked}
						/>
						<Choice
							legend={phrases.disableLegend}
							hint={phrases.disableHint}
							choices={endpoints.map(({ lookup_id: id, url: label }) => ({ id, label }))}
							chosen={disabled}
							onChoose={setDisabled}
						/>
					</>
				)}
			</Loaded>
		),
	});
}

interface ChoiceProps {
	legend: string;
	hint: string;
	choices: { id: string; label: string; hint?: string }[];
	chosen: string[];
	onChoose: (ids: string[]) => void;
}

function Choice({ legend, hint, choices, chosen, onChoose }: ChoiceProps) {
	if (choices.length === 0) return null;
	return (
		<FieldGroup legend={legend} hint={hint}>
			{choices.map(({ id, ...field }) => (
				<CheckField
					key={id}
					{...field}
					value={chosen.includes(id)}
					onChange={(isOn) => onChoose(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))}
				/>
			))}
		</FieldGroup>
	);
}
