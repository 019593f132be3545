/** Names every invalid setting. */
export class ConfigError extends Error {
	override readonly name = "ConfigError";
}
