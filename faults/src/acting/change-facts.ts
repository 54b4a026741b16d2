import type { Company } from './company.ts'

/** Counts a day of reports that is not over, and renames what events that still wait have told of once. */
export async function changeFacts(companies: readonly Company[], now: number): Promise<void> {
  const today = new Date(now).toISOString().slice(0, 10)
  for (const { admin, chats } of companies) {
    await admin.get('reports.get', { query: { from: today, to: today } })
    for (const chatId of chats) {
      const { numberId, members } = await admin.get('chats.get', { params: { chatId } })
      const body = { numberId, name: `Renamed ${chatId}`, memberIds: members.map(({ id }) => id) }
      await admin.get('chats.update', { params: { chatId }, body })
    }
  }
}
