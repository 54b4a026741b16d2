import { KEY_TEXTS, routes } from '@partyline/contract'
import type { CallName, ChatId, NumberId } from '@partyline/contract'
import { AppError, invalid } from '../../platform/index.ts'
import type { Database, KeyPolicy } from '../../platform/index.ts'
import { lineOfChat } from './keys-store.ts'

/** Calls that stay within the line named in their input. */
const NAME_LINE: ReadonlySet<CallName> = new Set<CallName>(['chats.create', 'chats.search', 'messages.search'])
/** Calls that return nothing about lines, or filter by the key's lines themselves. */
const WITHOUT_LINE: ReadonlySet<CallName> = new Set<CallName>(['numbers.twilio', 'users.list'])

/** The calls allowed for a key limited to lines. Any call not known to stay within them is refused. */
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
