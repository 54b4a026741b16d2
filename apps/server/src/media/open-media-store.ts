import { AppError, isStorageFull } from '../platform/index.ts'
import type { Clock, Config, Outside, StorageWatch } from '../platform/index.ts'
import { openMediaBucket } from './media-bucket.ts'
import { openMediaFolder } from './media-folder.ts'
import type { MediaStore } from './media-store.ts'

/** The bucket of MEDIA_URL, or a folder in DATA_DIR. */
export function openMediaStore(parts: { config: Config; outside: Outside; clock: Clock }): MediaStore {
  const { MEDIA_URL: mediaUrl, DATA_DIR: dataDir } = parts.config
  return mediaUrl ? openMediaBucket({ ...parts, mediaUrl }) : openMediaFolder(dataDir)
}

/** The store, whose full disk is an answer to the caller and known to the watch. */
export function watchMediaStore(store: MediaStore, watch: Pick<StorageWatch, 'noteFull'>): MediaStore {
  return {
    ...store,
    async write(key, bytes) {
      try {
        await store.write(key, bytes)
      } catch (error) {
        if (!isStorageFull(error)) throw error
        watch.noteFull('media', () => store.check())
        throw new AppError('storage-full', { cause: error })
      }
    },
  }
}
