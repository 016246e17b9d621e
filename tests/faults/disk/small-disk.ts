import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A disk of its own: an ext4 file system in a file, of which all belongs to whoever writes. */
export type SmallDisk = {
  folder: string
  /** Bytes that may still be written. */
  room(): number
  /** Leaves no byte; what others give back meanwhile is taken as well, until `free`. */
  fill(): void
  free(): void
  readOnly(is: boolean): void
  /** No write comes to its end while it is frozen; reads do. */
  freeze(is: boolean): void
  stop(): void
}

const programs = { 'mkfs.ext4': 'e2fsprogs', mount: 'mount', fsfreeze: 'util-linux', fallocate: 'util-linux' }

/** What is lacking here to make such a disk, in words. */
export function missingForDisks(): string[] {
  const missing = Object.entries(programs)
    .filter(([program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
    .map(([program, name]) => `${program} is not installed (Debian: apt-get install ${name})`)
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    missing.push('only root on Linux may mount a disk of its own')
  return missing
}

/** Makes a disk of so many megabytes in `home`. @throws where it may not be mounted */
export function openSmallDisk(home: string, megabytes: number): SmallDisk {
  const image = join(home, 'disk.img')
  const folder = join(home, 'disk')
  const ballast = join(folder, 'ballast')
  mkdirSync(folder)
  closeSync(openSync(image, 'w'))
  truncateSync(image, megabytes * 1024 * 1024)
  const run = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: 'pipe' })
  run('mkfs.ext4', '-q', '-m', '0', image)
  run('mount', '-o', 'loop', image, folder)
  const room = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  let filling: NodeJS.Timeout | undefined
  const takeRest = () => {
    const file = openSync(ballast, 'a')
    try {
      for (;;) writeSync(file, Buffer.alloc(4096))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    } finally {
      closeSync(file)
    }
  }
  const free = () => {
    clearInterval(filling)
    rmSync(ballast, { force: true })
  }
  return {
    folder,
    room,
    fill() {
      spawnSync('fallocate', ['-l', String(room()), ballast])
      takeRest()
      filling = setInterval(takeRest, 100)
    },
    free,
    readOnly: (is) => void run('mount', '-o', `remount,${is ? 'ro' : 'rw'}`, folder),
    freeze: (is) => void run('fsfreeze', is ? '-f' : '-u', folder),
    stop() {
      clearInterval(filling)
      spawnSync('fsfreeze', ['-u', folder])
      run('umount', folder)
    },
  }
}
