import type { Slug } from "../../catalogue.ts";
import type { CheckoutWay } from "../../checkout/page-protocol.ts";
import type { OperationKind } from "../../refunds/refund.ts";

const thanks = (name: string | undefined) => (name === undefined ? "Thank you." : `Thank you, ${name}.`);

const inFrame = "Our payment provider asks for your card in its own frame. This shop never sees its number.";

/** Another language is another file of this shape. */
export const pageWords = {
	shopName: "Maple & Main",
	demoShop: "Demo shop",
	skipToContent: "Skip to content",
	footer: "A demo shop: nothing is for sale here, and no real card is charged.",

	products: {
		"enamel-mug": { name: "Enamel mug", line: "For coffee by the fire, or pencils by the window." },
		"pocket-notebook": { name: "Pocket notebook", line: "Sewn, so it lies flat; small, so it comes along." },
		"beeswax-candle": { name: "Beeswax candle", line: "Poured by hand, burns for thirty hours." },
		"walnut-board": { name: "Walnut cutting board", line: "One piece of wood, oiled and ready for bread." },
		"brass-lamp": { name: "Brass desk lamp", line: "A warm cone of light exactly where you work." },
		"wool-blanket": { name: "Wool blanket", line: "Woven from one flock, with a hem that holds." },
		"coffee-of-the-month": { name: "Coffee of the month", line: "A bag of beans from another roaster, every month." },
	} satisfies Record<Slug, { name: string; line: string }>,

	front: {
		title: "Things for a good day",
		intro: "Six things, made to last, and one that comes every month. Taxes and shipping are in the price.",
		aMonth: (amount: string) => `${amount} a month`,
	},

	product: {
		quantity: "Quantity",
		buy: "Buy now",
		hold: "Hold the amount, charge it later",
		holdHint: "For goods that ship later: the shop captures or voids the hold on the order's page.",
		subscribe: "Subscribe",
		subscribeHint: "You pay for the first month now, then the same amount every month. Pause or cancel at any time.",
		taxes: "Taxes and shipping included",
		back: "All products",
	},

	checkout: {
		title: "Checkout",
		order: "Your order",
		change: "Change",
		total: "Total in CAD",
		details: "Your details",
		name: "Name",
		email: "Email",
		emailHint: "We send your receipt to this address.",
		card: "Card",
		number: "Card number",
		expiry: "Expiry date",
		expiryHint: "MM/YY",
		securityCode: "Security code",
		securityCodeHint: "3 digits on the back of the card; 4 on the front of an Amex.",
		sealed: {
			widget: inFrame,
			library: "Your card is encrypted on this page. This shop never sees its number.",
			shim: inFrame,
		} satisfies Record<CheckoutWay, string>,
		waysTitle: "How this page takes cards:",
		ways: { widget: "in a frame", library: "in the page", shim: "with the older script interface" },
		anotherCard: "Use another card",
		pay: (amount: string) => `Pay ${amount}`,
		hold: (amount: string) => `Hold ${amount}`,
		needsScript: "To pay, turn on JavaScript for this page: it encrypts your card before anything is sent.",
		remember: "Remember my card",
		rememberHint:
			"Our payment provider stores it for your next orders from this browser, for a year. Leave it off on a shared device.",
		monthly: "Our payment provider stores this card and charges it every month, until you pause or cancel.",
		notCharged: {
			not_received:
				"Your earlier payment never reached our payment provider, and nothing was charged. You can pay now.",
			not_sent: "Our payment provider could not be reached, and nothing was charged. Try again in a minute.",
			refused: "Your earlier payment was refused, and nothing was charged. Try again, or use another card.",
			card_gone: "The card you chose is no longer saved, and nothing was charged. Pay with another card.",
			bank_refused: "You did not pay from your bank account, and nothing was charged. Choose how to pay.",
		},
	},

	savedCards: {
		title: "Your card",
		titles: "Your cards",
		choose: "Card to pay with",
		another: "Pay with another card",
		back: "Pay with a saved card",
		forget: "Forget my card",
		forgetAll: "Forget my cards",
		remembered: "Your card is remembered for your next order from this browser.",
	},

	testing: {
		banner: "Sandbox: no real money moves.",
		bannerLink: "See the test cards",
		title: "Testing",
		intro: "This shop is connected to a sandbox, which takes test cards only. Never type a real card here.",
		rule: (amount: string, isApproved: boolean) =>
			`This order is ${amount}, an ${isApproved ? "odd" : "even"} number of whole dollars: an ordinary test card is ${isApproved ? "approved" : "declined"}.`,
		mail: "The sandbox sends no email: receipts are in",
		linkMail: "The sandbox sends no email: the link is in",
		mailLink: "its mailbox",
		fill: { word: "Fill in", label: (number: string) => `Fill in card ${number}` },
		copy: { word: "Copy", label: (number: string) => `Copy card ${number}` },
		cards: {
			"4111 1111 1111 1111": "Approved or declined by the amount",
			"4000 0000 0000 0002": "Declined",
			"4000 0000 0000 9995": "Declined, not enough funds",
			"4000 0000 0000 9987": "Declined, reported lost",
			"4000 0000 0000 0069": "Declined, expired",
			"4000 0000 0000 0127": "Declined, wrong security code",
			"4000 0000 0000 1091": "The bank asks for a code: 1234",
			"4000 0000 0000 0341": "Can be stored, and every charge is declined",
			"4000 0000 0000 0119": "Declined, could not be processed",
			"4000 0000 0000 0259": "The bank's answer is lost: checked for a while, then decided by the amount",
			"4000 0000 0000 0267": "Never reaches the bank: checked for a while, then not charged",
		},
	},

	payment: {
		paid: { title: "Payment received", chip: "Paid", tone: "success", text: thanks },
		held: {
			title: "Amount held",
			chip: "Held",
			tone: "warning",
			text: (name?: string) => `${thanks(name)} The amount is held on your card and charged when your order ships.`,
		},
		voided: {
			title: "Hold released",
			chip: "Released",
			tone: "success",
			text: () => "Nothing was charged. Your bank releases the amount within its usual time.",
		},
		byBank: "The amount was debited from your bank account.",
		amount: "Amount in CAD",
		refunded: "Refunded",
		card: "Card",
		date: "Date",
		orderNumber: "Order number",
		email: "Email",
		product: "Bought",
		again: "Back to the shop",
		subscription: "See your subscription",
	},

	refunds: {
		title: "Refunds",
		intro: "In a real shop only its staff see this part.",
		capture: (amount: string) => `Capture ${amount}`,
		void: (amount: string, card: string) => `Void the hold of ${amount} on ${card}`,
		amount: "Amount to refund",
		hint: (left: string) =>
			`At most ${left}. In the sandbox, amounts with an odd number of whole dollars are approved.`,
		refund: (card: string) => `Refund to ${card}`,
		waiting: "The bank has not confirmed the last step yet. Until then, nothing else is possible.",
		checkNow: "Refresh",
		history: "Timeline",
		kinds: { capture: "Capture", void: "Void", refund: "Refund" } satisfies Record<OperationKind, string>,
		failed: "The last step failed. What has been done is below.",
		outcomes: {
			APPROVED: "done",
			PENDING: "being checked",
			DECLINED: "declined by the bank: nothing moved",
		},
	},

	declined: {
		head: { title: "Your card was declined", chip: "Declined" },
		notProcessed: { title: "Your payment did not go through", chip: "Not paid" },
		nothingCharged: (amount: string) => `Nothing was charged for your order of ${amount}.`,
		reasons: {
			funds: "The card's bank says there is not enough money available. Use another card, or try again later.",
			expired: "The card's bank says that the card has expired. Use another card.",
			security_code: "The security code did not match. Check the code on the card, or use another card.",
			address: "The address did not match the card. Check the postal code and the street, or use another card.",
			bank_check: "The payment was not confirmed with the card's bank. Try again, or use another card.",
			not_processed: "The card could not be processed. Use another card, or wait a few minutes and try this one again.",
			not_received: "Your payment never reached the card's bank. You can try again with the same card.",
			general: "The card's bank did not give a reason. Use another card, or ask the bank.",
		},
		sandboxRule: "In the sandbox, orders with an even number of whole dollars are declined.",
		again: "Try again",
	},

	bankRequest: {
		title: "Pay from your bank account",
		explanation: "We email you a link to a page where you enter your bank account or decline.",
		ask: (amount: string) => `Email me a link to pay ${amount}`,
		back: "Pay with a card",
	},

	requested: {
		title: "Check your email",
		chip: "Waiting for you",
		text: (amount: string, email: string) =>
			`We have sent a link to ${email}. Open it to pay ${amount} from your bank account, or to decline.`,
		until: "Your order waits for 30 days. This page changes as soon as you have answered.",
	},

	clearing: {
		title: "Your bank has yet to confirm",
		chip: "Pending",
		text: (amount: string) => `You have agreed to pay ${amount} from your bank account.`,
		until: "This takes a few days at a bank and a minute in the sandbox. We send your order after that.",
	},

	returned: {
		title: "Your bank did not pay",
		chip: "Not paid",
		text: (amount: string) => `It returned the payment of ${amount}: you have not paid, and your order was not sent.`,
		next: "Ask your bank for the reason. You can pay again, from an account with enough funds or with a card.",
		again: "Choose how to pay",
	},

	waiting: {
		title: "We are checking your payment",
		chip: "Checking",
		text: (amount: string) =>
			`The bank has not confirmed yet if your payment of ${amount} went through. Please do not pay again.`,
		until: "This page checks every few seconds and changes as soon as we know.",
		bank: "Confirm with your bank",
		checkNow: "Refresh",
		contact: (number: string) =>
			`Still here after ten minutes? Write to hello@maple-and-main.example and mention order ${number}. You will not be charged twice.`,
	},

	problems: {
		notFound: { title: "Page not found", text: "The address may be mistyped, or the order may be from another shop." },
		forbidden: {
			title: "Open the shop at its own address",
			text: "Orders and payments are taken only from there. Nothing was ordered and nothing was charged.",
		},
		badRequest: { title: "We could not take this request", text: "Go back and try again." },
		failure: { title: "Something went wrong on our side", text: "You did nothing wrong. Try again in a minute." },
	},
	backToShop: "Back to the shop",
	openShop: (address: string) => `Open ${address}`,
};
