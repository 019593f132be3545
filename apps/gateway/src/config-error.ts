/** An error in the settings. The message names every invalid setting. */
export class ConfigError extends Error {
	override readonly name = "ConfigError";
}
