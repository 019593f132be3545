import { assetPath, type BrowserFile } from "../web/assets/browser-files.ts";

/** Everything a browser may let a page do beyond showing itself; the card form does none of it. */
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

export interface FrameHeadersOptions {
	/** Where the gateway stands, as browsers write it. */
	gatewayOrigin: string;
	/** The origin whose pages may show the frame, well-formed. */
	ancestor: string;
	script: BrowserFile;
	style: BrowserFile;
}

/** What a browser is told about the card form's page: one script and one style sheet, both by hash, and nothing else. */
export function frameHeaders(options: FrameHeadersOptions): Record<string, string> {
	return {
		"Content-Security-Policy": policyOf(options),
		"Permissions-Policy": poweredFeatures.map((feature) => `${feature}=()`).join(", "),
		// So that a merchant's page that isolates itself can show the frame (HTML, §7.1.4).
		"Cross-Origin-Embedder-Policy": "require-corp",
		"Cross-Origin-Resource-Policy": "cross-origin",
	};
}

/**
 * The hash lets the script through in browsers that hold it against the `integrity` attribute (CSP 3, §6.7.2.1), its
 * exact address in the others; the attribute itself refuses changed bytes in both. A style sheet has its address alone.
 */
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
