import type { TestInfo } from '@playwright/test'
import { arrangeChat, arrangeNotes } from './arrange.ts'
import type { Surface } from './desk.ts'
import { addPhone } from './sandbox-phones.ts'

type Owner = { name: string; number: string }

/** Phones and chats of one day on one surface. */
type Day = {
  phones: Record<'ann' | 'ben' | 'cleo' | 'dev', Owner>
  /** Chat names, unique in the demo. */
  chats: Record<'twins' | 'delivery' | 'checkUp' | 'balance' | 'receipt' | 'notes', string>
  /** Makes a text unique to this day. */
  label: string
}

/** A laptop's browser differs from the Teams window in nothing that this day is about. */
export const SURFACES: Record<string, Surface & { family: string; digit: number }> = {
  'at 390×844': {
    options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' },
    inTeams: false,
    family: 'Pocket',
    digit: 1,
  },
  'in the Teams window': { options: { reducedMotion: 'reduce' }, inTeams: true, family: 'Teams', digit: 2 },
}

/**
 * Creates four phones, two of which are contacts, and three chats of the day before. Each
 * run has its own phones and names.
 */
export async function arrangeDay(surface: string, { repeatEachIndex, retry }: TestInfo): Promise<Day> {
  const { family = '', digit = 0 } = SURFACES[surface] ?? {}
  const run = String(repeatEachIndex * 2 + retry).padStart(2, '0')
  const label = `${family} ${run}`
  const owner = (name: string, at: number) => ({ name: `${name} ${label}`, number: `+1202558${digit}${run}${at}` })
  const phones = { ann: owner('Ann', 1), ben: owner('Ben', 2), cleo: owner('Cleo', 3), dev: owner('Dev', 4) }
  const chats = {
    twins: `Twins, ${label}`,
    delivery: `Delivery, ${label}`,
    checkUp: `Check-up, ${label}`,
    balance: `Balance, ${label}`,
    receipt: `Receipt, ${label}`,
    notes: `Notes, ${label}`,
  }
  for (const phone of Object.values(phones)) await addPhone(phone)
  await arrangeChat({ name: chats.balance, number: 'Billing', contact: phones.ann })
  await arrangeChat({ name: chats.receipt, number: 'Billing', contact: phones.ben })
  await arrangeNotes(chats.notes)
  return { phones, chats, label }
}
