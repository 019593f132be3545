/** Where somebody is who signs in, as far as their list of sessions shows it. */
export interface ClientInformation {
	clientAddress: string;
	/** The header; empty when there was none. */
	userAgent: string;
}

/** In this order: most browsers also name those that they descend from. */
const browsers: [pattern: RegExp, name: string][] = [
	[/Edg(?:e|A|iOS)?\//, "Edge"],
	[/OPR\//, "Opera"],
	[/SamsungBrowser\//, "Samsung Internet"],
	[/Firefox\/|FxiOS\//, "Firefox"],
	[/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
	[/Safari\//, "Safari"],
];

const systems: [pattern: RegExp, name: string][] = [
	[/iPhone|iPad/, "iOS"],
	[/Android/, "Android"],
	[/CrOS/, "ChromeOS"],
	[/Windows/, "Windows"],
	[/Mac OS X|Macintosh/, "macOS"],
	[/Linux/, "Linux"],
];

function firstIn(list: [RegExp, string][], text: string): string | undefined {
	return list.find(([pattern]) => pattern.test(text))?.[1];
}

/** "Firefox on Windows": enough to know one's own devices by; of the header itself nothing is kept. */
export function describeBrowser(userAgent: string): string {
	return `${firstIn(browsers, userAgent) ?? "A browser"} on ${firstIn(systems, userAgent) ?? "an unknown system"}`;
}
