import type { File } from '@partyline/contract'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Suspense } from 'react'
import { optionalChunk } from '../platform/chunks.ts'
import { FileLink } from './file-link.tsx'
import { MEDIA_TEXTS } from './media-texts.ts'
import { MessagePicture } from './message-picture.tsx'
import { isContactCard, isPicture, isPlayable, isShowable } from './file-kinds.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'

const Player = lazyComponent(optionalChunk(async () => (await import('./player.tsx')).Player))

const ContactCard = lazyComponent(optionalChunk(async () => (await import('./contact-card.tsx')).ContactCard))

const useStyles = makeStyles({
  pictures: { display: 'flex', flexWrap: 'wrap' },
  /** Tiles of one size, which shrink together if the bubble is narrow. */
  grid: {
    display: 'grid',
    gap: tokens.spacingHorizontalXS,
    gridTemplateColumns: 'repeat(2, minmax(0, 132px))',
  },
  threeColumns: { gridTemplateColumns: 'repeat(3, minmax(0, 132px))' },
})

type Props = {
  media: readonly File[]
  /** Local previews of the pictures, shown until the server's are loaded. */
  previews: readonly string[]
  /** Whether its controls are reachable with Tab. */
  reachable: boolean
}

/** The files of a message: pictures with reserved space, others as links. */
export function MessageMedia({ media, previews, reachable }: Props) {
  const styles = useStyles()
  const pictures = media.filter(isShowable)
  const tabIndex = reachable ? 0 : -1
  const isGrid = pictures.length > 1
  return (
    <>
      {pictures.length > 0 && (
        <div
          className={mergeClasses(styles.pictures, isGrid && styles.grid, isInThree(pictures) && styles.threeColumns)}
        >
          {pictures.map((file, at) => (
            <MessagePicture
              // The file's ID changes when the server has it; its position doesn't.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              file={file}
              preview={previews[at]}
              tile={isGrid}
              tabIndex={tabIndex}
            />
          ))}
        </div>
      )}
      {media
        .filter((file) => !isShowable(file))
        .map((file) => (
          <OtherFile key={file.id} file={file} tabIndex={tabIndex} />
        ))}
    </>
  )
}

/** Two and four pictures are in two columns, others in three. */
function isInThree({ length }: readonly File[]): boolean {
  return length === 3 || length > 4
}

/** A file with its name and size, and a player or contact name if its type has one. */
function OtherFile({ file, tabIndex }: { file: File; tabIndex: number }) {
  const link = <FileLink file={file} note={isPicture(file) ? unshowable(file) : null} tabIndex={tabIndex} />
  if (isContactCard(file)) {
    return (
      <Suspense fallback={link}>
        <ContactCard file={file} tabIndex={tabIndex} />
      </Suspense>
    )
  }
  if (!isPlayable(file)) return link
  return (
    <>
      <Suspense fallback={null}>
        <Player file={file} tabIndex={tabIndex} />
      </Suspense>
      {link}
    </>
  )
}

/** `HEIC picture. Download it to view.` */
function unshowable({ contentType }: File): string {
  const [kind = ''] = contentType.replace('image/', '').split('-')
  return MEDIA_TEXTS.unshowable(kind.toUpperCase())
}
