import type { ChatListItem } from '@partyline/contract'
import { answer, wholeAnswer } from '../pages/network.ts'
import { answerInParts } from '../pages/search-answers.ts'
import { playStates } from '../states.ts'
import type { Stage, State } from '../states.ts'
import { expect } from '../test.ts'

const STATES: State[] = [
  { screen: 'Search', state: 'people and messages', play: results },
  { screen: 'Search', state: 'more matches in a chat', play: expanded },
  { screen: 'Search', state: 'partially searched', play: partial },
  { screen: 'Search', state: 'long names', play: longNames },
]

playStates(STATES)

async function results({ come, look }: Stage) {
  const app = await come()
  await app.search.fill('the')
  await expect(app.list.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await look()
}

async function expanded({ come, look }: Stage) {
  const app = await come()
  await app.search.fill('the')
  await app.list.getByRole('button', { name: 'More in this chat' }).first().click()
  await expect(
    app.list.getByText('No other matches in this chat').or(app.list.getByRole('listitem')).first(),
  ).toBeVisible()
  await look()
}

async function partial({ page, come, look }: Stage) {
  const app = await come()
  await answerInParts(page, [{ cursor: 'one', backTo: '2026-03-03T15:00:00.000Z' }])
  await app.search.fill('strike')
  await expect(app.list.getByText('Searched back to March 3, 2026')).toBeVisible()
  await look()
}

async function longNames({ page, come, look }: Stage) {
  const app = await come()
  const name = 'Rivera family and all of their cousins '.repeat(5).trim()
  await answer(page, 'chats.search', async (route) => {
    const { response, headers, body } = await wholeAnswer<ChatListItem[]>(route)
    const data = body.data.map((item) => ({ ...item, name }))
    await route.fulfill({ response, headers, json: { ...body, data } })
  })
  await app.search.fill('riv')
  await expect(app.list.locator('mark').first()).toBeVisible()
  await look()
}
