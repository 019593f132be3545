/**
 * The fields of requests, from Adyen's descriptions CheckoutService-v72 and DisputeService-v30
 * (https://github.com/Adyen/adyen-openapi): the name, "!" if it is required, and a type. A type is string:LENGTH, array:SCHEMA,
 * words with "|" between them, or the name of a schema.
 */
export const allowedFields: Readonly<Record<string, string>> = {
	PaymentRequest: `
		accountInfo=AccountInfo additionalAmount=Amount additionalData=object amount!=Amount
		applicationInfo=ApplicationInfo authenticationData=AuthenticationData bankAccount=CheckoutBankAccount
		billingAddress=BillingAddress browserInfo=BrowserInfo captureDelayHours=integer channel=iOS|Android|Web
		checkoutAttemptId=string:256 company=Company countryCode=string:100 dateOfBirth=string dccQuote=ForexQuote
		deliverAt=string deliveryAddress=DeliveryAddress deliveryDate=string deviceFingerprint=string:5000
		enableOneClick=boolean enablePayOut=boolean enableRecurring=boolean enhancedSchemeData=EnhancedSchemeData
		entityType=NaturalPerson|CompanyName fraudOffset=integer fundOrigin=FundOrigin fundRecipient=FundRecipient
		industryUsage=delayedCharge|installment|noShow installments=Installments lineItems=array:LineItem
		localizedShopperStatement=object mandate=Mandate mcc=string merchantAccount!=string
		merchantOrderReference=string:1000 merchantRiskIndicator=MerchantRiskIndicator metadata=object
		mpiData=ThreeDSecureData order=EncryptedOrderData orderReference=string origin=string:80
		paymentMethod!=CardDetails paymentValidations=PaymentValidations
		platformChargebackLogic=PlatformChargebackLogic recurringExpiry=string recurringFrequency=string
		recurringProcessingModel=CardOnFile|Subscription|UnscheduledCardOnFile redirectFromIssuerMethod=string
		redirectToIssuerMethod=string reference!=string:80 returnUrl!=string:1024 riskData=RiskData
		sessionValidity=string shopperConversionId=string:256 shopperEmail=string:256 shopperIP=string:50
		shopperInteraction=Ecommerce|ContAuth|Moto|POS shopperLocale=string shopperName=ShopperName
		shopperReference=string:256 shopperStatement=string:10000 shopperTaxInfo=ShopperTaxInfo
		socialSecurityNumber=string:50 splits=array:Split store=string:64 storePaymentMethod=boolean
		subMerchants=array:SubMerchantInfo surcharge=Surcharge telephoneNumber=string:64
		threeDS2RequestData=ThreeDS2RequestFields threeDSAuthenticationOnly=boolean trustedShopper=boolean`,
	Amount: "currency!=string:3 value!=integer",
	CardDetails: `
		billingSequenceNumber=string brand=string checkoutAttemptId=string cupsecureplus.smscode=string cvc=string
		encryptedCard=string:40000 encryptedCardNumber=string:15000 encryptedExpiryMonth=string:15000
		encryptedExpiryYear=string:15000 encryptedPassword=string:15000 encryptedSecurityCode=string:15000
		expiryMonth=string expiryYear=string fastlaneData=string fundingSource=credit|debit|prepaid
		holderName=string:15000 networkPaymentReference=string number=string recurringDetailReference=string
		sdkData=string:50000 shopperNotificationReference=string srcCorrelationId=string srcDigitalCardId=string
		srcScheme=string srcTokenReference=string storedPaymentMethodId=string:64 threeDS2SdkVersion=string:12
		type=bcmc|scheme|networkToken|giftcard|card|clicktopay`,
	BillingAddress: `
		city!=string:3000 country!=string houseNumberOrName!=string:3000 postalCode!=string:10
		stateOrProvince=string:3 street!=string:3000`,
	AuthenticationData:
		"attemptAuthentication=always|never authenticationOnly=boolean threeDSRequestData=ThreeDSRequestData",
	ThreeDSRequestData: `
		challengeWindowSize=01|02|03|04|05 dataOnly=false|true nativeThreeDS=preferred|disabled
		threeDSVersion=2.1.0|2.2.0`,
	BrowserInfo: `
		acceptHeader!=string colorDepth!=integer javaEnabled!=boolean javaScriptEnabled=boolean language!=string
		screenHeight!=integer screenWidth!=integer timeZoneOffset!=integer userAgent!=string`,
	ThreeDSecureData: `
		authenticationResponse=Y|N|U|A cavv=string cavvAlgorithm=string challengeCancel=01|02|03|04|05|06|07
		directoryResponse=A|C|D|I|N|R|U|Y dsTransID=string eci=string riskScore=string threeDSVersion=string
		tokenAuthenticationVerificationValue=string transStatusReason=string xid=string`,
	PaymentDetailsRequest: `
		authenticationData=DetailsRequestAuthenticationData details!=PaymentCompletionDetails paymentData=string:200000
		threeDSAuthenticationOnly=boolean`,
	PaymentCompletionDetails: `
		MD=string:20000 PaReq=string:20000 PaRes=string:20000 authorization_token=string billingToken=string
		cupsecureplus.smscode=string facilitatorAccessToken=string oneTimePasscode=string orderID=string
		payerID=string payload=string:20000 paymentID=string paymentStatus=string redirectResult=string:20000
		resultCode=string returnUrlQueryString=string:20000 threeDSResult=string:50000
		threeds2.challengeResult=string:50000 threeds2.fingerprint=string:100000 vaultToken=string`,
	PaymentCaptureRequest: `
		amount!=Amount applicationInfo=ApplicationInfo enhancedSchemeData=EnhancedSchemeData
		lineItems=array:LineItem merchantAccount!=string platformChargebackLogic=PlatformChargebackLogic
		reference=string splits=array:Split subMerchants=array:SubMerchantInfo`,
	PaymentRefundRequest: `
		amount!=Amount applicationInfo=ApplicationInfo capturePspReference=string
		enhancedSchemeData=EnhancedSchemeData lineItems=array:LineItem merchantAccount!=string
		merchantRefundReason=FRAUD|CUSTOMER REQUEST|RETURN|DUPLICATE|OTHER reference=string splits=array:Split
		store=string`,
	PaymentCancelRequest: "applicationInfo=ApplicationInfo merchantAccount!=string reference=string",
	PaymentReversalRequest: "applicationInfo=ApplicationInfo merchantAccount!=string reference=string",
	StandalonePaymentCancelRequest:
		"applicationInfo=ApplicationInfo merchantAccount!=string paymentReference!=string reference=string",
	PaymentMethodsRequest: `
		additionalData=object allowedPaymentMethods=array:string amount=Amount blockedPaymentMethods=array:string
		browserInfo=BrowserInfo channel=iOS|Android|Web countryCode=string merchantAccount!=string
		order=EncryptedOrderData shopperConversionId=string:256 shopperEmail=string shopperIP=string
		shopperLocale=string shopperReference=string splitCardFundingSources=boolean store=string:16
		storeFiltrationMode=exclusive|inclusive|skipFilter telephoneNumber=string`,
	AcceptDisputeRequest: "disputePspReference!=string merchantAccountCode!=string",
	DefendDisputeRequest: "defenseReasonCode!=string disputePspReference!=string merchantAccountCode!=string",
	DefenseReasonsRequest: "disputePspReference!=string merchantAccountCode!=string",
	SupplyDefenseDocumentRequest:
		"defenseDocuments!=array:DefenseDocument disputePspReference!=string merchantAccountCode!=string",
	DefenseDocument: "content!=string contentType!=string defenseDocumentTypeCode!=string",
};
