import type { Slug } from "../../catalogue.ts";
import type { CheckoutWay } from "../../checkout-ways.ts";
import type { FollowUpKind } from "../../orders/follow-up.ts";
import type { DeclineReason, NotChargedReason } from "../../orders/order.ts";

/** Without a name where whoever looks at the page need not be the one who pays. */
function thanks(name: string | undefined): string {
	return name === undefined ? "Thank you." : `Thank you, ${name}.`;
}

/** What the pages say. Another language is another file of this shape. */
export const pageWords = {
	shopName: "Maple & Main",
	demoShop: "Demo shop",
	skipToContent: "Skip to content",
	footer: "A demo shop: nothing is for sale here, and no real card is charged.",

	things: {
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

	thing: {
		quantity: "Quantity",
		buy: "Buy now",
		hold: "Hold the amount, charge it later",
		holdHint: "As for something that ships later: the shop collects or releases it on the order's page.",
		subscribe: "Subscribe",
		subscribeHint:
			"You pay for the first month now, and the same amount every month from then on. Pause or cancel whenever you like.",
		taxes: "Taxes and shipping included",
		back: "All things",
	},

	checkout: {
		title: "Checkout",
		order: "Your order",
		change: "Change",
		total: "Total in CAD",
		details: "Your details",
		name: "Name",
		email: "E-mail",
		emailHint: "Your receipt is mailed there.",
		card: "Card",
		number: "Card number",
		expiry: "Expiry date",
		expiryHint: "MM/YY",
		securityCode: "Security code",
		securityCodeHint: "3 digits on the back; 4 on the front of an Amex.",
		sealed: {
			widget: "Our payment provider asks for your card in a frame of its own. This shop never sees its number.",
			library: "Your card is encrypted on this page. This shop never sees its number.",
			shim: "Our payment provider asks for your card in a frame of its own. This shop never sees its number.",
		} satisfies Record<CheckoutWay, string>,
		waysTitle: "How this page takes cards:",
		ways: {
			widget: "in a frame",
			library: "in the page",
			shim: "with the former constructor",
		} satisfies Record<CheckoutWay, string>,
		anotherCard: "Use another card",
		pay: (amount: string) => `Pay ${amount}`,
		hold: (amount: string) => `Hold ${amount}`,
		needsScript: "To pay, turn on JavaScript for this page: it encrypts your card before anything is sent.",
		remember: "Remember my card",
		rememberHint:
			"Our payment provider keeps it for your next orders from this browser, for a year. Leave it off on a device that others use.",
		monthly: "Our payment provider keeps this card and charges it every month, until you pause or cancel.",
		onFile: {
			title: "Your card",
			titles: "Your cards",
			choose: "Card to pay with",
			card: (card: string, expiry: string) => `${card}, ${expiry}`,
			expired: (card: string, expiry: string) => `${card}, expired ${expiry}`,
			noneGood: "It has expired and cannot be charged any more. Pay with another card, or have it forgotten.",
			another: "Pay with another card",
			back: "Pay with a remembered card",
			forget: "Forget my card",
			forgetAll: "Forget my cards",
		},
		notCharged: {
			not_received:
				"Your earlier payment never reached our payment provider, and nothing was charged. You can pay now.",
			not_sent: "Our payment provider could not be reached, and nothing was charged. Try again in a minute.",
			refused: "Your earlier payment was not taken, and nothing was charged. Try again, or use another card.",
			card_gone: "The card you chose is not remembered any more, and nothing was charged. Pay with another card.",
			card_expired: "The card you chose has expired, and nothing was charged. Pay with another card.",
			bank_request_over: "You did not pay from your bank account, and nothing was taken. Choose again how to pay.",
		} satisfies Record<NotChargedReason, string>,
	},

	testing: {
		banner: "Sandbox: no real money moves.",
		bannerLink: "See the test cards",
		title: "Testing",
		intro: "This shop is connected to a sandbox, which takes test cards only. Never type a real card here.",
		rule: (amount: string, approved: boolean) =>
			approved
				? `This order is ${amount}, an odd number of whole dollars: an ordinary test card is approved.`
				: `This order is ${amount}, an even number of whole dollars: an ordinary test card is declined.`,
		mail: "No mail leaves the sandbox: receipts are in",
		mailLink: "its mailbox",
		fill: { word: "Fill in", label: (number: string) => `Fill in card ${number}` },
		copy: { word: "Copy", label: (number: string) => `Copy card ${number}` },
		cards: {
			ordinary: "Approved or declined by the amount",
			declined: "Declined",
			funds: "Declined, not enough funds",
			lost: "Declined, reported lost",
			expired: "Declined, expired",
			securityCode: "Declined, wrong security code",
			storedOnly: "Can be stored, and every charge is declined",
			processingError: "Declined, could not be processed",
			lateAnswer: "The bank's answer is lost: checked for a while, then decided by the amount",
			neverReceived: "Never reaches the bank: checked for a while, then not charged",
		},
	},

	payment: {
		paid: {
			title: "Payment received",
			chip: "Paid",
			tone: "success",
			sign: "✓",
			text: (name: string | undefined) => thanks(name),
		},
		held: {
			title: "Amount held",
			chip: "Held",
			tone: "warning",
			sign: "…",
			text: (name: string | undefined) =>
				`${thanks(name)} The amount is held on your card and charged when your order ships.`,
		},
		released: {
			title: "Hold released",
			chip: "Released",
			tone: "success",
			sign: "✓",
			text: () => "Nothing was charged. Your bank frees the amount within its usual time.",
		},
	},

	desk: {
		title: "The shop's desk",
		intro: "In a real shop only its staff see this part.",
		collect: (amount: string) => `Collect ${amount}`,
		release: (amount: string, card: string) => `Release the hold of ${amount} on ${card}`,
		refundAmount: "Amount to refund",
		refundHint: (left: string) =>
			`At most ${left}. In the sandbox, amounts with an odd number of whole dollars are approved.`,
		refund: (card: string) => `Refund to ${card}`,
		waiting: "The bank has not told us yet what became of the last step. Nothing else can be done until it has.",
		checkNow: "Check now",
		history: "What was done",
		steps: { collect: "Collect", release: "Release", refund: "Refund" } satisfies Record<FollowUpKind, string>,
		outcomes: {
			done: "done",
			unknown: "being checked",
			declined: "declined by the bank: nothing moved",
			refused: "refused: nothing moved",
			not_sent: "the payment provider could not be reached: nothing moved",
		},
	},

	paid: {
		amount: "Amount in CAD",
		refunded: "Refunded",
		card: "Card",
		date: "Date",
		orderNumber: "Order number",
		email: "E-mail",
		thing: "Bought",
		again: "Back to the shop",
		subscription: "See your subscription",
		remembered: "Your card is remembered for your next order from this browser.",
	},

	declined: {
		title: "Your card was declined",
		chip: "Declined",
		notProcessedTitle: "Your payment did not go through",
		notProcessedChip: "Not paid",
		nothingCharged: (amount: string) => `Nothing was charged for your order of ${amount}.`,
		reasons: {
			funds: "The card's bank says there is not enough money available. Use another card, or try again later.",
			expired: "The card's bank says that the card has expired. Use another card.",
			security_code: "The security code did not match. Check the code on the card, or use another card.",
			not_processed: "The card could not be processed. Use another card, or wait a few minutes and try this one again.",
			not_received: "Your payment never reached the card's bank. You can try again with the same card.",
			general: "The card's bank did not give a reason. Use another card, or ask the bank.",
		} satisfies Record<DeclineReason, string>,
		sandboxRule: "In the sandbox, orders with an even number of whole dollars are declined.",
		again: "Try again",
	},

	byBank: {
		title: "Pay from your bank account",
		explanation: "We send you a mail with a link. There you give your bank account, or decline.",
		ask: (amount: string) => `Mail me a link to pay ${amount}`,
		back: "Pay with a card",
		refused: (reason: string) => `We could not mail you a link. Nothing was taken. ${reason}`,
		notNow: "This shop cannot be paid from bank accounts right now. Nothing was taken. Pay with a card.",
	},

	asked: {
		title: "Look into your mail",
		chip: "Waiting for you",
		text: (email: string, amount: string) =>
			`We have sent a link to ${email}. Open it to pay ${amount} from your bank account, or to decline.`,
		until: "Your order waits for 30 days. This page changes as soon as you have answered.",
		sandbox: "No mail leaves the sandbox: the link is in",
		debited: "The amount was taken from your bank account.",
	},

	clearing: {
		title: "Your bank has yet to confirm",
		chip: "On its way",
		text: (amount: string) => `You have agreed to pay ${amount} from your bank account.`,
		until: "This takes a bank a few days, and the sandbox a minute. We send your order once it is confirmed.",
	},

	returned: {
		title: "Your bank did not pay",
		chip: "Not paid",
		text: (amount: string) =>
			`It returned the payment of ${amount}: you have not paid, and your order has not been sent.`,
		next: "Your bank can tell you why. You can pay again, from an account with enough money in it or with a card.",
		again: "Choose how to pay",
	},

	waiting: {
		title: "We are checking your payment",
		chip: "Checking",
		doNotPayAgain: (amount: string) =>
			`The bank has not told us yet whether your payment of ${amount} went through. Please do not pay again.`,
		checksItself: "This page checks by itself and changes as soon as we know.",
		justChecked: "Checked just now.",
		checkNow: "Check now",
		contact: (number: string) =>
			`Still here after ten minutes? Write to hello@maple-and-main.example and name order ${number}. You will not be charged twice.`,
	},

	problems: {
		notFound: {
			title: "This page is not here",
			text: "The address may be mistyped, or the order may be from another shop.",
		},
		forbidden: {
			title: "Open the shop at its own address",
			text: "Orders and payments are taken only from there. Nothing was ordered and nothing was charged.",
		},
		tooLarge: { title: "That was more than we can take", text: "Go back and try again with less text." },
		badOrder: { title: "We could not take this order", text: "Go back to the thing you wanted and choose a quantity." },
		failure: { title: "Something went wrong on our side", text: "Nothing you did caused it. Try again in a minute." },
		backToShop: "Back to the shop",
		openShop: (address: string) => `Open ${address}`,
	},
};
