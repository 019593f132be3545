import { make } from "./make.ts";

/**
 * Sets styles by script: a page's policy may forbid them in markup.
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
