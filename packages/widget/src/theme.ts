import type { Theme } from "./wire/messages.ts";

const fonts: Record<NonNullable<Theme["fontFamily"]>, string> = {
	system: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
	sans: '"Helvetica Neue", Helvetica, Arial, "Noto Sans", sans-serif',
	serif: 'Georgia, "Times New Roman", "Noto Serif", serif',
	rounded: 'ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", "Arial Rounded MT Bold", system-ui, sans-serif',
	monospace: 'ui-monospace, Menlo, Consolas, "Liberation Mono", monospace',
};

const colours = {
	accent: "--color-accent",
	text: "--color-text",
	background: "--color-surface",
	border: "--color-control-border",
	danger: "--color-danger",
} as const;

/** Property, minimum and maximum in px. */
const lengths = {
	radius: ["--radius", 0, 24],
	spacing: ["--space", 4, 24],
	fontSize: ["--text", 14, 24],
} as const;

const schemes = ["light", "dark", "auto"];

const colourNames = Object.keys(colours) as (keyof typeof colours)[];

/** Omits invalid values. */
export function themeProperties(theme: Theme): Map<string, string> {
	const properties = new Map<string, string>();
	for (const name of colourNames) {
		const colour: unknown = theme[name];
		const isTransparent = name === "background" && colour === "transparent";
		if (typeof colour === "string" && (isTransparent || channelsOf(colour))) properties.set(colours[name], colour);
	}
	for (const name of Object.keys(lengths) as (keyof typeof lengths)[]) {
		const [property, least, most] = lengths[name];
		const length: unknown = theme[name];
		if (typeof length === "number" && length >= least && length <= most) properties.set(property, `${length}px`);
	}
	const { fontFamily } = theme;
	if (fontFamily && Object.hasOwn(fonts, fontFamily)) properties.set("--font", fonts[fontFamily]);
	const muted = properties.get(colours.text) ?? (properties.has(colours.background) ? "var(--color-text)" : undefined);
	if (muted) {
		properties.set("--color-muted", muted);
		properties.set("--color-placeholder", "color-mix(in srgb, var(--color-text) 70%, var(--color-surface))");
	}
	return properties;
}

function isUsed(name: string, value: unknown): boolean {
	if (name === "scheme") return ["page", ...schemes].includes(value as string);
	if (name === "brands") return typeof value === "string";
	return themeProperties({ [name]: value }).size > 0;
}

export function ignoredStyles(given: unknown): string[] {
	return Object.entries(typeof given === "object" && given ? given : {})
		.filter(([name, value]) => !isUsed(name, value))
		.map(([name]) => name.slice(0, 40))
		.slice(0, 20);
}

const owned = [
	...Object.values(colours),
	...Object.values(lengths).map(([property]) => property),
	"--font",
	"--color-muted",
	"--color-placeholder",
];

/**
 * Refuses unreadable colours as a whole.
 *
 * @returns warnings for the merchant's developer
 */
export function applyTheme(theme: Theme, isPageDark: boolean): string[] {
	const { dataset } = document.documentElement;
	setProperties(theme);
	dataset.theme = theme.scheme && schemes.includes(theme.scheme) ? theme.scheme : isPageDark ? "dark" : "light";
	const computed = getComputedStyle(document.documentElement);
	const colour = (name: keyof typeof colours) => computed.getPropertyValue(colours[name]).trim();
	const warnings = contrastWarnings(colour);
	if (isReadable(colour)) return warnings;
	const rest = Object.entries(theme).filter(([name]) => !Object.hasOwn(colours, name));
	setProperties(Object.fromEntries(rest));
	return [...warnings, "Cardseal: the theme's colours are unreadable, so the defaults are used."];
}

function setProperties(theme: Theme): void {
	const properties = themeProperties(theme);
	for (const property of owned) {
		document.documentElement.style.setProperty(property, properties.get(property) ?? null);
	}
}

/** For large text (WCAG 2.2, 1.4.3). */
const leastReadableContrast = 3;

export function isReadable(colour: (name: keyof typeof colours) => string): boolean {
	const background = channelsOf(colour("background"));
	return (["text", "danger"] as const).every((name) => {
		const foreground = channelsOf(colour(name));
		return !foreground || !background || contrast(foreground, background) >= leastReadableContrast;
	});
}

/** WCAG 2.2, 1.4.3 for text and 1.4.11 for edges. */
const leastContrast = { text: 4.5, danger: 4.5, accent: 3, border: 3 } as const;

/** `colour` gives `#rgb` or `#rrggbb`. */
export function contrastWarnings(colour: (name: keyof typeof colours) => string): string[] {
	const background = channelsOf(colour("background"));
	return (Object.keys(leastContrast) as (keyof typeof leastContrast)[]).flatMap((name) => {
		const foreground = channelsOf(colour(name));
		if (!foreground || !background) return [];
		const ratio = contrast(foreground, background);
		if (ratio >= leastContrast[name]) return [];
		const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
		return [
			`Cardseal: the theme's ${name} has a contrast of ${shown} with its background; WCAG 2.2 AA requires ${leastContrast[name]}.`,
		];
	});
}

function channelsOf(colour: string): number[] | undefined {
	const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(colour) ?? [];
	const digits = long ?? short?.replace(/./g, "$&$&");
	return digits?.match(/../g)?.map((pair) => Number.parseInt(pair, 16) / 255);
}

function contrast(one: number[], other: number[]): number {
	const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}

function luminance(channels: number[]): number {
	const [red = 0, green = 0, blue = 0] = channels.map((value) =>
		value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
	);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
