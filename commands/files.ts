import { readEnv } from '#app/platform/env.ts'
import { type FilePlaces, openFilePlaces } from '#app/platform/file-places.ts'
import { compareFiles, moveFiles } from '#app/platform/move-files.ts'
import { withProgress } from '#app/platform/progress.mjs'
import { StartFault } from '#app/platform/start-fault.ts'
import { defineCommand, refuse } from './command.ts'

const places = ['disk', 'store'] as const
type Place = (typeof places)[number]

/** So many names of files are printed; the rest are counted. */
const shown = 20

/** The shop's files between the disk and the store: moved while it runs, and compared (docs/file-store.md). */
export const filesBetween = defineCommand({
  name: 'files',
  usage: `npm run files -- check                              compares disk and store file by file, and changes nothing
npm run files -- move --to store [--remove-extra]   copies every file to the store, while the shop runs with FILES_IN=disk,store
npm run files -- move --to disk [--remove-extra]    the way back, while it runs with FILES_IN=store,disk
A move takes nothing away from where it comes from, and goes on where it was when it is typed again.
--remove-extra: takes away what lies in the place moved to alone.`,
  options: { to: { type: 'string' }, 'remove-extra': { type: 'boolean' } },
  actions: { check: [], move: ['to', 'remove-extra'] },
  read: ([what, ...more], { to, 'remove-extra': removeExtra = false }) => {
    if (more.length > 0) return null
    if (what === 'check') return { what, removeExtra } as const
    const place = places.find((known) => known === to) ?? refuse('--to takes "store" or "disk"')
    return { what: 'move', to: place, removeExtra } as const
  },
  run: async (wanted, { env: source, say }) => {
    const env = readEnv(source)
    const { disk, store } = await openFilePlaces(env)
    if (store === null) throw new StartFault('There is no store: set S3_BUCKET and what goes with it.')
    try {
      const open: FilePlaces & { store: typeof store } = { disk, store }
      const readsDisk = env.FILES_IN.startsWith('disk')
      if (wanted.what === 'check') return await check(open, readsDisk ? 'disk' : 'store', say)
      const needed = wanted.to === 'store' ? 'disk,store' : 'store,disk'
      if (env.FILES_IN !== needed)
        throw new StartFault(
          `While files move to the ${wanted.to} every process of the shop runs with FILES_IN=${needed}, and so does this command; here it is ${env.FILES_IN}.`,
        )
      await store.probe()
      const [from, to] = wanted.to === 'store' ? [disk, store] : [store, disk]
      let now = { looked: 0, copied: 0 }
      const told = () => `: ${now.looked} files looked at, ${now.copied} copied`
      const moved = await withProgress(
        `Moving files to the ${wanted.to}`,
        `Files moved to the ${wanted.to}`,
        () =>
          moveFiles(from, to, {
            removeExtra: wanted.removeExtra,
            onProgress: (progress) => {
              now = { ...progress }
            },
          }),
        told,
      )
      say(`${moved.looked} files looked at, ${moved.copied} copied`)
      if (moved.extra.length > 0)
        throw new StartFault(
          `${moved.extra.length} files lie in the ${wanted.to} alone; they may have been removed from the shop. With --remove-extra they are taken away:\n${named(moved.extra)}`,
        )
      say(`✓ All are in the ${wanted.to}. Next: npm run files -- check`)
    } finally {
      store.close()
    }
  },
})

async function check(
  { disk, store }: FilePlaces & { store: NonNullable<FilePlaces['store']> },
  read: Place,
  say: (...lines: string[]) => void,
): Promise<void> {
  const other = read === 'disk' ? 'store' : 'disk'
  const found = await compareFiles(
    ...((read === 'disk' ? [disk, store] : [store, disk]) as [typeof disk, typeof disk]),
  )
  say(`${found.same} files are the same in both`)
  const wrong = [
    [found.missing, `lie in the ${read} alone`],
    [found.different, 'differ'],
    [found.extra, `lie in the ${other} alone`],
  ] as const
  const lines = wrong.flatMap(([keys, words]) =>
    keys.length === 0 ? [] : [`${keys.length} ${words}:`, named(keys)],
  )
  if (lines.length > 0)
    throw new StartFault(`Disk and store are not the same. The shop reads the ${read}.\n${lines.join('\n')}`)
  say('✓ Disk and store hold the same files')
}

function named(keys: readonly string[]): string {
  const lines = keys.slice(0, shown).map((key) => `  ${key}`)
  return [...lines, ...(keys.length > shown ? [`  and ${keys.length - shown} more`] : [])].join('\n')
}
