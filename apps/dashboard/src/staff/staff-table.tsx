import { type App, useApp } from "../shell/app.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Chip } from "../ui/chip.tsx";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { type Asked, mayManage, type StaffMember } from "./staff-record.ts";

export interface StaffTableProps {
	staff: StaffMember[];
	onAsk: (asked: Asked) => void;
}

export function StaffTable({ staff, onAsk }: StaffTableProps) {
	const app = useApp();
	const { words } = app;
	return (
		<DataTable
			caption={words.staff.title}
			rows={staff}
			keyOf={(member) => member.user_id}
			columns={[
				...columnsFor(app),
				{
					key: "actions",
					inCard: "plain",
					head: words.shared.actions,
					cell: (member) => mayManage(app.session.user, member) && <StaffActions member={member} onAsk={onAsk} />,
				},
			]}
		/>
	);
}

function columnsFor({ words, formats }: App): Column<StaffMember>[] {
	const { columns, primaryOwner, isOn, isOff, never } = words.staff;
	return [
		{ key: "name", head: columns.name, isText: true, cell: ({ name }) => <Breakable text={name} /> },
		{
			key: "email",
			head: columns.email,
			isText: true,
			inCard: "plain",
			cell: ({ email }) => <Breakable text={email} />,
		},
		{
			key: "role",
			inCard: "plain",
			head: columns.role,
			cell: (member) => (member.is_primary_owner ? primaryOwner : words.shell.roles[member.role]),
		},
		{
			key: "factor",
			head: columns.secondFactor,
			cell: ({ has_second_factor: hasOne }) =>
				hasOne ? <Chip tone="success" icon="check" label={isOn} /> : <Chip tone="warning" icon="alert" label={isOff} />,
		},
		{
			key: "seen",
			isTime: true,
			head: columns.lastSeen,
			cell: ({ last_seen_at: seenAt }) => (seenAt === null ? never : formats.moment(seenAt)),
		},
	];
}

function StaffActions({ member, onAsk }: { member: StaffMember; onAsk: (asked: Asked) => void }) {
	const { words } = useApp();
	return (
		<div class="row-actions">
			<button
				type="button"
				class="button-quiet button-small"
				aria-label={words.staff.changeRoleOf(member.name)}
				onClick={() => onAsk({ kind: "change-role", member })}
			>
				{words.staff.changeRole}
			</button>
			<button
				type="button"
				class="button-quiet button-small"
				aria-label={words.staff.removeNamed(member.name)}
				onClick={() => onAsk({ kind: "remove", member })}
			>
				{words.shared.remove}
			</button>
		</div>
	);
}
