export interface WidgetOriginsTable {
	merchant_id: number;
	/** `https://host[:port]`, in canonical form. */
	origin: string;
	created_at: number;
}
