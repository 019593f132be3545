import { sentenceOf } from "../locale/problem-words.ts";
import { useApp } from "../shell/app.ts";
import { hrefOf, navigate } from "../shell/router.ts";
import { payerName } from "../transactions/transaction-words.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog, useDialog } from "../ui/dialog.tsx";
import { useChange } from "../ui/forms/fields.tsx";
import { Panel } from "../ui/page.tsx";
import type { Customer } from "./customer-fields.ts";

/** The gateway streams a file of any size. */
const exportTimeLimitMs = 600_000;

export function PersonalDataPanel({ customer }: { customer: Customer }) {
	const { api, words } = useApp();
	const { dialog, open, close } = useDialog();
	const download = useChange();
	const phrases = words.customers;
	const path = { customer_lookup_id: customer.lookup_id };
	const state = download.state.value;
	const isLoading = state.kind === "sending";
	const read = () => api.get("/customers/{customer_lookup_id}/export", { path, timeLimitMs: exportTimeLimitMs });
	const erasure = (
		<ConfirmDialog
			title={phrases.erase(payerName(customer))}
			send={() => api.delete("/customers/{customer_lookup_id}", { path })}
			onClose={close}
			onDone={() => navigate(hrefOf("customers", {}), { replace: true })}
		>
			{phrases.eraseExplanation}
		</ConfirmDialog>
	);
	return (
		<Panel title={phrases.personalData}>
			<p class="muted">{phrases.personalDataHint}</p>
			<p class="field-error" role="alert">
				{state.kind === "failed" ? sentenceOf(words, state.problem) : ""}
			</p>
			<div class="form-actions">
				<button
					type="button"
					class="button-quiet"
					aria-disabled={isLoading}
					onClick={() => void download.run(read, (file) => save(file, `customer-${customer.lookup_id}.json`))}
				>
					{phrases.exportData}
				</button>
				<Button label={phrases.eraseData} onClick={() => open(erasure)} />
			</div>
			{dialog}
		</Panel>
	);
}

function save(document: unknown, name: string): void {
	const url = URL.createObjectURL(new Blob([JSON.stringify(document, null, "\t")], { type: "application/json" }));
	const link = Object.assign(window.document.createElement("a"), { href: url, download: name });
	link.click();
	URL.revokeObjectURL(url);
}
