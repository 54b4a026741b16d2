import type { File } from '@partyline/contract'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Suspense } from 'react'
import { laterExtra, lazyPart } from '../platform/later.ts'
import { FileLink } from './file-link.tsx'
import { MEDIA_TEXTS } from './media-texts.ts'
import { MessagePicture } from './message-picture.tsx'
import { isContactCard, isPicture, isPlayable, isShowable } from './picture.ts'

const Player = lazyPart(laterExtra(async () => (await import('./player.tsx')).Player))

const ContactCard = lazyPart(laterExtra(async () => (await import('./contact-card.tsx')).ContactCard))

const useStyles = makeStyles({
  pictures: { display: 'flex', flexWrap: 'wrap' },
  /** Tiles of one size, which shrink together where the bubble is narrow. */
  grid: {
    display: 'grid',
    gap: tokens.spacingHorizontalXS,
    gridTemplateColumns: 'repeat(2, minmax(0, 132px))',
  },
  threeColumns: { gridTemplateColumns: 'repeat(3, minmax(0, 132px))' },
})

type Props = {
  media: readonly File[]
  /** Links to the same pictures in this browser, shown until the server's are loaded. */
  previews: readonly string[]
  /** Whether its controls are stops of the Tab key. */
  reachable: boolean
}

/** The files of a message: pictures in the room that they will take, others as named links. */
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
              // The file's id changes when the server has it; its place does not.
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

/** Two and four pictures stand in two columns, others in three. */
function isInThree({ length }: readonly File[]): boolean {
  return length === 3 || length > 4
}

/** A file with its name and size, and what else can be done with its kind once the server has it. */
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
