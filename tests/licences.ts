/**
 * Under which licences packages may be used here: the only list. `tests/licences.test.ts` holds every package of
 * package-lock.json against it, as SPDX expressions: of “A OR B” one has to be allowed, of “A AND B” both.
 */
export const allowed: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
])

export type Exception = {
  /** Of one package, or of all whose names begin so (`lightningcss*`). */
  name: string
  /** What it states, to the letter; `null` where it states nothing. Something else is looked at anew. */
  states: string | null
  /** It may only be used to develop: what is delivered holds nothing of it. */
  development?: true
  reason: string
}

export const exceptions: readonly Exception[] = [
  {
    name: 'railroad-diagrams',
    states: 'CC0-1.0',
    reason:
      'Given to the public without conditions; the schema of Kubernetes brings it, which only a test uses.',
  },
  {
    name: 'lightningcss*',
    states: 'MPL-2.0',
    reason: 'Copyleft by file: it is used unchanged, by the build, and the style sheets it writes are ours.',
  },
  {
    name: '@img/sharp-libvips-*',
    states: 'LGPL-3.0-or-later',
    reason:
      'A library that is loaded while the shop runs, unchanged, and that anybody can exchange for another.',
  },
  {
    name: '@img/sharp-win32-*',
    states: 'Apache-2.0 AND LGPL-3.0-or-later',
    reason: 'The same library, packed for a system that the shop does not run on.',
  },
  {
    name: '@img/sharp-wasm32',
    states: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    reason: 'The same library for where no other fits; not installed where the shop runs.',
  },
  {
    name: 'caniuse-lite',
    states: 'CC-BY-4.0',
    reason: 'A table of browsers that the build reads; nothing of it is delivered.',
  },
  {
    name: '@storyblok/preview-bridge',
    states: null,
    reason:
      'States none; published by Storyblok for sites that use its visual editor, and loaded in the editor alone.',
  },
  {
    name: 'png-js',
    states: null,
    reason: 'Lacks the field; the LICENSE file in the package is MIT.',
  },
  {
    name: 'axe-core',
    states: 'MPL-2.0',
    development: true,
    reason: 'Copyleft by file, used unchanged by tests.',
  },
  {
    name: 'dictionary-de',
    states: '(GPL-2.0 OR GPL-3.0)',
    development: true,
    reason: 'A list of words that the spelling test reads.',
  },
  {
    name: 'dictionary-en-gb',
    states: '(MIT AND BSD)',
    development: true,
    reason:
      'A list of words that the spelling test reads; “BSD” is no SPDX name, its text is the three-clause one.',
  },
  {
    name: 'hunspell-wasm',
    states: '(LGPL-2.0 OR GPL-2.0 OR MPL-1.1)',
    development: true,
    reason: 'The spelling test runs it, unchanged.',
  },
]

/** Whether an SPDX expression can be kept with allowed licences alone. */
export function isAllowed(expression: string): boolean {
  const words = expression.match(/\(|\)|[^\s()]+/g) ?? []
  let at = 0
  const one = (): boolean => {
    const word = words[at++]
    if (word !== '(') return word !== undefined && allowed.has(word)
    const inner = either()
    at += 1
    return inner
  }
  const both = (): boolean => {
    let fits = one()
    while (words[at] === 'AND') {
      at += 1
      fits = one() && fits
    }
    return fits
  }
  const either = (): boolean => {
    let fits = both()
    while (words[at] === 'OR') {
      at += 1
      fits = both() || fits
    }
    return fits
  }
  return either() && at === words.length
}

export const isNamed = ({ name }: Exception, other: string): boolean =>
  name.endsWith('*') ? other.startsWith(name.slice(0, -1)) : name === other

/** An entry of package-lock.json, as far as licences are concerned. */
export type LockedPackage = {
  license?: string
  dev?: boolean
  link?: boolean
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}

export type Licence = { name: string; path: string; states: string | null; development: boolean }

/**
 * What every package of a lock file states, by its own package.json where it is installed. A build for another
 * system that states nothing in the lock file and is not installed is under the licence of the package it is built for.
 */
export function licencesOf(
  packages: Readonly<Record<string, LockedPackage>>,
  installed: (path: string) => { license?: unknown } | null,
): Licence[] {
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const stated = (path: string, entry: LockedPackage): string | null => {
    const own = installed(path)
    if (own) return typeof own.license === 'string' ? own.license : (entry.license ?? null)
    if (entry.license !== undefined || !(entry.os || entry.cpu)) return entry.license ?? null
    const [parent] = Object.entries(packages).filter(
      ([other, { optionalDependencies }]) => other !== '' && nameOf(path) in (optionalDependencies ?? {}),
    )
    return parent ? stated(...parent) : null
  }
  return Object.entries(packages).flatMap(([path, entry]) =>
    path === '' || entry.link
      ? []
      : [{ name: nameOf(path), path, states: stated(path, entry), development: entry.dev === true }],
  )
}

/** What is wrong with the licences, in words. */
export function licenceFaults(
  licences: readonly Licence[],
  excepted: readonly Exception[] = exceptions,
): string[] {
  const wrong = licences.flatMap(({ name, states, development }) => {
    if (states !== null && isAllowed(states)) return []
    const exception = excepted.find((each) => isNamed(each, name) && each.states === states)
    const use = development ? 'to develop' : 'by the shop'
    if (!exception) return [`${name}, used ${use}: ${states ?? 'states no licence'}`]
    return exception.development && !development
      ? [`${name}: allowed for development only, used by the shop`]
      : []
  })
  const idle = excepted.filter(
    (each) => !licences.some(({ name, states }) => isNamed(each, name) && each.states === states),
  )
  return [
    ...wrong,
    ...idle.map(({ name, states }) => `${name} (${states}): an exception that no package needs`),
  ]
}
