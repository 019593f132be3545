import { useState } from "preact/hooks";
import { type App, useApp } from "../shell/app.ts";
import { hrefOf, navigate } from "../shell/router.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import type { Resource } from "../ui/loading/resource.ts";
import { Loaded } from "../ui/loading/states.tsx";
import { useResource } from "../ui/loading/use-resource.ts";
import { PageHead } from "../ui/page-head.tsx";
import { type Pair, Pairs } from "../ui/pairs.tsx";
import { PlanDialog } from "./plan-dialog.tsx";
import { type Plan, priceOf } from "./plan-words.ts";

const route = "/plan-service/plan/{plan_lookup_id}";

/** One plan: its terms, and the way to its subscribers. */
export function PlanPage({ plan_lookup_id }: { plan_lookup_id: string }) {
	const { api } = useApp();
	const resource = useResource((signal) => api.get(route, { path: { plan_lookup_id }, signal }), plan_lookup_id);
	return (
		<Loaded resource={resource} parent="plans">
			{(plan) => <PlanDetails plan={plan} resource={resource} />}
		</Loaded>
	);
}

function PlanDetails({ plan, resource }: { plan: Plan; resource: Resource<Plan> }) {
	const app = useApp();
	const { api, words, may } = app;
	const phrases = words.plans;
	const [asked, setAsked] = useState<"change" | "delete">();
	const close = () => setAsked(undefined);

	function closeAndRead(): void {
		close();
		void resource.load();
	}

	return (
		<>
			<PageHead title={plan.name} back={{ href: hrefOf("plans", {}), label: phrases.title }}>
				{may("plans.write") && (
					<>
						<button type="button" class="button-quiet" onClick={() => setAsked("change")}>
							{words.shared.change}
						</button>
						<button type="button" class="button-quiet" onClick={() => setAsked("delete")}>
							{words.shared.delete}
						</button>
					</>
				)}
			</PageHead>
			<section class="panel section" aria-labelledby="details">
				<h2 id="details">{words.customers.details}</h2>
				<Pairs pairs={pairsOf(app, plan)} />
			</section>
			{asked === "change" && <PlanDialog plan={plan} onClose={close} onDone={closeAndRead} />}
			{asked === "delete" && (
				<ConfirmDialog
					title={phrases.deleteNamed(plan.name)}
					send={() => api.delete(route, { path: { plan_lookup_id: plan.lookup_id } })}
					onClose={close}
					onDone={() => navigate(hrefOf("plans", {}), { replace: true })}
				>
					{phrases.deleteExplanation}
				</ConfirmDialog>
			)}
		</>
	);
}

function pairsOf(app: App, plan: Plan): Pair[] {
	const { words, formats, may } = app;
	const { columns, withoutEnd, subscribers, sendsReceipt } = words.plans;
	const { number_of_payments: payments, lookup_id, total_subscriptions: total } = plan;
	const count = formats.count(plan.current_subscriptions);
	return [
		[columns.price, priceOf(app, plan)],
		[words.plans.trial, plan.trial_days > 0 && words.plans.days(formats.count(plan.trial_days))],
		[words.plans.setupFee, plan.setup_fee > 0 && formats.money(plan.setup_fee, plan.currency)],
		[columns.payments, payments === null ? withoutEnd : formats.count(payments)],
		[
			columns.subscriptions,
			total > 0 && may("customers.read") ? (
				<a href={hrefOf("customers", {}, { plan_lookup_id: lookup_id })}>{subscribers(count)}</a>
			) : (
				count
			),
		],
		[sendsReceipt, plan.send_receipt ? words.shared.yes : words.shared.no],
		[words.plans.id, lookup_id],
	];
}
