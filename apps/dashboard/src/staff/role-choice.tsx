import { useApp } from "../shell/app.ts";
import { SelectField } from "../ui/forms/field.tsx";
import { type Role, rolesGivenBy } from "./staff-record.ts";

export interface RoleChoiceProps {
	role: Role;
	error: string | undefined;
	onChoose: (role: Role) => void;
}

/** The roles that the user may grant, and the permissions of the chosen one. */
export function RoleChoice({ role, error, onChoose }: RoleChoiceProps) {
	const { words, session } = useApp();
	return (
		<SelectField
			label={words.staff.columns.role}
			hint={words.staff.roleHints[role]}
			error={error}
			value={role}
			choices={rolesGivenBy(session.user).map((value) => ({ value, label: words.shell.roles[value] }))}
			onChoose={(chosen) => onChoose(chosen as Role)}
		/>
	);
}
