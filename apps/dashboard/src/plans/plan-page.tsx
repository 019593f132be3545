import { type App, useApp } from "../shell/app.ts";
import { hrefOf, navigate } from "../shell/router.ts";
import { Button } from "../ui/button.tsx";
import { confirmDialog, useDialog } from "../ui/dialog.tsx";
import { type RecordProps, recordPage } from "../ui/loading/loaded.tsx";
import { PageHead } from "../ui/page.tsx";
import { DetailsPanel, linkTo, type Pair } from "../ui/pairs.tsx";
import { PlanDialog } from "./plan-dialog.tsx";
import { type Plan, priceOf } from "./plan-words.ts";

export const PlanPage = recordPage("/plan-service/plan/{plan_lookup_id}", "plans", PlanDetails);

function PlanDetails({ record: plan, resource }: RecordProps<Plan>) {
	const app = useApp();
	const { words, may } = app;
	const { dialog, open, ends } = useDialog(() => void resource.load());
	const deletion = confirmDialog(words.plans.deleteNamed(plan.name), words.plans.deleteExplanation, {
		send: () => app.api.delete("/plan-service/plan/{plan_lookup_id}", { path: { plan_lookup_id: plan.lookup_id } }),
		onClose: ends.onClose,
		onDone: () => navigate(hrefOf("plans", {}), { replace: true }),
	});
	return (
		<>
			<PageHead title={plan.name} back="plans">
				{may("plans.write") && (
					<>
						<Button label={words.shared.change} onClick={() => open(<PlanDialog plan={plan} {...ends} />)} />
						<Button label={words.shared.delete} onClick={() => open(deletion)} />
					</>
				)}
			</PageHead>
			<DetailsPanel pairs={pairsOf(app, plan)} />
			{dialog}
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
			total > 0 && may("customers.read")
				? linkTo(hrefOf("customers", {}, { plan_lookup_id: lookup_id }), subscribers(count))
				: count,
		],
		[sendsReceipt, plan.send_receipt ? words.shared.yes : words.shared.no],
		[words.plans.id, lookup_id],
	];
}
