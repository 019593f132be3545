import { expect, test } from "vitest";
import { withGatewayInCode } from "./guides.ts";

test("a guide's code is for the gateway that serves it, and its prose about a sandbox stays", () => {
	const guide = (url: string) => `# Start

In a sandbox it is \`http://localhost:8080\`.

\`\`\`sh
curl ${url}/oauth/token
curl ${url}/docs
\`\`\`

See http://localhost:8080/docs.

1. A step:

   \`\`\`html
   <script src="${url}/v1/cardseal.js"></script>
   \`\`\`
`;
	expect(withGatewayInCode(guide("http://localhost:8080"), "https://pay.example")).toBe(guide("https://pay.example"));
});
