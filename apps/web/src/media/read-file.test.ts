import { FILE_CASES } from '@partyline/driver'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkFile } from './read-file.ts'

test.each(FILE_CASES)('$fileName as $declared', async ({ fileName, declared, bytes, type, problem = null }) => {
  const checked = await checkFile(new File([bytes as Uint8Array<ArrayBuffer>], fileName, { type: declared }))
  expect(checked.problem).toBe(problem)
  expect(problem === null ? checked.file.type : undefined).toBe(type)
  expect(checked.file.name).toBe(fileName)
})

test('a folder, or a file that is gone, is refused', async () => {
  const gone = Object.assign(new File(['x'], 'Photos'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  })
  expect((await checkFile(gone)).problem).toBe('“Photos” can’t be opened. If it is a folder, attach the files in it.')
})

test('a HEIC picture becomes a JPEG in a browser that can read it', async () => {
  const heic = FILE_CASES.find(({ fileName }) => fileName === 'IMG_0001.HEIC')
  const sizes: number[] = []
  class Canvas {
    constructor(width: number, height: number) {
      sizes.push(width, height)
    }
    getContext = () => ({ drawImage: () => {} })
    convertToBlob = async ({ type }: { type: string }) => new Blob(['jpeg'], { type })
  }
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4032, height: 3024 }))
  vi.stubGlobal('OffscreenCanvas', Canvas)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { file, problem } = await checkFile(new File([heic?.bytes as Uint8Array<ArrayBuffer>], 'IMG_0001.HEIC'))
  expect({ name: file.name, type: file.type, problem }).toEqual({
    name: 'IMG_0001.jpg',
    type: 'image/jpeg',
    problem: null,
  })
  expect(sizes).toEqual([2560, 1920])
})
