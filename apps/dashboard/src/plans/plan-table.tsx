import { type App, useApp } from "../shell/app.ts";
import { hrefOf } from "../shell/router.ts";
import { Breakable } from "../ui/breakable.tsx";
import { type Column, DataTable } from "../ui/tables/data-table.tsx";
import { type Plan, priceOf } from "./plan-words.ts";

export interface PlanTableProps {
	plans: Plan[];
	onChange: (plan: Plan) => void;
	onDelete: (plan: Plan) => void;
}

export function PlanTable({ plans, onChange, onDelete }: PlanTableProps) {
	const app = useApp();
	const { words } = app;
	const actions: Column<Plan> = {
		key: "actions",
		inCard: "plain",
		head: words.shared.actions,
		cell: (plan) => (
			<div class="row-actions">
				<button
					type="button"
					class="button-quiet button-small"
					aria-label={words.plans.changeNamed(plan.name)}
					onClick={() => onChange(plan)}
				>
					{words.shared.change}
				</button>
				<button
					type="button"
					class="button-quiet button-small"
					aria-label={words.plans.deleteNamed(plan.name)}
					onClick={() => onDelete(plan)}
				>
					{words.shared.delete}
				</button>
			</div>
		),
	};
	const columns = app.may("plans.write") ? [...columnsFor(app), actions] : columnsFor(app);
	return <DataTable caption={words.plans.caption} columns={columns} rows={plans} keyOf={(plan) => plan.lookup_id} />;
}

function PlanLink({ plan: { lookup_id, name } }: { plan: Plan }) {
	return (
		<a class="row-link" href={hrefOf("plan", { plan_lookup_id: lookup_id })}>
			<Breakable text={name} />
		</a>
	);
}

function columnsFor(app: App): Column<Plan>[] {
	const { words, formats, may } = app;
	const { columns, withoutEnd } = words.plans;
	return [
		{ key: "name", head: words.plans.name, isText: true, cell: (plan) => <PlanLink plan={plan} /> },
		{
			key: "payments",
			head: columns.payments,
			cell: ({ number_of_payments: count }) => (count === null ? withoutEnd : formats.count(count)),
		},
		{
			key: "subscriptions",
			head: columns.subscriptions,
			cell: (plan) => {
				const count = formats.count(plan.current_subscriptions);
				if (plan.total_subscriptions === 0 || !may("customers.read")) return count;
				return (
					<a class="cell-link" href={hrefOf("customers", {}, { plan_lookup_id: plan.lookup_id })}>
						{words.plans.subscribers(count)}
					</a>
				);
			},
		},
		{ key: "price", head: columns.price, isAmount: true, inCard: "end", cell: (plan) => priceOf(app, plan) },
	];
}
