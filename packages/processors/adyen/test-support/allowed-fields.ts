/**
 * The fields of requests that the tests know, from Adyen's descriptions CheckoutService-v72 and DisputeService-v30
 * (https://github.com/Adyen/adyen-openapi): the name, "!" if it is required, and a type. A type is string:LENGTH, array:SCHEMA,
 * words with "|" between them, or the name of a schema.
 */
export const allowedFields: Readonly<Record<string, string>> = {
	PaymentRequest: `
		additionalData=object amount!=Amount authenticationData=AuthenticationData billingAddress=BillingAddress
		browserInfo=BrowserInfo captureDelayHours=integer channel=iOS|Android|Web
		industryUsage=delayedCharge|installment|noShow merchantAccount!=string merchantOrderReference=string:1000
		mpiData=ThreeDSecureData origin=string:80 paymentMethod!=CardDetails
		recurringProcessingModel=CardOnFile|Subscription|UnscheduledCardOnFile reference!=string:80
		returnUrl!=string:1024 shopperEmail=string:256 shopperIP=string:50
		shopperInteraction=Ecommerce|ContAuth|Moto|POS shopperReference=string:256 shopperStatement=string:10000
		storePaymentMethod=boolean`,
	Amount: "currency!=string:3 value!=integer",
	CardDetails: `
		cvc=string expiryMonth=string expiryYear=string holderName=string:15000 number=string
		type=bcmc|scheme|networkToken|giftcard|card|clicktopay`,
	BillingAddress: `
		city!=string:3000 country!=string houseNumberOrName!=string:3000 postalCode!=string:10
		stateOrProvince=string:3 street!=string:3000`,
	AuthenticationData: "attemptAuthentication=always|never threeDSRequestData=ThreeDSRequestData",
	ThreeDSRequestData: "nativeThreeDS=preferred|disabled",
	BrowserInfo: `
		acceptHeader!=string colorDepth!=integer javaEnabled!=boolean javaScriptEnabled=boolean language!=string
		screenHeight!=integer screenWidth!=integer timeZoneOffset!=integer userAgent!=string`,
	ThreeDSecureData: `
		authenticationResponse=Y|N|U|A cavv=string directoryResponse=A|C|D|I|N|R|U|Y dsTransID=string eci=string
		threeDSVersion=string`,
	PaymentDetailsRequest: "details!=PaymentCompletionDetails",
	PaymentCompletionDetails: "MD=string:20000 PaRes=string:20000 redirectResult=string:20000",
	PaymentCaptureRequest: "amount!=Amount merchantAccount!=string reference=string",
	PaymentRefundRequest: "amount!=Amount merchantAccount!=string reference=string",
	PaymentCancelRequest: "merchantAccount!=string reference=string",
	PaymentReversalRequest: "merchantAccount!=string reference=string",
	StandalonePaymentCancelRequest: "merchantAccount!=string paymentReference!=string reference=string",
	PaymentMethodsRequest: "merchantAccount!=string",
	AcceptDisputeRequest: "disputePspReference!=string merchantAccountCode!=string",
	DefendDisputeRequest: "defenseReasonCode!=string disputePspReference!=string merchantAccountCode!=string",
	DefenseReasonsRequest: "disputePspReference!=string merchantAccountCode!=string",
	SupplyDefenseDocumentRequest:
		"defenseDocuments!=array:DefenseDocument disputePspReference!=string merchantAccountCode!=string",
	DefenseDocument: "content!=string contentType!=string defenseDocumentTypeCode!=string",
};
