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
			text: "The last payment failed, so deliveries have stopped. Add another card, or try this one again.",
		},
		paused: {
			chip: "Paused",
			tone: "warning",
			text: "There are no deliveries and no charges until you resume. Months in between are not charged later.",
		},
		cancelled: {
			chip: "Cancelled",
			tone: "danger",
			text: "There are no further deliveries or charges.",
		},
		ended: { chip: "Ended", tone: "success", text: "All payments have been made. There are no further charges." },
	},
	amount: "Every month",
	nextPayment: "Next payment",
	nextTry: "Next attempt",
	noPayment: "None",
	lastPayment: "Last payment",
	firstPayment: "First payment",
	card: "Card",
	noCard: "None. Add a card to continue.",
	receipt: "Receipt of the first payment",
	steps: { pause: "Pause", resume: "Resume", cancel: "Cancel subscription" },
	tryAgain: "Try this card again",
	changeCard: "Change card",
	notDone: "The change failed. Below is the current state of your subscription. Try again in a minute.",

	cancel: {
		title: "Cancel this subscription?",
		text: "There are no further deliveries or charges. You still get what you have paid for.",
		yes: "Yes, cancel it",
		no: "No, keep it",
	},

	newCard: {
		title: "Change card",
		text: "The new card is charged from now on, and our payment provider deletes the previous one.",
		behind: "The failed payment is retried with it at once.",
		save: "Use this card",
		saving: "Asking the bank…",
		back: "Back to your subscription",
		needsScript: "To change the card, turn on JavaScript for this page: it encrypts your card before anything is sent.",
		refused: (reason: string) => `This card was not accepted. ${reason}`,
		notChanged: "The card could not be changed. Try again in a minute, or look at your subscription first.",
		notUsable: "Your card could not be encrypted on this page. Refresh the page and try again.",
	},

	starting: {
		title: "We are setting up your subscription",
		text: "Your first payment is received. Our payment provider has not confirmed the coming months yet. We keep checking.",
		again: "Try again",
	},
};
