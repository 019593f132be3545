import type { FormOptions, Theme } from "../wire/messages.ts";
import type { Emit } from "./events.ts";

export interface CardFormOptions {
	/** BCP 47; default: the page's. */
	locale?: string;
	theme?: Theme;
	fields?: { name?: boolean; postalCode?: boolean };
	disabled?: boolean;
}

export interface MountOptions extends CardFormOptions {
	/** `pktest1…` or `pklive1…`. */
	publicKey: string;
	/** Default: the script's origin. */
	gateway?: string;
	signal?: AbortSignal;
}

export interface WatchedMountOptions extends Omit<MountOptions, "gateway"> {
	gateway?: string | null;
	/** For the gateway's own page. */
	ticket?: string;
	about?: Record<string, string>;
	onEvent?: Emit;
}

export function localeOf({ locale }: CardFormOptions): string {
	return locale || document.documentElement.lang || navigator.language;
}

export function formOptions(options: CardFormOptions): FormOptions {
	const { theme = {}, fields = {}, disabled } = options;
	return {
		locale: localeOf(options),
		theme: plain(theme),
		fields: { name: !!fields.name, postalCode: !!fields.postalCode },
		disabled: !!disabled,
	};
}

export function plain<T>(value: T): T {
	return JSON.parse(JSON.stringify(value));
}
