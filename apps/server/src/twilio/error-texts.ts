/**
 * Explains Twilio's error codes: what happened, and what to do if something can be
 * done. Codes: https://www.twilio.com/docs/api/errors
 */
const ERROR_TEXTS: Record<number, string> = {
  20003: 'Twilio does not accept the account’s token. Ask an administrator to enter it again.',
  20005: 'The Twilio account is suspended. Ask an administrator to look at the Twilio Console.',
  20008: 'The Twilio account’s test credentials cannot send texts. Ask an administrator to use the live ones.',
  20404: 'Twilio does not know this account or number any more. Ask an administrator.',
  20429: 'Twilio is busy with this account. The text is tried again.',
  21211: 'This is not a phone number that Twilio can text. Check the contact’s number.',
  21212: 'The number that the text was sent from is not valid. Ask an administrator.',
  21402: 'Twilio does not accept Partyline’s public address. Ask an administrator to check it.',
  21408: 'The Twilio account may not text this country. An administrator can allow it in the Twilio Console.',
  21502: 'Twilio does not accept Partyline’s public address. Ask an administrator to check it.',
  21602: 'The text was empty. Write something, or add a picture.',
  21603: 'No number to send from was given. Choose another number for this chat, and try again.',
  21604: 'No number to send to was given. Check the contact’s number.',
  21606:
    'The number that the text was sent from does not belong to the Twilio account or cannot send texts. Ask an administrator.',
  21608:
    'A Twilio trial account texts only numbers that are verified. An administrator can do it in the Twilio Console.',
  21609: 'Twilio does not accept Partyline’s public address. Ask an administrator to check it.',
  21610: 'This person has replied STOP and gets no more texts from this number until they reply START.',
  21611: 'Too many texts are waiting on this number. The text is tried again.',
  21612: 'This phone cannot be reached from this number. Try another number of yours.',
  21614: 'This is not a mobile number. Check the contact’s number.',
  21616: 'The number that the text was sent from is not unique in the Twilio account. Ask an administrator.',
  21617: 'The text is longer than 1,600 characters. Send it in parts.',
  21619: 'The text was empty. Write something, or add a picture.',
  21620: 'Twilio cannot read the picture’s address. Ask an administrator whether the public address is right.',
  21621: 'This number cannot send pictures. Use a number with MMS.',
  21622: 'The Twilio account cannot send pictures. Ask an administrator.',
  21623: 'The message has too many pictures: 10 are possible. Send fewer.',
  21635: 'This is a landline, which gets no texts. Check the contact’s number.',
  21659: 'The number that the text was sent from does not belong to the Twilio account. Ask an administrator.',
  21660: 'The number that the text was sent from belongs to another Twilio account. Ask an administrator.',
  21661: 'The number that the text was sent from cannot send texts. Use another number.',
  30001: 'Too many texts were waiting on this number. Send it again later.',
  30002:
    'The Twilio account was suspended before the text was sent. Ask an administrator to look at the Twilio Console.',
  30003: 'The phone is switched off or has no signal. Try again later.',
  30004: 'The phone’s operator or its owner blocks texts from this number. Reach this person in another way.',
  30005: 'The number does not exist or is not in service. Check the contact’s number.',
  30006: 'This is a landline, or its operator takes no texts. Check the contact’s number.',
  30007: 'The operator took the text for spam. Try other words, without links.',
  30008: 'The operator gave no reason. Try again later.',
  30017: 'The operator’s network is congested. Try again later.',
  30019: 'The pictures are too large for the operator. Send fewer or smaller ones.',
  30022: 'The operator’s limit for this number is reached. Try again later.',
  30023: 'Today’s limit for this number is reached. Try again tomorrow.',
  30024: 'This number is not set up at the operator. Ask an administrator to contact Twilio.',
  30027: 'Today’s limit at this operator is reached. Try again tomorrow.',
  30032: 'This toll-free number is not verified. An administrator can verify it in the Twilio Console.',
  30034:
    'This number is not registered for business texting (A2P 10DLC). An administrator can do it in the Twilio Console.',
  30035: 'This number is still being set up by Twilio. Try again later.',
  30036: 'The text waited too long and was not sent. Send it again.',
  30410: 'The operator did not answer in time. Try again later.',
  30450: 'Twilio blocked this text. Ask an administrator to look at the Twilio Console.',
  11200: 'Twilio could not fetch the picture from Partyline. Ask an administrator whether the public address is right.',
  12300: 'Twilio does not accept this type of file. Send it as a picture.',
}

/** Always a sentence: an unknown code is named, so that it can be looked up. */
export function errorTextOf(code: number | null): string {
  if (code === null) return 'Twilio did not accept the text and gave no reason. Try again later.'
  return ERROR_TEXTS[code] ?? `The text could not be delivered. Ask an administrator to look up Twilio’s error ${code}.`
}
