import type { File } from '@partyline/contract'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { loadOnApproach } from '../platform/chunks.ts'
import { onOnline } from '../platform/on-online.ts'
import { imageModal, useOpenPicture } from './gallery.ts'
import { MEDIA_TEXTS } from './media-texts.ts'
import { pictureBox, thumbnailSources, TILE } from './picture.ts'

const useStyles = makeStyles({
  button: {
    display: 'block',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    overflow: 'hidden',
    maxWidth: '100%',
    backgroundColor: tokens.colorNeutralStencil1,
    backgroundSize: 'cover',
    backgroundPosition: 'center',
    color: tokens.colorNeutralForeground1,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase200,
    cursor: 'zoom-in',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  picture: { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
  tile: { width: '100%', aspectRatio: '1' },
})

type Props = {
  file: File
  /** A local preview, shown until the server's picture is loaded. */
  preview: string | undefined
  /** Whether it is one of several of the same size. */
  tile: boolean
  tabIndex: number
}

/** A picture of a message, which opens in the viewer. A failed one is retried when the network is back. */
export function MessagePicture({ file, preview, tile, tabIndex }: Props) {
  const styles = useStyles()
  const [failed, setFailed] = useState(false)
  const open = useOpenPicture()

  useEffect(() => {
    if (!failed) return undefined
    return onOnline(() => setFailed(false))
  }, [failed])

  const says = failed && !preview ? MEDIA_TEXTS.failed : null
  const box = tile ? null : pictureBox(file)
  return (
    <button
      type="button"
      className={mergeClasses(styles.button, tile && styles.tile)}
      style={{
        ...(box && { width: box.width, aspectRatio: `${box.width} / ${box.height}` }),
        ...(preview && { backgroundImage: `url("${preview}")` }),
      }}
      tabIndex={tabIndex}
      aria-label={MEDIA_TEXTS.openPicture(file.fileName) + (says === null ? '' : `. ${says}`)}
      onClick={() => open(file)}
      {...loadOnApproach(imageModal.load)}
    >
      {failed ? (
        says
      ) : (
        <img
          className={styles.picture}
          {...thumbnailSources(file, box ?? TILE)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      )}
    </button>
  )
}
