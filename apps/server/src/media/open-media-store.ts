import type { Clock, Config, Outside } from '../platform/index.ts'
import { openMediaBucket } from './media-bucket.ts'
import { openMediaFolder } from './media-folder.ts'
import type { MediaStore } from './media-store.ts'

/** The bucket of MEDIA_URL, or a folder in DATA_DIR. */
export function openMediaStore(parts: { config: Config; outside: Outside; clock: Clock }): MediaStore {
  const { MEDIA_URL: mediaUrl, DATA_DIR: dataDir } = parts.config
  return mediaUrl ? openMediaBucket({ ...parts, mediaUrl }) : openMediaFolder(dataDir)
}
