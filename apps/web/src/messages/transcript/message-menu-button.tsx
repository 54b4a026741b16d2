import { optionalChunk } from '../../platform/chunks.ts'
import { lazyMenuButton } from './menu-button.tsx'

/** The button of a message's menu. */
export const MessageMenuButton = lazyMenuButton(
  optionalChunk(async () => (await import('./message-menu.tsx')).MessageMenu),
)
