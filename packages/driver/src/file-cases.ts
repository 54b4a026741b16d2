import { FILE_TEXTS } from '@partyline/contract'

/** A file as a person's system hands it over, and what becomes of it: its type, or why it is refused. */
export type FileCase = { fileName: string; declared: string; bytes: Uint8Array; type?: string; problem?: string }

const encoder = new TextEncoder()
const fromBase64 = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))
/** Text, with bytes up to 0xFF. */
const raw = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const text = (words: string) => encoder.encode(words)
const padded = (start: string, length = 256) => raw(start.padEnd(length, '\0'))
const utf16 = (words: string, mark = '\uFEFF') => new Uint8Array(Buffer.from(mark + words, 'utf16le'))

const JPEG = fromBase64(
  '/9j/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl' +
    '+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAACAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAA' +
    'AAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCcAiN//9k=',
)
const PNG = fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQImWNgaGgAIQgFABoOBAF5E+7/AAAAAElFTkSuQmCC',
)
const GIF = fromBase64('R0lGODlhAgACAIAAAExpcQCAgCH5BAUAAAAALAAAAAACAAIAAAICjFMAOw==')
const WEBP = fromBase64('UklGRjgAAABXRUJQVlA4ICwAAACQAQCdASoCAAIAAUAmJaACdLoAA5gA/vBTH+j64RZGX/7Gb/56P/z0f6hgAA==')
const AVIF = padded('\0\0\0\x1Cftypavif\0\0\0\0mif1avif')
const HEIC = padded('\0\0\0\x18ftypheic\0\0\0\0mif1heic')
const film = (brand: string) => padded(`\0\0\0\x18ftyp${brand}\0\0\x02\0${brand}isom`)
const WAV = padded('RIFF\xF8\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0')
const MP3 = padded('ID3\x04\0\0\0\0\0\0\xFF\xFB\x90\x00')
const PDF = raw('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n%%EOF')
const RTF = raw('{\\rtf1\\ansi Dear Ann\\par}')
const CARD = text('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann Lee\r\nEND:VCARD\r\n')
const EVENT = text('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n')
const LIST = text('Name,Phone\r\nAnn,(202) 555-0142\r\n')
const EXE = padded('MZ\x90\0\x03\0\0\0')
const OLD_OFFICE = padded('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1', 512)
const PAGE = text('<!DOCTYPE html><html><body>Rent</body></html>')

/** A ZIP archive of files without contents. */
function zip(...names: string[]): Uint8Array {
  const entries = names.map(
    (name) => `PK\x03\x04\x0A${'\0'.repeat(21)}${String.fromCodePoint(name.length)}\0\0\0${name}`,
  )
  return raw(`${entries.join('')}PK\x05\x06${'\0'.repeat(18)}`)
}

const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const EXCEL_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function sent(fileName: string, declared: string, bytes: Uint8Array, type: string): FileCase {
  return { fileName, declared, bytes, type }
}
function refused(kind: Parameters<typeof FILE_TEXTS.unsendable>[1]) {
  return (fileName: string, declared: string, bytes: Uint8Array): FileCase => {
    return { fileName, declared, bytes, problem: FILE_TEXTS.unsendable(fileName, kind) }
  }
}
function damaged(fileName: string, declared: string, bytes: Uint8Array): FileCase {
  return { fileName, declared, bytes, problem: FILE_TEXTS.damaged(fileName) }
}

