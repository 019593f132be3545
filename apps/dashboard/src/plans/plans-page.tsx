import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { amountFilters } from "../transactions/transaction-filters.ts";
import { Button } from "../ui/button.tsx";
import { useDialog } from "../ui/dialog.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import { PageHead } from "../ui/page.tsx";
import { actionColumn, type Column, column, confirmAction, RecordList, RowLink } from "../ui/tables/table.tsx";
import { PlanDialog } from "./plan-dialog.tsx";
import { type Plan, priceOf } from "./plan-words.ts";

export function PlansPage() {
	const app = useApp();
	const { words, may } = app;
	const list = useGet("/plan-service/plan", { query: currentQuery.value });
	const { dialog, open, ends } = useDialog(() => void list.load());
	const phrases = words.plans;
	const filters = [
		{ name: "plan_name", label: phrases.name },
		{ name: "frequency", label: phrases.frequency, choices: phrases.frequencies },
		...amountFilters(words),
	];

	const actions = actionColumn(words, open, (plan: Plan) => [
		[words.shared.change, phrases.changeNamed(plan.name), <PlanDialog key="change" plan={plan} {...ends} />],
		confirmAction(words.shared.delete, phrases.deleteNamed(plan.name), phrases.deleteExplanation, {
			send: () => app.api.delete("/plan-service/plan/{plan_lookup_id}", { path: { plan_lookup_id: plan.lookup_id } }),
			...ends,
		}),
	]);

	return (
		<>
			<PageHead title={words.shell.pages.plans}>
				{may("plans.write") && (
					<Button label={phrases.create} isPrimary onClick={() => open(<PlanDialog {...ends} />)} />
				)}
			</PageHead>
			<RecordList
				resource={list}
				phrases={phrases}
				filters={filters}
				columns={may("plans.write") ? [...columnsFor(app), actions] : columnsFor(app)}
				keyOf="lookup_id"
			/>
			{dialog}
		</>
	);
}

function columnsFor(app: App): Column<Plan>[] {
	const { words, formats, may } = app;
	const { columns, withoutEnd } = words.plans;
	return [
		column(words.plans.name, "text", ({ lookup_id, name }) => (
			<RowLink href={hrefOf("plan", { plan_lookup_id: lookup_id })} text={name} />
		)),
		column(columns.payments, "labelled", ({ number_of_payments: count }) =>
			count === null ? withoutEnd : formats.count(count),
		),
		column(columns.subscriptions, "labelled", (plan) => {
			const count = formats.count(plan.current_subscriptions);
			if (plan.total_subscriptions === 0 || !may("customers.read")) return count;
			return (
				<a class="cell-link" href={hrefOf("customers", {}, { plan_lookup_id: plan.lookup_id })}>
					{words.plans.subscribers(count)}
				</a>
			);
		}),
		column(columns.price, "amount end", (plan) => priceOf(app, plan)),
	];
}
