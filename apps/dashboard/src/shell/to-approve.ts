import { signal } from "@preact/signals-core";
import { useResource } from "../ui/loading/loaded.tsx";
import { useApp } from "./app.ts";
import { pageChanges } from "./router.ts";

export const decisionCount = signal(0);

export function useToApprove(): number {
	const { api, may } = useApp();
	const mayApprove = may("wallet.send");
	const list = useResource(
		async (signal) => (mayApprove ? (await api.get("/wallet/approvals", { signal })).approvals : []),
		`${mayApprove} ${pageChanges.value} ${decisionCount.value}`,
	);
	const state = list.state.value;
	return state.kind === "ready" ? state.value.filter(({ may_decide }) => may_decide).length : 0;
}
