import { readProjectFiles } from "../run/project-files.ts";
import { testChecks } from "./check.ts";
import { findSecrets, secretForms } from "./secrets.ts";

const found = (await readProjectFiles()).flatMap(findSecrets);

/** PCI DSS 4.0.1 8.6.2: no secret in a file of the repository. */
testChecks(
	secretForms.map(({ name }) => ({
		name: `P-34 no file holds ${name}`,
		problem: () => found.filter(({ form }) => form === name).map(({ place }) => place),
	})),
);
