import { KEY_TEXTS, routes } from '@partyline/contract'
import type { CallName, ChatId, NumberId } from '@partyline/contract'
import { AppError, invalid } from '../../platform/index.ts'
import type { Database, KeyPolicy } from '../../platform/index.ts'
import { lineOfChat } from './keys-store.ts'

/** Calls that name a line in their input, which they keep to. */
const NAME_LINE: ReadonlySet<CallName> = new Set<CallName>(['chats.create', 'chats.search', 'messages.search'])
/** They say nothing about a line, or leave out others than those of the key themselves. */
const WITHOUT_LINE: ReadonlySet<CallName> = new Set<CallName>(['numbers.twilio', 'users.list'])

/** What a key limited to lines may ask for: everything that is not known to keep to them is refused. */
export function createKeyPolicy({ database }: { database: Database }): KeyPolicy {
  return async (caller, call, { params, body, form }) => {
    const lines = caller.key?.lines
    if (!lines) return
    if (routes[call].path.includes('{chatId}')) {
      const { tenantId } = caller
      const line = await lineOfChat(database.queries, { tenantId, chatId: params?.['chatId'] as ChatId })
      if (line === null || !lines.has(line)) throw new AppError('not-found')
      return
    }
    if (NAME_LINE.has(call)) {
      const line = (body?.['numberId'] ?? form?.['NumberId']) as NumberId | undefined
      if (line === undefined || !lines.has(line)) throw invalid({ numberId: [KEY_TEXTS.ofItsLines] })
      return
    }
    if (!WITHOUT_LINE.has(call)) throw new AppError('forbidden', { message: KEY_TEXTS.allLinesOnly })
  }
}
