import { FILE_TEXTS } from './file-texts.ts'
import { endingOf } from './file-type.ts'
import { SENDABLE_ENDINGS, SENDABLE_TYPES } from './sendable-types.ts'

/** Types shared by many kinds of files, which differ only by file extension. */
const GENERIC = /^(application\/(octet-stream|zip|x-cfb|xml)|text\/plain)$/

type Kind = Parameters<typeof FILE_TEXTS.unsendable>[1]

/** Kinds of files, by type or, if that is generic, by ending. The first that matches counts. */
const KINDS: [kind: Kind, type: RegExp, endings: string][] = [
  ['heic', /^image\/hei[cf]/, 'heic heif hif'],
  ['drawing', /^image\/(svg|x-xcf|vnd\.)|dwg|visio/, 'svg svgz psd ai eps xcf dwg dxf vsd vsdx'],
  ['picture', /^image\//, 'webp avif bmp jxl ico cr2 nef arw dng'],
  ['audio', /^audio\//, 'aac flac wma aif aiff caf mid midi'],
  ['video', /^video\/|ms-asf|flash/, 'avi wmv mkv flv ogv'],
  ['spreadsheet', /spreadsheet|ms-excel|numbers|tab-separated/, 'xls xlsx xlsm xlsb xlt xltx ods numbers tsv'],
  [
    'document',
    /wordprocessing|opendocument|presentation|ms-(word|powerpoint)|pages|keynote|epub|mobi|postscript/,
    'doc docx docm dot dotx odt pages wps wpd ppt pptx pptm pps ppsx odp key pub xps epub mobi one eml msg',
  ],
  [
    'program',
    /x-msdownload|x-elf|mach-binary|android|java|diskimage|shortcut|lnk|wasm|\bdeb\b|rpm/,
    'exe msi msix dll com scr bat cmd ps1 vbs js jse wsf sh jar apk app dmg pkg deb rpm lnk iso',
  ],
  ['text', /^text\/|\/xml$/, 'txt text log md html htm xhtml mht mhtml xml json yaml yml'],
  ['archive', /zip|x-tar|rar|7z|x-(xz|compress)|zstd|lz|gzip|cab/, 'zip rar 7z gz tgz tar bz2 xz zst cab'],
]

/** Why a file can't be sent, and what to do instead; null if it can. The type is that of its contents. */
export function unsendable({ fileName, contentType }: { fileName: string; contentType: string }): string | null {
  if (Object.hasOwn(SENDABLE_TYPES, contentType)) return null
  const ending = endingOf(fileName)
  const isGeneric = GENERIC.test(contentType)
  if (isGeneric && SENDABLE_ENDINGS.includes(ending)) return FILE_TEXTS.damaged(fileName)
  const found =
    (isGeneric && KINDS.find(([, , endings]) => endings.split(' ').includes(ending))) ||
    KINDS.find(([, type]) => type.test(contentType))
  return FILE_TEXTS.unsendable(fileName, found?.[0] ?? 'other')
}
