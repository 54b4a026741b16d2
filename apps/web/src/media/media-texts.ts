export const MEDIA_TEXTS = {
  openInTab: (fileName: string) => `Open ${fileName} in a new tab`,
  hint: 'Click the picture to open it in a new tab.',
  close: 'Close',
  loading: 'Loading the picture',
  failed: 'The picture could not be loaded.',
  retry: 'Retry',
  previous: 'Previous picture',
  next: 'Next picture',
  place: (at: number, count: number) => `${at} of ${count}`,
  play: (fileName: string) => `Play ${fileName}`,
  openPicture: (fileName: string) => `Open picture ${fileName}`,
  file: (fileName: string, size: string) => (size === '' ? fileName : `${fileName} (${size})`),
} as const
