const loopbackNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a name of a URL is this machine itself. */
export function isLoopbackName(name: string): boolean {
	return loopbackNames.test(name);
}
