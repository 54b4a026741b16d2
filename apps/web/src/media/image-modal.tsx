import { Button, DialogTitle, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { ChevronLeftRegular } from '@fluentui/react-icons/svg/chevron-left'
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { ZoomFitRegular } from '@fluentui/react-icons/svg/zoom-fit'
import { ZoomInRegular } from '@fluentui/react-icons/svg/zoom-in'
import { useRef, useState } from 'react'
import type { JSX, KeyboardEvent } from 'react'
import { isolated } from '../platform/isolated.ts'
import { useTimes } from '../platform/platform-context.tsx'
import { ONE_PANE, useInitialFocus, useModal } from '../ui/index.ts'
import type { ImageModalProps } from './picture.ts'
import { MEDIA_TEXTS } from './media-texts.ts'
import { useSwipe } from './use-swipe.ts'
import { usePictureState, WholePicture } from './whole-picture.tsx'

const useStyles = makeStyles({
  viewer: { display: 'flex', flexDirection: 'column', height: '100%', outlineStyle: 'none' },
  head: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    columnGap: tokens.spacingHorizontalS,
    minHeight: '56px',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  words: { flexGrow: 1, minWidth: 0 },
  title: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  detail: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    // Touch has no tooltip for the rest of the date.
    [`@media ${ONE_PANE}`]: { whiteSpace: 'normal' },
  },
  place: { flexShrink: 0, color: tokens.colorNeutralForeground2, whiteSpace: 'nowrap' },
  stage: {
    position: 'relative',
    flexGrow: 1,
    minHeight: 0,
    display: 'flex',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  arrow: {
    position: 'absolute',
    top: '50%',
    transform: 'translateY(-50%)',
    boxShadow: tokens.shadow8,
    [`@media ${ONE_PANE}`]: { top: 'auto', bottom: tokens.spacingVerticalL, transform: 'none' },
  },
  previous: { left: tokens.spacingHorizontalL },
  next: { right: tokens.spacingHorizontalL },
})

/**
 * A viewer of a chat's pictures that fills the window. Clicking a picture opens it in a new tab, as specified. Arrow keys
 * and swipes lead to the other pictures; in its actual size, the arrow keys scroll the picture.
 */
export function ImageModal({ pictures, at }: ImageModalProps) {
  const styles = useStyles()
  const modal = useModal()
  const times = useTimes()
  const [shown, setShown] = useState(at)
  const [isActualSize, setIsActualSize] = useState(false)
  const [isShrunk, setIsShrunk] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const picture = pictures[shown]
  const [state, become] = usePictureState({ publicLink: picture?.file.publicLink ?? '' })

  useInitialFocus(() => stage.current?.querySelector('a'))

  const show = (to: number) => {
    const next = Math.min(Math.max(to, 0), pictures.length - 1)
    if (next === shown) return
    setShown(next)
    setIsActualSize(false)
    setIsShrunk(false)
  }
  const swipe = useSwipe((steps) => {
    if (!isActualSize) show(shown + steps)
  })
  if (picture === undefined) return null
  const { file, sentBy, sentOn } = picture

  function onKeyDown(event: KeyboardEvent) {
    if (isActualSize) return
    const places = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: pictures.length - 1 }
    const to = places[event.key as keyof typeof places]
    if (to === undefined) return
    event.preventDefault()
    show(to)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of its link and buttons
    <div className={styles.viewer} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <div className={styles.words}>
          <DialogTitle className={styles.title} action={null} title={isolated(file.fileName)}>
            <bdi>{file.fileName}</bdi>
          </DialogTitle>
          <div className={styles.detail}>
            <bdi>{sentBy}</bdi> · <time dateTime={sentOn}>{times.full(sentOn)}</time>
          </div>
        </div>
        {pictures.length > 1 && (
          <output className={styles.place}>{MEDIA_TEXTS.place(shown + 1, pictures.length)}</output>
        )}
        {(isShrunk || isActualSize) && (
          <Button
            appearance="subtle"
            icon={isActualSize ? <ZoomFitRegular /> : <ZoomInRegular />}
            aria-label={isActualSize ? MEDIA_TEXTS.fit : MEDIA_TEXTS.actualSize}
            onClick={() => setIsActualSize(!isActualSize)}
          />
        )}
        <Button
          as="a"
          appearance="subtle"
          icon={<ArrowDownloadRegular />}
          data-tip={MEDIA_TEXTS.download}
          aria-label={MEDIA_TEXTS.downloadFile(file.fileName)}
          href={file.publicLink}
          download={file.fileName}
          target="_blank"
          rel="noreferrer"
        />
        <Button appearance="subtle" icon={<DismissRegular />} aria-label={MEDIA_TEXTS.close} onClick={modal.close} />
      </div>
      <div ref={stage} className={styles.stage} {...swipe}>
        <WholePicture file={file} state={state} become={become} isActualSize={isActualSize} onShrunk={setIsShrunk} />
        {pictures.length > 1 && (
          <>
            <Arrow
              className={mergeClasses(styles.arrow, styles.previous)}
              label={MEDIA_TEXTS.previous}
              icon={<ChevronLeftRegular />}
              isEnd={shown === 0}
              onClick={() => show(shown - 1)}
            />
            <Arrow
              className={mergeClasses(styles.arrow, styles.next)}
              label={MEDIA_TEXTS.next}
              icon={<ChevronRightRegular />}
              isEnd={shown === pictures.length - 1}
              onClick={() => show(shown + 1)}
            />
          </>
        )}
      </div>
    </div>
  )
}

type ArrowProps = { className: string; label: string; icon: JSX.Element; isEnd: boolean; onClick: () => void }

function Arrow({ className, label, icon, isEnd, onClick }: ArrowProps) {
  return (
    <Button
      className={className}
      size="large"
      shape="circular"
      icon={icon}
      aria-label={label}
      disabledFocusable={isEnd}
      onClick={onClick}
    />
  )
}
