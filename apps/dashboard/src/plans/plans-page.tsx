import { useState } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { currentQuery } from "../shell/router.ts";
import { amountFilters } from "../transactions/amount-filters.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { Empty, Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { FilterBar } from "../ui/tables/filter-bar.tsx";
import { SelectFilter, TextFilter } from "../ui/tables/filter-fields.tsx";
import { Pager } from "../ui/tables/pager.tsx";
import { PlanDialog } from "./plan-dialog.tsx";
import { PlanTable } from "./plan-table.tsx";
import type { Plan } from "./plan-words.ts";

const filterNames = ["plan_name", "frequency", "min_amount", "max_amount"] as const;

type Asked = { kind: "create" } | { kind: "change"; plan: Plan } | { kind: "delete"; plan: Plan };

/** The plans that customers can subscribe to. */
export function PlansPage() {
	const { api, words, may } = useApp();
	const [asked, setAsked] = useState<Asked>();
	const query = currentQuery.value;
	const list = useResource((signal) => api.get("/plan-service/plan", { query, signal }), query.toString());
	const phrases = words.plans;
	const close = () => setAsked(undefined);

	function closeAndRead(): void {
		close();
		void list.load();
	}

	return (
		<>
			<PageHead title={phrases.title}>
				{may("plans.write") && (
					<button type="button" class="button" onClick={() => setAsked({ kind: "create" })}>
						{phrases.create}
					</button>
				)}
			</PageHead>
			<PlanFilters />
			<section class="panel list-panel">
				<Loaded resource={list}>
					{({ plans, paging }) => (
						<>
							{plans.length === 0 ? (
								<NoPlans isFiltered={filterNames.some((name) => query.has(name))} />
							) : (
								<PlanTable
									plans={plans}
									onChange={(plan) => setAsked({ kind: "change", plan })}
									onDelete={(plan) => setAsked({ kind: "delete", plan })}
								/>
							)}
							<Pager paging={paging} />
						</>
					)}
				</Loaded>
			</section>
			{asked?.kind === "create" && <PlanDialog onClose={close} onDone={closeAndRead} />}
			{asked?.kind === "change" && <PlanDialog plan={asked.plan} onClose={close} onDone={closeAndRead} />}
			{asked?.kind === "delete" && (
				<ConfirmDialog
					title={phrases.deleteNamed(asked.plan.name)}
					send={() =>
						api.delete("/plan-service/plan/{plan_lookup_id}", { path: { plan_lookup_id: asked.plan.lookup_id } })
					}
					onClose={close}
					onDone={closeAndRead}
				>
					{phrases.deleteExplanation}
				</ConfirmDialog>
			)}
		</>
	);
}

function PlanFilters() {
	const { words } = useApp();
	const { plans, transactions } = words;
	return (
		<FilterBar names={filterNames} readers={amountFilters(words)}>
			<TextFilter name="plan_name" label={plans.name} />
			<SelectFilter
				name="frequency"
				label={plans.frequency}
				any={transactions.filters.any}
				choices={plans.frequencies}
			/>
			<TextFilter name="min_amount" label={transactions.filters.minimum} inputMode="decimal" />
			<TextFilter name="max_amount" label={transactions.filters.maximum} inputMode="decimal" />
		</FilterBar>
	);
}

function NoPlans({ isFiltered }: { isFiltered: boolean }) {
	const { none, noneHint, noneMatch, noneMatchHint } = useApp().words.plans;
	return (
		<Empty title={isFiltered ? noneMatch : none}>
			<p>{isFiltered ? noneMatchHint : noneHint}</p>
		</Empty>
	);
}
