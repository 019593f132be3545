const loopbackNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Returns whether a host name in a URL is this machine. */
export function isLoopbackName(name: string): boolean {
	return loopbackNames.test(name);
}
