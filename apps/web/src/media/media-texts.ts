import { isolated } from '../platform/isolated.ts'

export const MEDIA_TEXTS = {
  openInTab: (fileName: string) => `Open ${isolated(fileName)} in a new tab`,
  actualSize: 'Actual size',
  fit: 'Fit to window',
  download: 'Download',
  downloadFile: (fileName: string) => `Download ${isolated(fileName)}`,
  close: 'Close',
  loading: 'Loading picture',
  failed: 'The picture couldn’t be loaded.',
  retry: 'Try again',
  previous: 'Previous picture',
  next: 'Next picture',
  place: (at: number, count: number) => `${at} of ${count}`,
  play: (fileName: string) => `Play ${isolated(fileName)}`,
  openPicture: (fileName: string) => `Open picture ${isolated(fileName)}`,
  unshowable: (kind: string) => `${kind} picture. Download it to view.`,
  unplayable: "This browser can't play it. Download it to listen.",
  unplayableFilm: "This browser can't play it. Download it to watch.",
  contactCard: (file: string) => `Contact card · ${file}`,
  file: (fileName: string, size: string) => (size === '' ? fileName : `${isolated(fileName)} (${size})`),
} as const
