import type { VNode } from "preact";
import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { decisionCount } from "../shell/to-approve.ts";
import { payerName } from "../transactions/transaction-words.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Button } from "../ui/button.tsx";
import { confirmDialog, type DialogEnds, useDialog } from "../ui/dialog.tsx";
import { Loaded, type Resource } from "../ui/loading/loaded.tsx";
import { Panel } from "../ui/page.tsx";
import { type Column, column, DataTable } from "../ui/tables/table.tsx";
import { PaymentMoment } from "./movements-panel.tsx";

export type Waiting = Schemas["WaitingPayment"];

export interface ApprovalsPanelProps {
	approvals: Resource<Schemas["WaitingPaymentList"]>;
	onDecided: (sentence: string) => void;
}

export function ApprovalsPanel({ approvals, onDecided }: ApprovalsPanelProps) {
	const app = useApp();
	const { dialog, open, ends } = useDialog(onDecided);
	const phrases = app.words.wallet.approvals;
	return (
		<>
			<Loaded resource={approvals} skeleton={1}>
				{({ approvals: waiting }) =>
					waiting.length > 0 && (
						<Panel title={phrases.title} isOpen>
							<div class="panel list-panel">
								<DataTable
									caption={phrases.caption}
									columns={columnsFor(app, { open, ...ends })}
									rows={waiting}
									keyOf={({ payment }) => payment.transaction_id}
								/>
							</div>
						</Panel>
					)
				}
			</Loaded>
			{dialog}
		</>
	);
}

export interface DecisionEnds extends DialogEnds<string> {
	open: (dialog: VNode) => void;
}

interface DecisionProps {
	kind: "approve" | "reject";
	waiting: Waiting;
}

function DecisionDialog({ kind, waiting, onClose, onDone }: DecisionProps & DialogEnds<string>) {
	const app = useApp();
	const phrases = app.words.wallet.approvals[kind];
	const { money, payee } = namesOf(app, waiting);
	const call = { path: { transaction_id: waiting.payment.transaction_id } };
	return confirmDialog(
		phrases.named(money, payee),
		<>
			{phrases.explanation} <bdi>{waiting.payment.description ?? ""}</bdi>
		</>,
		{
			tone: kind === "approve" ? "primary" : "danger",
			send: () =>
				kind === "approve"
					? app.api.post("/wallet/approvals/{transaction_id}/approve", call)
					: app.api.post("/wallet/approvals/{transaction_id}/reject", call),
			onClose,
			onDone: () => {
				decisionCount.value += 1;
				onDone(phrases.done(money, payee));
			},
		},
	);
}

export function DecisionButtons({ waiting, open, ...ends }: DecisionEnds & { waiting: Waiting }) {
	const app = useApp();
	const { approvals } = app.words.wallet;
	const { money, payee } = namesOf(app, waiting);
	return (
		<>
			{(["approve", "reject"] as const).map((kind) => (
				<Button
					key={kind}
					label={approvals[kind].action}
					name={approvals[kind].named(money, payee)}
					isSmall
					onClick={() => open(<DecisionDialog kind={kind} waiting={waiting} {...ends} />)}
				/>
			))}
		</>
	);
}

function namesOf({ formats }: App, { payment }: Waiting): { money: string; payee: string } {
	return { money: formats.money(payment.amount, "CAD"), payee: payeeOf(payment) };
}

function payeeOf({ email, description }: Waiting["payment"]): string {
	return email ?? description ?? "";
}

function columnsFor(app: App, ends: DecisionEnds): Column<Waiting>[] {
	const { words, formats, may } = app;
	const { columns, ...phrases } = words.wallet.approvals;
	const actions: Column<Waiting> = column(words.shared.actions, "plain", (waiting) => {
		if (!waiting.may_decide) return <span class="small muted">{phrases.another}</span>;
		return (
			<div class="row-actions">
				<DecisionButtons waiting={waiting} {...ends} />
			</div>
		);
	});
	return [
		column(columns.time, "moment", ({ payment }) => <PaymentMoment payment={payment} />),
		column(columns.who, "text plain", (row) => <Payee waiting={row} />),
		column(columns.by, "text", (row) => <Asker waiting={row} />),
		column(columns.until, "moment", ({ expires_at: at }) => formats.moment(at)),
		column(columns.amount, "amount end", ({ payment }) => formats.money(payment.amount, "CAD")),
		...(may("wallet.send") ? [actions] : []),
	];
}

function Payee({ waiting }: { waiting: Waiting }) {
	const { approvals } = useApp().words.wallet;
	const { payment } = waiting;
	return (
		<>
			<Breakable text={payerName(payment)} />
			<span class="detail small muted">
				<bdi>{payment.description ?? ""}</bdi>
			</span>
			<span class="detail small muted">{approvals.institution(waiting.institution_number)}</span>
			{waiting.is_new_payee && <span class="detail small">{approvals.newPayee}</span>}
		</>
	);
}

export function Asker({ waiting: { asked_by: person, client_id: client } }: { waiting: Waiting }) {
	const { words } = useApp();
	if (client === null) return <bdi>{person?.name ?? ""}</bdi>;
	return (
		<>
			{words.audit.actors.client} <Breakable text={client} />
			{person && (
				<span class="detail small muted">
					<bdi>{person.name}</bdi>
				</span>
			)}
		</>
	);
}
