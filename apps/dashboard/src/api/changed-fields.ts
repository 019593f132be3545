/** Returns the fields of `after` that differ: sending the rest would undo another person's change. */
export function changedFields<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
	const isChanged = (name: keyof Fields) => JSON.stringify(after[name]) !== JSON.stringify(before[name]);
	return Object.fromEntries(
		Object.entries(after).filter(([name]) => isChanged(name as keyof Fields)),
	) as Partial<Fields>;
}
