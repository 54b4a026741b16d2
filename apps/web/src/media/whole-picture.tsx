import type { File } from '@partyline/contract'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ImageOffRegular } from '@fluentui/react-icons/svg/image-off'
import { useEffect, useRef, useState } from 'react'
import { BusyRing, EmptyState, VisuallyHidden } from '../ui/index.ts'
import { MEDIA_TEXTS } from './media-texts.ts'

const useStyles = makeStyles({
  link: {
    position: 'absolute',
    inset: 0,
    display: 'flex',
    overflow: 'hidden',
    outlineStyle: 'none',
    // Only the picture takes clicks, not the space around it.
    pointerEvents: 'none',
    ':focus-visible::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      border: `2px solid ${tokens.colorStrokeFocus2}`,
    },
  },
  scrolling: { overflow: 'auto', pointerEvents: 'auto' },
  picture: {
    margin: 'auto',
    width: 'auto',
    maxWidth: '100%',
    height: 'auto',
    maxHeight: '100%',
    pointerEvents: 'auto',
    cursor: 'pointer',
  },
  actualSize: { maxWidth: 'none', maxHeight: 'none' },
  loading: { position: 'absolute', inset: 0, display: 'flex', alignItems: 'center', justifyContent: 'center' },
  failed: { display: 'flex', flexGrow: 1 },
})

type State = 'loading' | 'shown' | 'failed'

/** Load state; resets when the URL changes. */
export function usePictureState({ publicLink }: Pick<File, 'publicLink'>): [State, (next: State) => void] {
  const [last, setLast] = useState<{ of: string; state: State }>({ of: publicLink, state: 'loading' })
  return [last.of === publicLink ? last.state : 'loading', (state) => setLast({ of: publicLink, state })]
}

type Props = {
  file: File
  state: State
  become: (next: State) => void
  /** Whether it is shown at its own size, with scroll bars, instead of fitted into the window. */
  isActualSize: boolean
  /** Reports whether the picture was reduced to fit. */
  onShrunk: (isShrunk: boolean) => void
}

/** A picture as large as the space allows, as a link to itself, in its states loading, shown, and failed. */
export function WholePicture({ file, state, become, isActualSize, onShrunk }: Props) {
  const styles = useStyles()
  const { publicLink, fileName, width, height } = file
  const link = useRef<HTMLAnchorElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  const isFailed = state === 'failed'

  // The link and the retry button replace each other.
  useEffect(() => {
    if (hadFocus.current) (isFailed ? alert.current?.querySelector('button') : link.current)?.focus()
  }, [isFailed])

  function fail() {
    hadFocus.current = document.activeElement === link.current
    become('failed')
  }

  function tryAgain() {
    hadFocus.current = true
    become('loading')
  }

  if (isFailed) {
    return (
      <div ref={alert} className={styles.failed} role="alert">
        <EmptyState
          icon={<ImageOffRegular />}
          title={MEDIA_TEXTS.failed}
          action={{ label: MEDIA_TEXTS.retry, onClick: tryAgain }}
        />
      </div>
    )
  }
  return (
    <a
      ref={link}
      className={mergeClasses(styles.link, isActualSize && styles.scrolling)}
      href={publicLink}
      target="_blank"
      rel="noreferrer"
      aria-label={MEDIA_TEXTS.openInTab(fileName)}
      draggable={false}
    >
      {/* A new element for each picture, so that the previous one doesn't stay; the link keeps the focus. */}
      <img
        key={publicLink}
        className={mergeClasses(styles.picture, isActualSize && styles.actualSize)}
        src={publicLink}
        alt=""
        width={width ?? undefined}
        height={height ?? undefined}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight, clientWidth, clientHeight } }) => {
          become('shown')
          onShrunk(naturalWidth > clientWidth || naturalHeight > clientHeight)
        }}
        onError={fail}
      />
      {state === 'loading' && (
        <span className={styles.loading}>
          <BusyRing />
          <VisuallyHidden>{MEDIA_TEXTS.loading}</VisuallyHidden>
        </span>
      )}
    </a>
  )
}
