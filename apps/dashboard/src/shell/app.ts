import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Api } from "../api/client.ts";
import type { Schemas } from "../api/records.ts";
import type { Formats } from "../locale/formats.ts";
import type { Words } from "../locale/words.ts";

export type Permission = Schemas["Session"]["permissions"][number];

export interface App {
	api: Api;
	session: Schemas["Session"];
	renewSession(): void;
	words: Words;
	formats: Formats;
	/** True when the user has this permission, or none is needed. The gateway decides; pages only hide what it would refuse. */
	may(permission: Permission | undefined): boolean;
	/** The gateway's business time, in ms since 1970. This computer's clock may be wrong. */
	now(): number;
}

const AppContext = createContext<App | undefined>(undefined);

export const AppProvider = AppContext.Provider;

export function useApp(): App {
	const app = useContext(AppContext);
	if (app === undefined) throw new Error("This stands outside of the application's shell.");
	return app;
}
