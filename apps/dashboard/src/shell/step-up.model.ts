import { type ReadonlySignal, signal } from "@preact/signals-core";

/** The question for password and second factor, which the dialog over the page asks. */
export interface StepUpQuestion {
	isOpen: ReadonlySignal<boolean>;
	/** Opens the question. Requests that need it at the same time share it. Resolves to `false` when the user cancels. */
	ask(): Promise<boolean>;
	answer(isConfirmed: boolean): void;
}

export function createStepUpQuestion(): StepUpQuestion {
	const isOpen = signal(false);
	let waiting: ((isConfirmed: boolean) => void)[] = [];
	return {
		isOpen,
		ask: () =>
			new Promise((resolve) => {
				waiting.push(resolve);
				isOpen.value = true;
			}),
		answer(isConfirmed) {
			const asked = waiting;
			waiting = [];
			isOpen.value = false;
			for (const resolve of asked) resolve(isConfirmed);
		},
	};
}
