import { useApp } from "../shell/app.ts";
import { Breakable } from "../ui/breakable.tsx";
import { DataTable } from "../ui/tables/data-table.tsx";
import type { Asked, Invitation } from "./staff-record.ts";

export interface InvitationTableProps {
	invitations: Invitation[];
	onAsk: (asked: Asked) => void;
}

/** Pending invitations. */
export function InvitationTable({ invitations, onAsk }: InvitationTableProps) {
	const { words, formats } = useApp();
	const { columns, invitations: title, withdraw, withdrawNamed } = words.staff;
	return (
		<section class="section" aria-labelledby="invitations">
			<h2 id="invitations">{title}</h2>
			<div class="panel list-panel">
				<DataTable
					caption={title}
					rows={invitations}
					keyOf={(invitation) => invitation.invitation_id}
					columns={[
						{ key: "name", head: columns.name, isText: true, cell: ({ name }) => <Breakable text={name} /> },
						{
							key: "email",
							head: columns.email,
							isText: true,
							inCard: "plain",
							cell: ({ email }) => <Breakable text={email} />,
						},
						{ key: "role", head: columns.role, inCard: "plain", cell: ({ role }) => words.shell.roles[role] },
						{ key: "until", head: columns.until, isTime: true, cell: ({ expires_at: until }) => formats.moment(until) },
						{
							key: "actions",
							inCard: "plain",
							head: words.shared.actions,
							cell: (invitation) => (
								<button
									type="button"
									class="button-quiet button-small"
									aria-label={withdrawNamed(invitation.email)}
									onClick={() => onAsk({ kind: "withdraw", invitation })}
								>
									{withdraw}
								</button>
							),
						},
					]}
				/>
			</div>
		</section>
	);
}
