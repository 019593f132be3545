/** The texts of a subscription's pages. */
export const subscriptionWords = {
	states: {
		active: { chip: "Active", tone: "success", text: "It comes every month until you pause or cancel it." },
		retrying: {
			chip: "Payment due",
			tone: "warning",
			text: "Your bank declined the last payment. We try again within days, or at once with another card.",
		},
		suspended: {
			chip: "On hold",
			tone: "danger",
			text: "The last payment could not be taken, so nothing comes for now. Give another card, or try this one again.",
		},
		paused: {
			chip: "Paused",
			tone: "warning",
			text: "Nothing comes and nothing is charged until you resume. Months in between are not charged later.",
		},
		cancelled: {
			chip: "Cancelled",
			tone: "danger",
			text: "Nothing more comes and nothing more is charged.",
		},
		ended: { chip: "Ended", tone: "success", text: "The last payment was made. Nothing more is charged." },
	},
	amount: "Every month",
	nextPayment: "Next payment",
	nextTry: "Next try",
	noPayment: "None",
	lastPayment: "Last payment",
	firstPayment: "First payment",
	card: "Card",
	noCard: "None. Give a card to go on.",
	receipt: "Receipt of the first payment",
	steps: { pause: "Pause", resume: "Resume", cancel: "Cancel subscription" },
	tryAgain: "Try this card again",
	changeCard: "Change card",
	notDone: "That could not be done just now. This is how your subscription stands; try again in a minute.",

	cancel: {
		title: "Cancel this subscription?",
		text: "Nothing more comes and nothing more is charged. What you have paid for still comes.",
		yes: "Yes, cancel it",
		no: "No, keep it",
	},

	newCard: {
		title: "Change card",
		text: "The new card pays from now on, and our payment provider deletes the former one.",
		behind: "The payment that failed is tried with it at once.",
		save: "Use this card",
		saving: "Asking the bank…",
		back: "Back to your subscription",
		needsScript: "To change the card, turn on JavaScript for this page: it encrypts your card before anything is sent.",
		refused: (reason: string) => `This card was not accepted. ${reason}`,
		notChanged:
			"The card could not be changed just now. Give it again in a minute, or look at your subscription first.",
		notUsable: "Your card could not be encrypted on this page. Reload the page and try again.",
	},

	waiting: {
		starting: {
			title: "We are setting up your subscription",
			text: "Your first payment is received. Our payment provider has not confirmed the coming months yet; we keep asking.",
		},
		unreadable: {
			title: "We cannot show your subscription right now",
			text: "Our payment provider cannot be reached. Nothing is lost; try again in a minute.",
		},
		gone: {
			title: "This subscription no longer exists",
			text: "It was deleted at our payment provider. Nothing more is charged.",
		},
		again: "Try again",
	},
};
