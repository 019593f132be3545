/** The result of a posted order. */
export interface Order {
	ok: boolean;
	/** 0 without a readable response. */
	status: number;
	body?: { message?: unknown } | null;
}

/** Posts a form's fields as JSON, without files. */
export async function postOrder(address: string, form: FormData): Promise<Order> {
	const fields = [...form].filter(([, value]) => typeof value === "string");
	try {
		const response = await fetch(address, {
			method: "POST",
			credentials: "same-origin",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify(Object.fromEntries(fields)),
		});
		const { ok, status } = response;
		return { ok, status, body: await response.json() };
	} catch {
		return { ok: false, status: 0 };
	}
}
