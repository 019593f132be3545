/*
 * The parts of Adyen's library that are used. Its root module would load 2,400 files, and 40 MB, in each worker. Its own HTTP
 * client is not used: it follows redirects, and its errors have bodies.
 */
import { createRequire } from "node:module";
import { EnvironmentEnum } from "@adyen/api-library/lib/src/config.js";
import { ModificationsApi } from "@adyen/api-library/lib/src/services/checkout/modificationsApi.js";
import { PaymentsApi } from "@adyen/api-library/lib/src/services/checkout/paymentsApi.js";
import { DisputesApi } from "@adyen/api-library/lib/src/services/disputes/disputesApi.js";
import type { PaymentRequest } from "@adyen/api-library/lib/src/typings/checkout/paymentRequest.js";

const require = createRequire(import.meta.url);

// Loaders differ on default exports of CommonJS.
const {
	default: Client,
}: typeof import("@adyen/api-library/lib/src/client.js") = require("@adyen/api-library/lib/src/client.js");
const {
	default: HmacValidator,
}: typeof import("@adyen/api-library/lib/src/utils/hmacValidator.js") = require("@adyen/api-library/lib/src/utils/hmacValidator.js");

export type { PaymentRequest };

export interface LibraryConnection {
	request(
		endpoint: string,
		body: string | Buffer,
		config: object,
		isApiKeyRequired: boolean,
		options?: { method?: string | undefined; idempotencyKey?: string },
	): Promise<string>;
}

export function openLibrary(connection: LibraryConnection, livePrefix: string | undefined) {
	const config =
		livePrefix === undefined
			? { environment: EnvironmentEnum.TEST }
			: { environment: EnvironmentEnum.LIVE, liveEndpointUrlPrefix: livePrefix };
	const opened = new Client(config, connection);
	return {
		payments: new PaymentsApi(opened),
		modifications: new ModificationsApi(opened),
		disputes: new DisputesApi(opened),
	};
}

export const validator = new HmacValidator();
