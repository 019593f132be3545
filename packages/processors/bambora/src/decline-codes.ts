import { codesIn, type DeclineLine, type DeclineMeaning, declineTable } from "@cardseal/vault/processors";

/**
 * Message ids.
 * https://dev.na.bambora.com/docs/references/payment_APIs/bank_response_codes
 */
const gateway: readonly DeclineLine[] = [
	["soft", "do_not_honour", "7 51 217 218 558 674 682 827"],
	["soft", "processing_error", "54 808-810 816-818 935 937"],
	["data", "expired_card", "14 26"],
	["data", "do_not_honour", "52 789"],
	["data", "incorrect_cvv", "821"],
	// The address does not match.
	["data", "generic", "215 793 804 822"],
	// The series of the stored card is not known: only the payer can help.
	["data", "generic", "1136"],
	["hard", "not_permitted", "192-205 208 312 559 760 1134"],
	["soft", "authentication_required", "311 761 762 792 938"],
	["configuration", "request_refused", "21 22 49 50 191 202 314 316 318 322-324 683 819 820 825 1135"],
	["configuration", "account_refused", "59 60 206 207 209 210 313 315 317 319 632 681 811-815 944 1137"],
];

const td: readonly DeclineLine[] = [
	["soft", "do_not_honour", "71-189 771-787"],
	["soft", "processing_error", "76 86 91 89 147 149 154 155 158 161 166 1178-1184 1186"],
	["hard", "expired_card", "72 168"],
	["data", "expired_card", "148"],
	["hard", "not_permitted", "87 103 105 109 127"],
	["soft", "generic", "100"],
	["hard", "do_not_honour", "110 176 1193", "03"],
	["configuration", "account_refused", "139 160 1185"],
];

const chase: readonly DeclineLine[] = [
	["soft", "processing_error", "353-355 359 365 366 371 381 385 388-393 395 398 402-427 431 434-437 440-447 451 453"],
	["soft", "processing_error", "461 462 472 473 477 480 481 485-487 490-492"],
	["soft", "do_not_honour", "347 348 350 360 362 364 367-369 377-380 382 383 400 463-469 474 484"],
	["soft", "insufficient_funds", "363"],
	["soft", "generic", "478"],
	["hard", "do_not_honour", "349 386 794"],
	["hard", "lost_card", "361"],
	["data", "do_not_honour", "351 396 401"],
	["data", "expired_card", "352 397"],
	["data", "incorrect_cvv", "384 426"],
	["hard", "not_permitted", "370 372 373 375 376 432 433 454-460 470 471 475 479 482 805"],
	["configuration", "request_refused", "358 387 399 448 449 476"],
	["configuration", "account_refused", "356 357 374 394 428-430 438 439 450 452 483 488 489"],
];

const vital: readonly DeclineLine[] = [
	["soft", "do_not_honour", "496 497 507 508 515-521 537 546"],
	["soft", "processing_error", "498 499 522 523 525-528 530-532 538 544 1168"],
	["soft", "generic", "548"],
	["hard", "do_not_honour", "500-503 529 533-536 539 1174 1175"],
	["hard", "do_not_honour", "542 543", "21"],
	["data", "do_not_honour", "504 509 512"],
	["hard", "expired_card", "524"],
	["data", "expired_card", "514"],
	["data", "incorrect_cvv", "513 547"],
	["hard", "not_permitted", "505 510 511 540 541 1166 1167 1173"],
	["configuration", "request_refused", "506"],
	["configuration", "account_refused", "545"],
];

const global: readonly DeclineLine[] = [
	["soft", "do_not_honour", "562 563 565 566 575 577 604-606 1152-1155 1157-1159"],
	["soft", "processing_error", "570 573 579 583-587 591 592 594-596 599 601 603 607-609 803 1142-1146"],
	["soft", "insufficient_funds", "610 611"],
	["soft", "generic", "578"],
	["hard", "do_not_honour", "1150 1151 1156 1160-1162", "03"],
	["data", "do_not_honour", "572 580-582 598 600 602"],
	["data", "expired_card", "574"],
	["data", "incorrect_cvv", "568 770"],
	["hard", "not_permitted", "588 806 1140"],
	["configuration", "request_refused", "571 1141"],
	["configuration", "account_refused", "564 576 597"],
];

const firstData: readonly DeclineLine[] = [
	["soft", "do_not_honour", "685 693 695 725 728 742"],
	["soft", "processing_error", "688 692 701-703 705 706 708 709 717 719-724 727 732-736 741 823"],
	["soft", "insufficient_funds", "726 731 739"],
	["soft", "generic", "729"],
	["hard", "do_not_honour", "696 740"],
	["hard", "expired_card", "694"],
	["data", "do_not_honour", "690 712 714 715 737"],
	["data", "expired_card", "710 713"],
	["data", "incorrect_cvv", "704"],
	["hard", "not_permitted", "697 716 730 939"],
	["soft", "authentication_required", "1176"],
	["configuration", "request_refused", "689 711"],
	["configuration", "account_refused", "686 691 700 707 718 738"],
];

const desjardins: readonly DeclineLine[] = [
	["soft", "do_not_honour", "1005-1131"],
	["soft", "processing_error", "1009 1015 1017 1019 1021-1024 1044-1048 1052-1056 1062 1067 1069 1072-1074 1088-1092"],
	["soft", "processing_error", "1094 1096-1098 1112 1114 1124 1132 1133"],
	["soft", "insufficient_funds", "1027 1028 1036 1037 1050 1051 1070 1086 1106 1118 1130"],
	["soft", "generic", "1029"],
	["hard", "expired_card", "1006 1100"],
	["hard", "lost_card", "1012"],
	["hard", "stolen_card", "1040 1102"],
	["hard", "do_not_honour", "1014 1101 1105 1107 1108 1126 1129 1131"],
	["data", "do_not_honour", "1008 1016 1026 1043 1087 1104"],
	["data", "expired_card", "1068"],
	["hard", "not_permitted", "1010 1011 1030-1034 1041 1049 1079-1085 1113 1115 1119"],
	["configuration", "request_refused", "1018 1065 1103"],
	["configuration", "account_refused", "1061 1093"],
];

const reasons = declineTable([gateway, td, chase, vital, global, firstData, desjardins].flat());

/**
 * The bank may have approved: 53, 55, 56, 190 and 1169 are lost answers, 211 to 310 "Service Unavailable", 560
 * "Transaction In Process", and 16 and 788 duplicates of an order number that we send once.
 */
const undecided = new Set(codesIn("16 53 55 56 190 211 212 297-310 560 788 1169"));

export const isUndecided = (id: number): boolean => undecided.has(String(id));

export const reasonOf = (id: number): DeclineMeaning | undefined => reasons.get(String(id));
