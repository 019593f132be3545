export function complain(sentence: string, ...about: unknown[]): void {
	// biome-ignore lint/suspicious/noConsole: the console is where the developer looks.
	console.error(`Cardseal: ${sentence}`, ...about);
}
