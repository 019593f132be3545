/** The buttons of the testing panel, each with a published test number. */
export function testCardButtons(): HTMLButtonElement[] {
	return [...document.querySelectorAll<HTMLButtonElement>("button[data-test-card]")];
}
