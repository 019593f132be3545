import { useState } from "preact/hooks";
import type { Schemas } from "../api/records.ts";
import { type App, useApp } from "../shell/app.ts";
import { decisionCount } from "../shell/to-approve.ts";
import { payerName } from "../transactions/transaction-words.ts";
import { Breakable } from "../ui/breakable.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import type { Resource } from "../ui/loading/resource.ts";
import { Loaded, SkeletonRows } from "../ui/loading/states.tsx";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { PaymentLink } from "./payment-link.tsx";

export type Waiting = Schemas["WaitingPayment"];

export interface Asked {
	kind: "approve" | "reject";
	waiting: Waiting;
}

export interface ApprovalsPanelProps {
	approvals: Resource<Schemas["WaitingPaymentList"]>;
	/** Called with what has changed, in a sentence. */
	onDecided: (sentence: string) => void;
}

/** Payments that wait for a second person; nothing without one. */
export function ApprovalsPanel({ approvals, onDecided }: ApprovalsPanelProps) {
	const app = useApp();
	const [asked, setAsked] = useState<Asked>();
	const phrases = app.words.wallet.approvals;
	return (
		<>
			<Loaded resource={approvals} skeleton={<SkeletonRows count={1} />}>
				{({ approvals: waiting }) =>
					waiting.length > 0 && (
						<>
							<h2 id="approvals">{phrases.title}</h2>
							<section class="panel list-panel" aria-labelledby="approvals">
								<DataTable
									caption={phrases.caption}
									columns={columnsFor(app, setAsked)}
									rows={waiting}
									keyOf={({ payment }) => payment.transaction_id}
								/>
							</section>
						</>
					)
				}
			</Loaded>
			<Decision asked={asked} onAsk={setAsked} onDecided={onDecided} />
		</>
	);
}

/** The dialog that approves or rejects a payment, once one is asked about. */
export function Decision({
	asked,
	onAsk,
	onDecided,
}: {
	asked: Asked | undefined;
	onAsk: (asked: Asked | undefined) => void;
	onDecided: (sentence: string) => void;
}) {
	if (asked === undefined) return null;
	return (
		<DecisionDialog
			asked={asked}
			onClose={() => onAsk(undefined)}
			onDone={(sentence) => {
				onAsk(undefined);
				decisionCount.value += 1;
				onDecided(sentence);
			}}
		/>
	);
}

interface DecisionDialogProps {
	asked: Asked;
	onClose: () => void;
	onDone: (sentence: string) => void;
}

function DecisionDialog({ asked: { kind, waiting }, onClose, onDone }: DecisionDialogProps) {
	const { api, words } = useApp();
	const phrases = words.wallet.approvals;
	const { payment } = waiting;
	const { money, payee } = namesOf(useApp(), waiting);
	const path = { transaction_id: payment.transaction_id };
	return (
		<ConfirmDialog
			title={phrases[kind].named(money, payee)}
			tone={kind === "approve" ? "primary" : "danger"}
			send={() =>
				kind === "approve"
					? api.post("/wallet/approvals/{transaction_id}/approve", { path })
					: api.post("/wallet/approvals/{transaction_id}/reject", { path })
			}
			onClose={onClose}
			onDone={() => onDone(phrases[kind].done(money, payee))}
		>
			{phrases[kind].explanation} <bdi>{payment.description ?? ""}</bdi>
		</ConfirmDialog>
	);
}

/** Buttons that approve and reject a payment. */
export function DecisionButtons({ waiting, onAsk }: { waiting: Waiting; onAsk: (asked: Asked) => void }) {
	const app = useApp();
	const { approvals } = app.words.wallet;
	const { money, payee } = namesOf(app, waiting);
	return (
		<>
			{(["approve", "reject"] as const).map((kind) => (
				<button
					key={kind}
					type="button"
					class="button-quiet button-small"
					aria-label={approvals[kind].named(money, payee)}
					onClick={() => onAsk({ kind, waiting })}
				>
					{approvals[kind].action}
				</button>
			))}
		</>
	);
}

function namesOf({ formats }: App, { payment }: Waiting): { money: string; payee: string } {
	return { money: formats.money(payment.amount, "CAD"), payee: payeeOf(payment) };
}

/** The customer; of a withdrawal, its description with the masked account. */
function payeeOf({ email, description }: Waiting["payment"]): string {
	return email ?? description ?? "";
}

function columnsFor(app: App, onAsk: (asked: Asked) => void): Column<Waiting>[] {
	const { words, formats, may } = app;
	const { columns, ...phrases } = words.wallet.approvals;
	const actions: Column<Waiting> = {
		key: "actions",
		inCard: "plain",
		head: words.shared.actions,
		cell: (waiting) => {
			if (!waiting.may_decide) return <span class="small muted">{phrases.another}</span>;
			return (
				<div class="row-actions">
					<DecisionButtons waiting={waiting} onAsk={onAsk} />
				</div>
			);
		},
	};
	return [
		{
			key: "time",
			head: columns.time,
			isTime: true,
			cell: ({ payment }) => <PaymentLink payment={payment} />,
		},
		{ key: "who", head: columns.who, isText: true, inCard: "plain", cell: (row) => <Payee waiting={row} /> },
		{ key: "by", head: columns.by, isText: true, cell: (row) => <Asker waiting={row} /> },
		{ key: "until", head: columns.until, isTime: true, cell: ({ expires_at: at }) => formats.moment(at) },
		{
			key: "amount",
			head: columns.amount,
			isAmount: true,
			inCard: "end",
			cell: ({ payment }) => formats.money(payment.amount, "CAD"),
		},
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

/** A person, or the API client, with the person behind it. */
export function Asker({ waiting: { asked_by: person, client_id: client } }: { waiting: Waiting }) {
	const { approvals } = useApp().words.wallet;
	if (client === null) return <bdi>{person?.name ?? ""}</bdi>;
	return (
		<>
			{approvals.client} <Breakable text={client} />
			{person && (
				<span class="detail small muted">
					<bdi>{person.name}</bdi>
				</span>
			)}
		</>
	);
}
