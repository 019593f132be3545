// The health check of the image: asks the gateway in this container for /healthz.
import { get as getPlain } from "node:http";
import { get as getSecure } from "node:https";

const { PORT, TLS_CERT_FILE } = process.env;
const [get, scheme] = TLS_CERT_FILE ? [getSecure, "https"] : [getPlain, "http"];
// The certificate names the public host, and the connection does not leave the container.
const request = get(`${scheme}://127.0.0.1:${PORT || 8080}/healthz`, { rejectUnauthorized: false, timeout: 4000 });
request.on("response", ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
request.on("timeout", () => process.exit(1));
request.on("error", () => process.exit(1));
