/** The element with this id. Throws when the page has none of this kind: page and script are released together. */
export function getElement<T extends HTMLElement>(id: string, kind: abstract new () => T): T {
	const element = document.getElementById(id);
	if (!(element instanceof kind)) throw new Error(`The page has no ${kind.name} called ${id}.`);
	return element;
}

/** A `data-` attribute that the page must have. */
export function getData(element: HTMLElement, name: string): string {
	const value = element.dataset[name];
	if (value === undefined) throw new Error(`${element.id} has no data attribute ${name}.`);
	return value;
}
