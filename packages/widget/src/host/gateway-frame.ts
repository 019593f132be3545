import { make } from "./make.ts";

/**
 * A page's policy may forbid markup with styles, so that a script sets them.
 *
 * @param height px
 * @param onForbidden the page's policy refuses frames of the gateway
 */
export function gatewayFrame(
	height: number,
	gateway: string,
	signal: AbortSignal,
	onForbidden: () => void,
): HTMLIFrameElement {
	document.addEventListener(
		"securitypolicyviolation",
		({ disposition, effectiveDirective, blockedURI }) => {
			// A report-only policy forbids nothing.
			const isForbidden = disposition === "enforce" && effectiveDirective === "frame-src";
			if (isForbidden && blockedURI.startsWith(gateway)) onForbidden();
		},
		{ signal },
	);
	return make("iframe", {
		referrerPolicy: "no-referrer",
		sandbox: "allow-scripts allow-same-origin allow-forms",
		style: `border:0;display:block;width:100%;height:${height}px;grid-column:1/-1`,
	});
}
