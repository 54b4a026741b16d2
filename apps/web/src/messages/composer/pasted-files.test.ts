import { expect, test } from 'vitest'
import { pastedFiles } from './pasted-files.ts'

const PNG = 'image/png'
const CELLS = '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>Rent</td></tr></table></html>'
const PARAGRAPH = '<html xmlns:w="urn:schemas-microsoft-com:office:word"><p class=MsoNormal>Dear Ann</p></html>'

type Row = [what: string, data: { text?: string; html?: string; files: [name: string, type: string][] }, kept: string[]]

/** Clipboard contents of applications, from public bug reports. */
const ROWS: Row[] = [
  ['cells from Excel', { text: 'Rent\t1,200\r\n', html: CELLS, files: [['image.png', PNG]] }, []],
  ['cells from LibreOffice', { text: 'Rent\n', html: '<table>', files: [['image.png', PNG]] }, []],
  ['a cell that is called image', { text: 'image', html: CELLS, files: [['image.png', PNG]] }, []],
  ['a paragraph from Word', { text: 'Dear Ann', html: PARAGRAPH, files: [['image.png', PNG]] }, []],
  ['a paragraph with a picture', { text: 'Ann', html: '<p>Ann<img src="x">', files: [['image.png', PNG]] }, []],
  [
    'a link from Word',
    { text: 'https://a.example', html: '<a href="https://a.example">', files: [['i.png', PNG]] },
    [],
  ],
  ['words from OneNote, without HTML', { text: 'To do', files: [['image.png', PNG]] }, []],
  [
    'words and a TIFF from Word for Mac',
    { text: 'Dear Ann', html: PARAGRAPH, files: [['image.tiff', 'image/tiff']] },
    [],
  ],
  ['slides from PowerPoint', { text: 'Slide 1', html: '<div>', files: [['image.png', PNG]] }, []],
  ['text alone', { text: 'Hello', files: [] }, []],
  ['a screenshot', { files: [['image.png', PNG]] }, ['image.png']],
  ['a chart from Excel', { html: '<html><img src="file:///c.png"></html>', files: [['c.png', PNG]] }, ['c.png']],
  ['an empty cell', { text: '\r\n', html: CELLS, files: [['image.png', PNG]] }, ['image.png']],
  [
    'a picture of a page in Chrome',
    { html: '<img src="https://a.example/a.png">', files: [['a.png', PNG]] },
    ['a.png'],
  ],
  [
    'a picture of a page in Safari, with its address',
    { text: 'https://a.example/?a=1&b=2', html: '<img src="https://a.example/?a=1&amp;b=2">', files: [['a.png', PNG]] },
    ['a.png'],
  ],
  ['a picture from Explorer', { files: [['door.jpg', 'image/jpeg']] }, ['door.jpg']],
  ['a picture from Finder', { text: 'door.jpg', files: [['door.jpg', 'image/jpeg']] }, ['door.jpg']],
  ['a picture from Finder without its ending', { text: 'door', files: [['door.jpg', 'image/jpeg']] }, ['door.jpg']],
  [
    'two from Finder',
    {
      text: 'a.png\rb.png',
      files: [
        ['a.png', PNG],
        ['b.png', PNG],
      ],
    },
    ['a.png', 'b.png'],
  ],
  ['a path from a Linux desktop', { text: '/home/ann/a.png', files: [['a.png', PNG]] }, ['a.png']],
  ['an address from a Linux desktop', { text: 'file:///home/my%20a.png', files: [['my a.png', PNG]] }, ['my a.png']],
  ['a path from Windows', { text: 'C:\\Pictures\\a.png', files: [['a.png', PNG]] }, ['a.png']],
  ['a PDF with words', { text: 'See the offer', html: '<p>', files: [['o.pdf', 'application/pdf']] }, ['o.pdf']],
]

test.each(ROWS)('%s', (_, { text = '', html = '', files }, kept) => {
  const clipboard = {
    files: files.map(([name, type]) => new File(['x'], name, { type })),
    getData: (format: string) => (format === 'text/plain' ? text : format === 'text/html' ? html : ''),
  }
  expect(pastedFiles(clipboard).map(({ name }) => name)).toEqual(kept)
})
