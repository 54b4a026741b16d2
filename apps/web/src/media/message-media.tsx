import type { File } from '@partyline/contract'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { DocumentRegular } from '@fluentui/react-icons/svg/document'
import { Suspense } from 'react'
import { laterExtra, lazyPart } from '../platform/later.ts'
import { MEDIA_TEXTS } from './media-texts.ts'
import { MessagePicture } from './message-picture.tsx'
import { isPicture, isPlayable } from './picture.ts'

const Player = lazyPart(laterExtra(async () => (await import('./player.tsx')).Player))

const useStyles = makeStyles({
  pictures: { display: 'flex', flexWrap: 'wrap' },
  /** Tiles of one size, which shrink together where the bubble is narrow. */
  grid: {
    display: 'grid',
    gap: tokens.spacingHorizontalXS,
    gridTemplateColumns: 'repeat(2, minmax(0, 132px))',
  },
  threeColumns: { gridTemplateColumns: 'repeat(3, minmax(0, 132px))' },
  file: {
    display: 'inline-flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    maxWidth: '100%',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    overflowWrap: 'anywhere',
    ':hover': { textDecorationLine: 'underline' },
  },
  icon: { flexShrink: 0, fontSize: '20px' },
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
  const pictures = media.filter(isPicture)
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
              pictures={pictures}
              at={at}
              preview={previews[at]}
              tile={isGrid}
              tabIndex={tabIndex}
            />
          ))}
        </div>
      )}
      {media
        .filter((file) => !isPicture(file))
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

/** A file with its name and size; sound and film also with what plays them, once the server has them. */
function OtherFile({ file, tabIndex }: { file: File; tabIndex: number }) {
  const styles = useStyles()
  const link = (
    <a className={styles.file} href={file.publicLink} target="_blank" rel="noreferrer" tabIndex={tabIndex}>
      <DocumentRegular className={styles.icon} aria-hidden />
      {MEDIA_TEXTS.file(file.fileName, file.fileSize)}
    </a>
  )
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
