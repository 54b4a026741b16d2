import type { File } from '@partyline/contract'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ChevronLeftRegular } from '@fluentui/react-icons/svg/chevron-left'
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { ModalBody, useModal } from '../ui/index.ts'
import { MEDIA_TEXTS } from './media-texts.ts'
import { usePictureState, WholePicture } from './whole-picture.tsx'

/** The pictures of a message, and the place of the one that is shown first. */
export type ImageModalProps = { pictures: readonly File[]; at: number }

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalM },
  foot: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  hint: { flexGrow: 1 },
})

/**
 * Shows a picture; clicking opens it in a new tab. Section 2 of the specification. Of several pictures of a message,
 * buttons and the arrow keys lead to the others.
 */
export function ImageModal({ pictures, at }: ImageModalProps) {
  const styles = useStyles()
  const modal = useModal()
  const [shown, setShown] = useState(at)
  const file = pictures[shown]
  const [state, become] = usePictureState({ publicLink: file?.publicLink ?? '' })
  if (file === undefined) return null
  const show = (to: number) => setShown(Math.min(Math.max(to, 0), pictures.length - 1))

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowLeft') show(shown - 1)
    else if (key === 'ArrowRight') show(shown + 1)
    else if (key === 'Home') show(0)
    else if (key === 'End') show(pictures.length - 1)
  }

  return (
    <ModalBody title={file.fileName} actions={<Button onClick={modal.close}>{MEDIA_TEXTS.close}</Button>}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of its link and buttons */}
      <div className={styles.content} onKeyDown={onKeyDown}>
        <WholePicture file={file} state={state} become={become} />
        <div className={styles.foot}>
          <span className={styles.hint}>{state === 'failed' ? null : MEDIA_TEXTS.hint}</span>
          {pictures.length > 1 && (
            <>
              <Button
                appearance="subtle"
                icon={<ChevronLeftRegular />}
                aria-label={MEDIA_TEXTS.previous}
                disabledFocusable={shown === 0}
                onClick={() => show(shown - 1)}
              />
              <output>{MEDIA_TEXTS.place(shown + 1, pictures.length)}</output>
              <Button
                appearance="subtle"
                icon={<ChevronRightRegular />}
                aria-label={MEDIA_TEXTS.next}
                disabledFocusable={shown === pictures.length - 1}
                onClick={() => show(shown + 1)}
              />
            </>
          )}
        </div>
      </div>
    </ModalBody>
  )
}
