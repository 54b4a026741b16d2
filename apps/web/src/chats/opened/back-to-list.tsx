import { Button } from '@fluentui/react-components'
import { ArrowLeftRegular } from '@fluentui/react-icons/svg/arrow-left'
import { useFrameWidth } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'

/** Back to the list, if one pane is shown at a time. */
export function BackToList({ onBack, className }: { onBack: () => void; className?: string }) {
  if (useFrameWidth() !== 'one') return null
  return (
    <Button
      className={className}
      appearance="subtle"
      icon={<ArrowLeftRegular />}
      aria-label={CHAT_TEXTS.back}
      onClick={onBack}
    />
  )
}
