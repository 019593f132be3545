import { useState } from "preact/hooks";
import { type Change, createChange } from "./change.model.ts";

/** Changes for as long as a component is on the page. */
export function useChange(): Change {
	return useState(() => createChange())[0];
}

/**
 * The typed values of a form, by the gateway's names, and the change that it asks for.
 *
 * @param outer a change that outlives the form: reopened after a lost answer, the form first finds out that outcome
 */
export function useForm<Values extends object>(first: Values | (() => Values), outer?: Change) {
	const [values, setValues] = useState(first);
	const own = useChange();
	const change = outer ?? own;
	const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }));
	/** Value, error and change of one field. */
	function field<Name extends keyof Values & string>(name: Name) {
		const onChange = (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>);
		return { value: values[name], error: change.errorOf(name), onChange };
	}
	return { change, values, set, field };
}
