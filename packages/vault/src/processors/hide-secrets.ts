/** Replaces secrets in a text, also where an address or JSON has encoded them. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
	const forms = new Set(
		secrets.flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]),
	);
	return [...forms]
		.toSorted((one, other) => other.length - one.length)
		.reduce((cleaned, secret) => cleaned.replaceAll(secret, "[secret]"), text);
}

/** Removes the secrets from errors, which may quote the failed request. */
export async function hidingSecrets<Result>(secrets: readonly string[], call: () => Promise<Result>): Promise<Result> {
	try {
		return await call();
	} catch (error) {
		throw cleanError(error, secrets);
	}
}

function cleanError(error: unknown, secrets: readonly string[]): Error {
	if (!(error instanceof Error)) return new Error(withoutSecrets(String(error), secrets));
	const { name, message, stack, cause, code } = error as NodeJS.ErrnoException;
	const cleaned: NodeJS.ErrnoException = new Error(
		withoutSecrets(message, secrets),
		cause === undefined ? {} : { cause: cleanError(cause, secrets) },
	);
	cleaned.name = name;
	if (stack !== undefined) cleaned.stack = withoutSecrets(stack, secrets);
	if (typeof code === "string") cleaned.code = withoutSecrets(code, secrets);
	return cleaned;
}