/** Types that systems declare for files, from public bug reports. */
export const FILE_CASES: readonly FileCase[] = [
  sent('list.csv', 'application/vnd.ms-excel', LIST, 'text/csv'),
  sent('list.csv', 'text/plain', LIST, 'text/csv'),
  sent('list.csv', 'application/csv', LIST, 'text/csv'),
  sent('list.csv', '', LIST, 'text/csv'),
  sent('LIST.CSV', 'application/octet-stream', LIST, 'text/csv'),
  sent('windows-1252.csv', 'application/vnd.ms-excel', raw('Name\r\nJos\xE9\r\n'), 'text/csv'),
  sent('unicode.csv', 'text/csv', utf16('Name\r\nJosé\r\n'), 'text/csv'),
  sent('unicode-without-mark.csv', 'text/csv', utf16('Name\r\nAnn\r\n', ''), 'text/csv'),
  sent('with-mark.csv', 'text/csv', text('\uFEFFName\r\nJosé\r\n'), 'text/csv'),
  sent('cars.csv', 'application/vnd.ms-excel', text('BMW,X5\r\n'), 'text/csv'),
  sent('names.csv', 'text/csv', text('MZ,Miller\r\n'), 'text/csv'),
  sent('letter.rtf', 'text/rtf', RTF, 'application/rtf'),
  sent('letter.rtf', 'application/msword', RTF, 'application/rtf'),
  sent('letter.rtf', '', RTF, 'application/rtf'),
  sent('offer.pdf', 'application/octet-stream', PDF, 'application/pdf'),
  sent('offer.pdf', '', PDF, 'application/pdf'),
  sent('offer.pdf', 'application/x-pdf', PDF, 'application/pdf'),
  sent('offer.pdf', 'application/force-download', PDF, 'application/pdf'),
  sent('scanned.pdf', 'application/pdf', raw('\n\x01%PDF-1.4\n%%EOF'), 'application/pdf'),
  sent('offer', '', PDF, 'application/pdf'),
  sent('door.jpg', 'image/jpg', JPEG, 'image/jpeg'),
  sent('door.jpeg', 'image/pjpeg', JPEG, 'image/jpeg'),
  sent('door.jfif', '', JPEG, 'image/jpeg'),
  sent('door', 'application/octet-stream', JPEG, 'image/jpeg'),
  sent('plan.png', 'image/x-png', PNG, 'image/png'),
  sent('plan.jpg', 'image/jpeg', PNG, 'image/png'),
  sent('wave.gif', 'application/octet-stream', GIF, 'image/gif'),
  sent('voice.wav', 'audio/x-wav', WAV, 'audio/wav'),
  sent('voice.wav', 'audio/wave', WAV, 'audio/wav'),
  sent('song.mp3', 'audio/mp3', MP3, 'audio/mpeg'),
  sent('song.mp3', 'audio/x-mpeg-3', MP3, 'audio/mpeg'),
  sent('voice.m4a', 'audio/x-m4a', film('M4A '), 'audio/x-m4a'),
  sent('recorder.m4a', 'audio/mp4', film('mp42'), 'audio/mp4'),
  sent('visit.m4v', 'video/x-m4v', film('M4V '), 'video/x-m4v'),
  sent('visit.mp4', 'application/mp4', film('mp42'), 'video/mp4'),
  sent('visit.mov', 'video/quicktime', film('qt  '), 'video/quicktime'),
  sent('old.3gp', 'video/3gp', film('3gp4'), 'video/3gpp'),
  sent('voice.amr', 'audio/AMR-NB', padded('#!AMR\n\x3C\0'), 'audio/amr'),
  sent('card.vcf', 'text/x-vcard', CARD, 'text/vcard'),
  sent('card.vcf', 'text/directory', CARD, 'text/vcard'),
  sent('card.vcf', 'application/octet-stream', CARD, 'text/vcard'),
  sent('card.vcard', '', CARD, 'text/vcard'),
  sent('card', '', text('\uFEFF\r\nbegin:vcard\r\nend:vcard'), 'text/vcard'),
  sent('visit.ics', 'application/ics', EVENT, 'text/calendar'),
  sent('visit.ics', '', EVENT, 'text/calendar'),

  refused('heic')('IMG_0001.HEIC', 'image/heic', HEIC),
  refused('heic')('IMG_0002.heic', '', HEIC),
  refused('heic')('IMG_0003.jpg', 'image/jpeg', HEIC),
  refused('picture')('sticker.webp', 'image/webp', WEBP),
  refused('picture')('photo.avif', 'image/avif', AVIF),
  refused('picture')('saved.jpg', 'image/jpeg', WEBP),
  refused('picture')('scan.bmp', 'image/bmp', padded('BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0')),
  refused('drawing')('logo.svg', 'image/svg+xml', text('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  refused('drawing')('logo.svg', '', text('<?xml version="1.0"?><!-- drawn --><svg/>')),
  refused('document')('plan.docx', WORD_TYPE, zip('[Content_Types].xml', 'word/document.xml')),
  refused('document')('plan.docx', '', zip('a')),
  refused('document')('plan.doc', 'application/msword', OLD_OFFICE),
  refused('document')('plan.pages', 'application/x-iwork-pages-sffpages', zip('Index/Document.iwa')),
  refused('document')('mail.eml', 'message/rfc822', text('From: ann@example.com\r\n\r\nHello')),
  refused('spreadsheet')('list.xlsx', EXCEL_TYPE, zip('[Content_Types].xml', 'xl/workbook.xml')),
  refused('spreadsheet')('list.xls', 'application/vnd.ms-excel', OLD_OFFICE),
  refused('spreadsheet')('list.tsv', 'text/tab-separated-values', text('Name\tPhone')),
  refused('text')('page.html', 'text/html', PAGE),
  refused('text')('export.csv', 'text/csv', PAGE),
  refused('text')('notes.txt', 'text/plain', text('Bring the keys.')),
  refused('text')('notes.md', '', text('# Keys')),
  refused('archive')('files.zip', 'application/x-zip-compressed', zip('a.txt')),
  refused('archive')('files.rar', '', padded('Rar!\x1A\x07\x01\0')),
  refused('program')('setup.exe', 'application/x-msdownload', EXE),
  refused('program')('door.jpg', 'image/jpeg', EXE),
  refused('program')('invoice.pdf', 'application/pdf', EXE),
  refused('program')('run.bat', '', text('@echo off')),
  refused('program')('page.js', 'text/javascript', text('alert(1)')),
  refused('audio')('song.flac', 'audio/flac', padded('fLaC\0\0\0\x22')),
  refused('video')('film.mkv', 'video/x-matroska', fromBase64('GkXfo0WGgQBC94EBQvKBBEKEiG1hdHJvc2thQoeBBEKFgQI=')),
  refused('other')('data.bin', '', padded('\x01\x02\x03\x04')),
  refused('other')('README', '', padded('\x01\x02\x03\x04')),
  damaged('door.jpg', 'image/jpeg', text('no picture')),
  damaged('door.png', 'image/png', raw('\x89PNG\r\n\x1A\n')),
  damaged('offer.pdf', 'application/pdf', text('xxxxxxxx')),
  damaged('photos.jpg', 'image/jpeg', zip('a.jpg')),
  damaged('list.csv', 'text/csv', padded('\x01\x02\x03\x04')),
  { fileName: 'list.csv', declared: 'text/csv', bytes: raw(''), problem: FILE_TEXTS.empty('list.csv') },
]
