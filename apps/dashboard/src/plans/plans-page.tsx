import { useState } from "preact/hooks";
import { type App, useApp } from "../shell/app.ts";
import { currentQuery, hrefOf } from "../shell/router.ts";
import { amountFilters } from "../transactions/transaction-filters.ts";
import { Button } from "../ui/button.tsx";
import { useGet } from "../ui/loading/loaded.tsx";
import { PageHead } from "../ui/page.tsx";
import { actionColumn, type Column, RecordList, RowLink } from "../ui/tables/table.tsx";
import { DeletePlanDialog, PlanDialog } from "./plan-dialog.tsx";
import { type Plan, priceOf } from "./plan-words.ts";

type Asked = { kind: "create" } | { kind: "change" | "delete"; plan: Plan };

/** The plans that customers can subscribe to. */
export function PlansPage() {
	const app = useApp();
	const { words, may } = app;
	const [asked, setAsked] = useState<Asked>();
	const list = useGet("/plan-service/plan", { query: currentQuery.value });
	const phrases = words.plans;
	const filters = [
		{ name: "plan_name", label: phrases.name },
		{ name: "frequency", label: phrases.frequency, choices: phrases.frequencies },
		...amountFilters(words),
	];
	const close = () => setAsked(undefined);

	function closeAndRead(): void {
		close();
		void list.load();
	}

	return (
		<>
			<PageHead title={words.shell.pages.plans}>
				{may("plans.write") && <Button label={phrases.create} isPrimary onClick={() => setAsked({ kind: "create" })} />}
			</PageHead>
			<RecordList
				resource={list}
				rowsOf={({ plans }) => plans}
				phrases={phrases}
				filters={filters}
				columns={columnsFor(app, setAsked)}
				keyOf={(plan) => plan.lookup_id}
			/>
			{asked?.kind === "create" && <PlanDialog onClose={close} onDone={closeAndRead} />}
			{asked?.kind === "change" && <PlanDialog plan={asked.plan} onClose={close} onDone={closeAndRead} />}
			{asked?.kind === "delete" && <DeletePlanDialog plan={asked.plan} onClose={close} onDone={closeAndRead} />}
		</>
	);
}

function columnsFor(app: App, onAsk: (asked: Asked) => void): Column<Plan>[] {
	const { words, formats, may } = app;
	const { columns, withoutEnd, changeNamed, deleteNamed } = words.plans;
	const actions = actionColumn(words, (plan: Plan) => [
		[words.shared.change, changeNamed(plan.name), () => onAsk({ kind: "change", plan })],
		[words.shared.delete, deleteNamed(plan.name), () => onAsk({ kind: "delete", plan })],
	]);
	return [
		{
			head: words.plans.name,
			kind: "text",
			cell: ({ lookup_id, name }) => <RowLink href={hrefOf("plan", { plan_lookup_id: lookup_id })} text={name} />,
		},
		{
			head: columns.payments,
			cell: ({ number_of_payments: count }) => (count === null ? withoutEnd : formats.count(count)),
		},
		{
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
		{ head: columns.price, kind: "amount", inCard: "end", cell: (plan) => priceOf(app, plan) },
		...(may("plans.write") ? [actions] : []),
	];
}
