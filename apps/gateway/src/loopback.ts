const loopbackNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Returns true if a URL's host name is this machine. */
export function isLoopbackName(name: string): boolean {
	return loopbackNames.test(name);
}
