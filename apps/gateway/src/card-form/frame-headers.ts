import { assetPath, type BrowserFile } from "../web/assets/browser-files.ts";

const poweredFeatures = [
	"accelerometer",
	"autoplay",
	"camera",
	"clipboard-read",
	"clipboard-write",
	"cross-origin-isolated",
	"display-capture",
	"encrypted-media",
	"fullscreen",
	"geolocation",
	"gyroscope",
	"hid",
	"idle-detection",
	"keyboard-map",
	"magnetometer",
	"microphone",
	"midi",
	"payment",
	"picture-in-picture",
	"publickey-credentials-create",
	"publickey-credentials-get",
	"screen-wake-lock",
	"serial",
	"storage-access",
	"sync-xhr",
	"usb",
	"window-management",
	"xr-spatial-tracking",
];

interface FrameHeadersOptions {
	gatewayOrigin: string;
	/** The embedding origin, well-formed. */
	ancestor: string;
	script: BrowserFile;
	style: BrowserFile;
}

export function frameHeaders(options: FrameHeadersOptions): Record<string, string> {
	return {
		"Content-Security-Policy": policyOf(options),
		"Permissions-Policy": poweredFeatures.map((feature) => `${feature}=()`).join(", "),
		// Lets cross-origin isolated merchant pages embed the frame (HTML, §7.1.4).
		"Cross-Origin-Embedder-Policy": "require-corp",
		"Cross-Origin-Resource-Policy": "cross-origin",
	};
}

/** Some browsers match the hash with `integrity` (CSP 3, §6.7.2.1), others need the address. */
function policyOf({ gatewayOrigin, ancestor, script, style }: FrameHeadersOptions): string {
	const addressOf = (file: BrowserFile) => `${gatewayOrigin}${assetPath(file)}`;
	return [
		"default-src 'none'",
		`script-src '${script.integrity}' ${addressOf(script)}`,
		`style-src ${addressOf(style)}`,
		"connect-src 'self'",
		"form-action 'none'",
		"base-uri 'none'",
		`frame-ancestors ${ancestor}`,
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	].join("; ");
}
