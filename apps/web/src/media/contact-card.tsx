import type { File } from '@partyline/contract'
import { ContactCardRegular } from '@fluentui/react-icons/svg/contact-card'
import { useQuery } from '@tanstack/react-query'
import { FileLink } from './file-link.tsx'
import { MEDIA_TEXTS } from './media-texts.ts'
import { CARD_START_BYTES, contactCardName } from './contact-card-name.ts'
import { queryKeys } from '../platform/query-keys.ts'

/** A contact card as a download, with the contact's name if it has one. */
export function ContactCard({ file, tabIndex }: { file: File; tabIndex: number }) {
  const { data: name } = useQuery({
    queryKey: queryKeys.contactCard(file.id),
    queryFn: ({ signal }) => readName(file.publicLink, signal),
    staleTime: Infinity,
    retry: false,
  })
  return (
    <FileLink
      file={file}
      icon={<ContactCardRegular />}
      title={name ?? undefined}
      note={name ? MEDIA_TEXTS.contactCard(MEDIA_TEXTS.file(file.fileName, file.fileSize)) : null}
      tabIndex={tabIndex}
    />
  )
}

async function readName(link: string, signal: AbortSignal): Promise<string | null> {
  const range = `bytes=0-${CARD_START_BYTES - 1}`
  const answer = await fetch(link, { headers: { range }, credentials: 'include', signal })
  return answer.ok ? contactCardName(new Uint8Array(await answer.arrayBuffer())) : null
}
