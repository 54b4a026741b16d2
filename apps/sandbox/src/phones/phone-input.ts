import { z } from 'zod'
import { InputError, jsonObject, readInput } from '../input/index.ts'
import type { Attachment } from '../twilio/index.ts'
import { MAX_BODY, MAX_MEDIA_BYTES, parsePhoneNumber, parseSender } from '../twilio/index.ts'

const MAX_MEDIA = 10

const numberText = parsed(parsePhoneNumber, (written) => `${written} is not a phone number: write it as +12025550142.`)
const phoneText = parsed(parseSender, (written) => `${written} is not a phone number: write it as +12025550142.`)

const textSchema = jsonObject('{ "to": "+12025550100", "text": "Hello" }', {
  to: numberText,
  text: z.string('Give the text as a string.').refine((text) => Array.from(text).length <= MAX_BODY, {
    error: `A text has at most ${MAX_BODY} characters.`,
  }),
  media: z
    .array(
      z.strictObject({
        contentType: z
          .string()
          .regex(/^[\w.+-]+\/[\w.+-]+(; ?charset=[\w-]+)?$/, 'Give a contentType such as image/png.'),
        base64: z.base64('Give the file in base64.'),
      }),
    )
    .max(MAX_MEDIA, `A text carries at most ${MAX_MEDIA} files.`)
    .default([]),
})

const handsetSchema = jsonObject('{ "number": "+12025550120", "name": "Ann Lee" }', {
  number: phoneText,
  name: z
    .string('Give the phone a name.')
    .trim()
    .min(1, 'Give the phone a name.')
    .max(60, 'A name has at most 60 characters.'),
})

export function readPhone(written: string): string {
  return readInput(phoneText, written)
}

export function readText(body: unknown): { to: string; text: string; attachments: Attachment[] } {
  const { to, text, media } = readInput(textSchema, body)
  const attachments = media.map(({ contentType, base64 }) => ({ contentType, bytes: Buffer.from(base64, 'base64') }))
  if (text === '' && attachments.length === 0) throw new InputError('Write a text or add a picture.')
  if (attachments.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_MEDIA_BYTES) {
    throw new InputError('Files may have 5 MB together.')
  }
  return { to, text, attachments }
}

export function readHandset(body: unknown) {
  return readInput(handsetSchema, body)
}

function parsed(parse: (written: string) => string | null, complaint: (written: string) => string) {
  return z.string('Give a phone number.').transform((written, context) => {
    const value = parse(written)
    if (value !== null) return value
    context.issues.push({ code: 'custom', message: complaint(written), input: written })
    return z.NEVER
  })
}
