import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { announce } from '../../ui/index.ts'
import { usersQuery } from '../../users/index.ts'
import { userCandidates } from '../chat-form/candidates.ts'
import { CHAT_FORM_TEXTS } from '../chat-form/chat-form-texts.ts'
import { findRecipients } from './find-recipients.ts'
import { NEW_CHAT_TEXTS } from './new-chat-texts.ts'
import { loadListReader, withRecipients } from './recipients.ts'
import type { Part, Recipient } from './recipients.ts'
import type { NewChatState } from './use-new-chat.ts'

/** Adds and removes recipients, and finds whom typed or pasted names and numbers belong to. */
export function useRecipients({ store, format, country }: NewChatState) {
  const api = useApi()
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isFinding, setFinding] = useState(false)
  const { data: reader, refetch } = useQuery({
    queryKey: queryKeys.chunk(`numbers of ${country}`),
    queryFn: () => loadListReader(country ?? ''),
    enabled: country !== undefined,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnWindowFocus: false,
    // Functions can't be compared.
    structuralSharing: false,
  })

  function add(added: readonly Recipient[], unwritten = '') {
    setProblem(null)
    store.choose({ recipients: withRecipients(store.current().recipients, added), written: unwritten })
    if (added.length > 0) announce(added.map(({ name }) => CHAT_FORM_TEXTS.added(name)).join(' '))
  }

  function remove(recipient: Recipient) {
    setProblem(null)
    store.choose({ recipients: store.current().recipients.filter(({ id }) => id !== recipient.id) })
    announce(CHAT_FORM_TEXTS.removed(recipient.name))
  }

  function write(written: string) {
    setProblem(null)
    store.change({ written })
  }

  async function find(text: string) {
    setFinding(true)
    // A field of one line would drop the line breaks.
    write(text.trim().replaceAll(/\s*[\r\n]+\s*/g, ', '))
    try {
      const loaded = reader ?? (await refetch({ throwOnError: true })).data
      const team = userCandidates(await client.ensureQueryData(usersQuery(api)))
      if (loaded === undefined) return
      const { found, unknown } = await findRecipients(api, loaded.parts(text), { team, format })
      add(found, unknown.map(({ source }) => source).join(', '))
      setProblem(problemWith(unknown))
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setFinding(false)
    }
  }

  /** Resolves the rest of the text to recipients. Returns whether there is one, and no text is left. */
  async function complete(): Promise<boolean> {
    const text = store.current().written
    if (text.trim() !== '') await find(text)
    const { written, recipients } = store.current()
    if (written === '' && recipients.length === 0) setProblem(NEW_CHAT_TEXTS.noRecipient)
    return written === '' && recipients.length > 0
  }

  return {
    reader,
    problem,
    isFinding,
    add,
    remove,
    write,
    find: (text: string) => void find(text),
    complete,
  }
}

function problemWith(unknown: readonly Part[]): string | null {
  const [one, ...more] = unknown
  if (one === undefined) return null
  if (more.length > 0) return NEW_CHAT_TEXTS.unknownSeveral(unknown.length)
  if (one.fault === 'rounded') return NEW_CHAT_TEXTS.rounded(one.source)
  return one.label === 'fax' ? NEW_CHAT_TEXTS.fax(one.source) : NEW_CHAT_TEXTS.unknown(one.source)
}
