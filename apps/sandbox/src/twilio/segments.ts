import { SegmentedMessage } from 'sms-segments-calculator'

/** The number of segments of a text. A message without text counts as one. */
export const countSegments = (text: string) => (text === '' ? 1 : new SegmentedMessage(text).segmentsCount)
