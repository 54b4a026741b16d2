import type { File } from '@partyline/contract'
import { makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { MEDIA_TEXTS } from './media-texts.ts'

const useStyles = makeStyles({
  sound: { width: '280px', maxWidth: '100%', height: '40px' },
  note: { margin: `0 0 ${tokens.spacingVerticalXS}`, color: 'inherit', fontSize: tokens.fontSizeBase200 },
  film: { width: '300px', maxWidth: '100%', maxHeight: '320px', borderRadius: tokens.borderRadiusLarge },
})

/** Plays audio and video. If the browser can't play the file, the link remains. */
export function Player({ file, tabIndex }: { file: File; tabIndex: number }) {
  const styles = useStyles()
  const [canPlay, setCanPlay] = useState(() => document.createElement('video').canPlayType(file.contentType) !== '')
  const isFilm = file.contentType.startsWith('video/')
  if (!canPlay) {
    return <p className={styles.note}>{isFilm ? MEDIA_TEXTS.unplayableFilm : MEDIA_TEXTS.unplayable}</p>
  }
  const Element = isFilm ? 'video' : 'audio'
  return (
    <Element
      className={isFilm ? styles.film : styles.sound}
      src={file.publicLink}
      controls
      // Load nothing before it is played, except the metadata of a video, for its size.
      preload={isFilm ? 'metadata' : 'none'}
      aria-label={MEDIA_TEXTS.play(file.fileName)}
      tabIndex={tabIndex}
      onError={() => setCanPlay(false)}
    />
  )
}
