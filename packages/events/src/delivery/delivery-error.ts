/**
 * `status`: an answer other than 2xx; `address_not_public`: also for a name without an address, so that no merchant can
 * map the gateway's network.
 */
export const deliveryErrors = [
	"status",
	"redirect",
	"timeout",
	"url_refused",
	"address_not_public",
	"connection_refused",
	"connection_broken",
	"tls_failed",
	"response_invalid",
	"event_unreadable",
] as const;

export type DeliveryError = (typeof deliveryErrors)[number];
