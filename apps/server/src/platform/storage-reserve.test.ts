import { statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasSmallDisks, mountSmallDisk } from '../../tests/small-disk.ts'
import { until } from '../../tests/until.ts'
import { holdReserve } from './storage-reserve.ts'

const MB = 2 ** 20

describe.runIf(hasSmallDisks)('the reserve of the embedded database', () => {
  function open(sizeMb: number) {
    const disk = mountSmallDisk(sizeMb)
    onTestFinished(() => disk.remove())
    const file = path.join(disk.folder, 'reserve')
    const changes: boolean[] = []
    const hold = () => {
      const reserve = holdReserve(file, (isFull) => changes.push(isFull))
      onTestFinished(() => reserve.close())
      return reserve
    }
    return { disk, changes, hold, size: () => statSync(file).size }
  }

  test('is released a megabyte at a time, and refilled when there is enough space', async () => {
    const { disk, changes, hold, size } = open(80)
    const reserve = hold()
    expect([size(), changes]).toEqual([32 * MB, []])
    disk.fill()
    expect([reserve.release(), reserve.release(), size(), changes]).toEqual([true, true, 30 * MB, [true]])
    disk.fill()
    disk.fill(10)
    const other = hold()
    expect([size(), changes]).toEqual([30 * MB, [true, true]])
    disk.fill(30)
    await until(async () => changes.length === 4)
    expect([size(), changes]).toEqual([32 * MB, [true, true, false, false]])
    expect(other.release()).toBe(true)
  })

  test('cannot be released if it is used up', () => {
    const { disk, changes, hold } = open(40)
    disk.fill(4)
    const reserve = hold()
    expect([reserve.release(), changes]).toEqual([false, [true]])
  })
})
