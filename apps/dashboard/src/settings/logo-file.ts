export const logoTypes = ["image/png", "image/jpeg", "image/webp"];

const maximumBytes = 100 * 1024;

/** The gateway checks the content too. */
export function isLogoFile({ type, size }: Pick<File, "type" | "size">): boolean {
	return logoTypes.includes(type) && size <= maximumBytes;
}
