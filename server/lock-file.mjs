// `node server/lock-file.mjs` completes package-lock.json after packages were added or updated.
// npm leaves optional packages out of it that the registry in use did not have (those for other systems,
// mostly), and `npm ci` then refuses the whole file. What is missing follows from the packages that name it.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'x64',
  'wasm32',
]

/**
 * The entries that package-lock.json should have and does not, by path.
 * @param {{ packages: Record<string, any> }} lock
 * @returns {Record<string, object>}
 */
export function missingEntries(lock) {
  const missing = {}
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isFound(lock.packages, path, name)) continue
      const words = name.split(/[-/]/)
      const os = systems.filter(
        (system) => words.includes(system) || (system === 'linux' && words.includes('linuxmusl')),
      )
      const cpu = processors.filter((processor) => words.includes(processor))
      if (words.includes('eabi') || words.includes('gnueabihf') || words.includes('musleabihf'))
        cpu.push('arm')
      const isMusl = words.some((word) => word.includes('musl'))
      const isGnu = words.some((word) => word.startsWith('gnu'))
      missing[`node_modules/${name}`] = {
        version,
        cpu: [...new Set(cpu)],
        ...(entry.dev ? { dev: true } : {}),
        ...(isMusl ? { libc: ['musl'] } : isGnu ? { libc: ['glibc'] } : {}),
        optional: true,
        ...(os.length > 0 ? { os } : {}),
      }
    }
  }
  return missing
}

function isFound(packages, from, name) {
  for (let place = from; ; place = dirname(place)) {
    if (place === '.') place = ''
    if (`${place ? `${place}/` : ''}node_modules/${name}` in packages) return true
    if (place === '') return false
  }
}

if (process.argv[1] === import.meta.filename) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const missing = missingEntries(lock)
  const [root, ...rest] = Object.entries({ ...lock.packages, ...missing })
  rest.sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries([root, ...rest])
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
  process.stdout.write(`✓ ${Object.keys(missing).length} packages added to package-lock.json\n`)
}
