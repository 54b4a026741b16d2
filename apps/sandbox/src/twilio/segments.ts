import { SegmentedMessage } from 'sms-segments-calculator'

/** How many parts a text takes on the air. A message without text still counts as one. */
export const countSegments = (text: string) => (text === '' ? 1 : new SegmentedMessage(text).segmentsCount)
