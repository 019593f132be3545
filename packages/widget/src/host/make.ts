/** `style` and the like are written as text. */
type Properties<Made> = {
	[Name in keyof Made]?: Made[Name] extends { value: string } | CSSStyleDeclaration ? string : Made[Name];
};

export function make<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	properties?: Properties<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
	return Object.assign(document.createElement(tag), properties) as HTMLElementTagNameMap[Tag];
}
