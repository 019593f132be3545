export interface ClientInformation {
	clientAddress: string;
	userAgent: string;
}

/** The order matters: most browsers also name the browsers that they derive from. */
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

/** Returns a name such as "Firefox on Windows". */
export function describeBrowser(userAgent: string): string {
	return `${firstIn(browsers, userAgent) ?? "A browser"} on ${firstIn(systems, userAgent) ?? "an unknown system"}`;
}
