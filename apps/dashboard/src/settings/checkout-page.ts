/** The lines of a checkout page that take a card: they work on every origin that is allowed for the key. */
export function checkoutPage(gateway: string, publicKey: string): string {
	return `<script src="${gateway}/v1/cardseal.js" defer></script>
<form action="/pay" method="post">
  <cardseal-card public-key="${publicKey}"></cardseal-card>
  <button>Pay</button>
</form>
`;
}
