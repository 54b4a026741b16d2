import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isStorageFull } from '../src/platform/index.ts'

/** A disk of the test's own, so that it can be filled. */
export type SmallDisk = {
  folder: string
  /** Takes all space but `leaveMb`, as a log file that grows would. */
  fill(leaveMb?: number): void
  /** Gives it back. */
  empty(): void
  remove(): void
}

/** Mounting needs root, and a container may not allow it even so. */
export const hasSmallDisks = process.getuid?.() === 0 && canMount()

export function mountSmallDisk(
  sizeMb: number,
  folder = mkdtempSync(path.join(tmpdir(), 'partyline-disk-')),
): SmallDisk {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0755`, 'tmpfs', folder])
  const filler = path.join(folder, 'filler')
  return {
    folder,
    fill(leaveMb = 0) {
      writeUntilFull(filler, [2 ** 20, 4096])
      if (leaveMb > 0) execFileSync('truncate', ['-s', `-${leaveMb}M`, filler])
    },
    empty: () => rmSync(filler, { force: true }),
    remove() {
      // A process that still has a file open there, such as a killed server, must not fail the test.
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function writeUntilFull(file: string, sizes: readonly number[]) {
  const fd = openSync(file, 'a')
  for (const size of sizes) {
    try {
      for (;;) writeSync(fd, Buffer.alloc(size))
    } catch (error) {
      if (!isStorageFull(error)) throw error
    }
  }
  closeSync(fd)
}

function canMount(): boolean {
  try {
    mountSmallDisk(1).remove()
    return true
  } catch {
    return false
  }
}
