import { signal } from "@preact/signals-core";

export function createStepUpQuestion() {
	const isOpen = signal(false);
	let waiting: ((isConfirmed: boolean) => void)[] = [];
	return {
		isOpen,
		/** Opens the question. Requests that need it at the same time share it. Resolves to `false` when the user cancels. */
		ask: () =>
			new Promise<boolean>((resolve) => {
				waiting.push(resolve);
				isOpen.value = true;
			}),
		answer(isConfirmed: boolean): void {
			const asked = waiting;
			waiting = [];
			isOpen.value = false;
			for (const resolve of asked) resolve(isConfirmed);
		},
	};
}
