import type { User } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { notesIn } from '../pages/notes.ts'
import { addChat, addressOf, addTexts } from './arrange.ts'
import { sent } from './calls.ts'
import { expect } from './look.ts'
import type { Stage } from './look.ts'

export const CONTACT = { name: 'Nora Teece', number: '+12025553921' }

export async function comeToChat(
  { page, clinic, come }: Stage,
  { team = [] as string[], texts = [] as string[] } = {},
) {
  const chat = addChat(clinic, { name: CONTACT.name, contacts: [CONTACT], team })
  addTexts(clinic, chat, texts)
  const app = await come(addressOf(chat.id))
  await expect(app.title).toHaveText(CONTACT.name)
  return { app, chat, ...notesIn(page) }
}

export function addUser({ clinic }: Stage, name: string, parts: Partial<User> = {}) {
  const id = `0000000a-0000-4000-8000-${String(900 + clinic.users.length).padStart(12, '0')}` as User['id']
  clinic.users.push({ ...clinic.users[1]!, id, name, ...parts })
}

export const userId = ({ clinic }: Stage, name: string) => clinic.users.find((user) => user.name === name)!.id

/** The words above the composer, which are also announced. */
export const offer = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text)

export async function expectNoText({ page }: Stage) {
  expect(await sent(page, 'messages.send')).toEqual([])
}
