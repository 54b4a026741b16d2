import { isShowable } from '../../media/index.ts'
import type { GalleryPicture } from '../../media/index.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import type { TranscriptRow } from './transcript-rows.ts'

/** The pictures of messages, in their order. */
export function picturesOf(rows: readonly TranscriptRow[]): GalleryPicture[] {
  return rows.flatMap(({ message: { media, sentOn }, mine, author }) => {
    const sentBy = mine ? MESSAGE_TEXTS.you : (author?.name ?? MESSAGE_TEXTS.formerMember)
    return media.filter(isShowable).map((file) => ({ file, sentBy, sentOn }))
  })
}
