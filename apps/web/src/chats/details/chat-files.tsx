import type { Member } from '@partyline/contract'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chatFilesQuery } from '../../core/chats/details-queries.ts'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import { FileLink, Gallery, isShowable, MessagePicture } from '../../media/index.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { Skeleton, VisuallyHidden } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { DETAILS_TEXTS } from './details-texts.ts'
import { useDetailsStyles } from './details.styles.ts'

/** The size of a picture, in pixels. */
const TILE_PX = 84

const useStyles = makeStyles({
  pictures: {
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fill, minmax(${TILE_PX}px, 1fr))`,
    gap: tokens.spacingHorizontalXS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  files: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    margin: `${tokens.spacingVerticalS} 0 0`,
    padding: 0,
    listStyleType: 'none',
  },
  more: { marginTop: tokens.spacingVerticalS },
})

type Props = { chat: OpenedChat; people: ReadonlyMap<Member['id'], Member> }

/** The pictures and files of the chat, newest message first. */
export function ChatFiles({ chat: { id, history }, people }: Props) {
  const styles = useStyles()
  const details = useDetailsStyles()
  const times = useTimes()
  const newest = history.messages.findLast(({ media }) => media.length > 0)?.id ?? null
  const { data, isError, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(
    chatFilesQuery(useApi(), id, newest),
  )
  const all = data?.pages.flatMap(({ files }) => files) ?? []
  const pictures = all.filter(({ file }) => isShowable(file))
  const files = all.filter(({ file }) => !isShowable(file))

  // Part of the messages can be without files.
  const isEmptySoFar = all.length === 0 && hasNextPage
  useEffect(() => {
    if (isEmptySoFar && !isFetching && !isError) void fetchNextPage()
  }, [isEmptySoFar, isFetching, isError, fetchNextPage])

  const album = () =>
    pictures.toReversed().map(({ file, sentBy, sentOn }) => ({ file, sentBy: people.get(sentBy)?.name ?? '', sentOn }))

  return (
    <section className={details.section}>
      <h3 className={details.heading}>{DETAILS_TEXTS.files}</h3>
      {all.length > 0 ? (
        <Gallery value={album}>
          {pictures.length > 0 && (
            <ul className={styles.pictures} aria-label={DETAILS_TEXTS.pictures}>
              {pictures.map(({ file, sentOn }) => (
                <li key={file.id} title={times.full(sentOn)}>
                  <MessagePicture file={file} preview={undefined} tile tabIndex={0} />
                </li>
              ))}
            </ul>
          )}
          {files.length > 0 && (
            <ul className={styles.files} aria-label={DETAILS_TEXTS.otherFiles}>
              {files.map(({ file, sentOn }) => (
                <li key={file.id}>
                  <FileLink file={file} note={times.short(sentOn)} tabIndex={0} />
                </li>
              ))}
            </ul>
          )}
        </Gallery>
      ) : isFetching || isEmptySoFar ? (
        <div className={styles.pictures}>
          <VisuallyHidden>{DETAILS_TEXTS.loadingFiles}</VisuallyHidden>
          {[1, 2, 3].map((tile) => (
            <Skeleton key={tile} width="100%" height={`${TILE_PX}px`} />
          ))}
        </div>
      ) : (
        <p className={details.quiet}>{isError ? DETAILS_TEXTS.filesFailed : DETAILS_TEXTS.noFiles}</p>
      )}
      {(hasNextPage || isError) && !isEmptySoFar && (
        <Button
          className={styles.more}
          size="small"
          disabledFocusable={isFetching}
          onClick={() => void fetchNextPage()}
        >
          {isError ? CHAT_TEXTS.retry : DETAILS_TEXTS.showMore}
        </Button>
      )}
    </section>
  )
}
