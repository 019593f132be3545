import type { FailureCause, FieldName, ToHost } from "../wire/messages.ts";

export interface CardFormEvents {
	ready: Record<never, never>;
	change: { complete: boolean; empty: boolean; invalid: FieldName[] };
	brand: { brand: Extract<ToHost, { type: "brand" }>["brand"] };
	focus: { field: FieldName };
	blur: { field: FieldName };
	submit: Record<never, never>;
	token: { token: string };
	error: { cause: FailureCause };
}

export type Emit = <Type extends keyof CardFormEvents>(type: Type, event: CardFormEvents[Type]) => void;

/** An exception in a listener does not stop the form. */
export function createEvents(onEvent?: Emit) {
	const target = new EventTarget();
	const emit: Emit = (type, detail) => {
		onEvent?.(type, detail);
		target.dispatchEvent(new CustomEvent(type, { detail }));
	};
	return {
		emit,
		on<Type extends keyof CardFormEvents>(type: Type, listener: (event: CardFormEvents[Type]) => void): () => void {
			const listen = (event: Event) => listener((event as CustomEvent<CardFormEvents[Type]>).detail);
			target.addEventListener(type, listen);
			return () => target.removeEventListener(type, listen);
		},
	};
}
