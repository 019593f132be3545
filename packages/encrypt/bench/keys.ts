import { generateKeyPairSync } from "node:crypto";
import type { JWK } from "jose";
import { formatPublicKey, generateRecipientKey } from "../src/open.ts";

export const card = { number: "4242424242424242", month: "12", year: "40", securityCode: "123" };

const x25519 = generateRecipientKey();
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** One recipient for each library, so that all do the same work. */
export const keys = {
	cardseal: { public: formatPublicKey(x25519.publicKey, "test"), private: x25519.privateKey },
	hpkeCore: { public: Buffer.from(x25519.publicKey).toString("base64"), private: x25519.privateKey },
	ecdh: {
		public: { ...(ec.publicKey.export({ format: "jwk" }) as JWK), alg: "ECDH-ES" },
		private: { ...(ec.privateKey.export({ format: "jwk" }) as JWK), alg: "ECDH-ES" },
	},
	rsa: {
		public: { ...(rsa.publicKey.export({ format: "jwk" }) as JWK), alg: "RSA-OAEP-256" },
		private: { ...(rsa.privateKey.export({ format: "jwk" }) as JWK), alg: "RSA-OAEP-256" },
	},
};
