import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, extname, join, normalize, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blockNames } from '#app/blocks/declaration.ts'
import { missingEntries } from '#server/lock-file.mjs'

/** The rules of the house that no other tool checks: one direction of imports, and what a file may hold. */
const root = resolve(import.meta.dirname, '..')
const files = listFiles().filter(
  (file) => existsSync(join(root, file)) && statSync(join(root, file)).isFile(),
)

/** What git holds or would hold; without git (an archive) all but what .gitignore names. */
function listFiles(): string[] {
  const git = ['-c', 'safe.directory=*', 'ls-files', '--cached', '--others', '--exclude-standard']
  try {
    return execFileSync('git', git, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter((file) => file !== '')
  } catch {
    const ignored = ['.git', ...readFileSync(join(root, '.gitignore'), 'utf8').split('\n')].map((line) =>
      line.replace('/', ''),
    )
    return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) => !ignored.includes(file.split('/')[0] ?? ''),
    )
  }
}

/** From an opening bracket to its closing one. */
function inBrackets(text: string): string {
  let depth = 0
  const end = [...text].findIndex((sign) => {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    return depth === 0
  })
  return text.slice(0, end)
}

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('tests/')
const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('docs/'))

type Import = { from: string; line: number; name: string; typeOnly: boolean }

const imports = sources.flatMap((from): Import[] => {
  const text = read(from)
  const statements =
    /^(?:import|export)\s(type\s)?([^'"`;=()]*?from\s*)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/gm
  return [...text.matchAll(statements)].map((match) => ({
    from,
    line: text.slice(0, match.index).split('\n').length,
    name: match[3] ?? match[4] ?? '',
    typeOnly: match[1] !== undefined || /^\{\s*(type \w+( as \w+)?,?\s*)+\}\s*from/.test(match[2] ?? ''),
  }))
})

/** The file of ours an import means, from the project's folder; `null` for a package. */
function targetOf({ from, name }: Import): string | null {
  const path = name.replace(/\?.*$/, '')
  if (path.startsWith('.')) return normalize(join(dirname(from), path))
  return path.startsWith('#') ? path.slice(1) : null
}

const tell = (found: Import) => `${found.from}:${found.line} imports ${found.name}`

/** The part of the house a file belongs to; files directly in app/ tie the parts together. */
function partOf(file: string): string {
  const [top, second, ...rest] = file.split('/')
  return top === 'app' && rest.length > 0 ? (second as string) : (top as string)
}

describe('walls', () => {
  /** What a part of app/ may import; `:types` where only types may cross. */
  const inApp: Record<string, string[]> = {
    language: [],
    platform: [],
    shop: ['forms', 'language', 'platform'],
    ui: ['forms', 'language', 'shop:types'],
    content: ['shop', 'language', 'platform'],
    // The double of the content service: pages read it through the client in content/, as they would read any other.
    'content-service': ['blocks', 'content', 'language', 'platform'],
    // How any form is read and given back; what stands in a form is the shop's to say.
    forms: ['language', 'platform', 'app:types'],
    'sell-form': ['forms', 'shop', 'language', 'platform', 'ui', 'app:types'],
    blocks: ['sell-form', 'forms', 'content', 'shop', 'language', 'platform', 'ui'],
    letters: ['blocks', 'content', 'shop', 'language', 'platform', 'ui'],
    storefront: ['sell-form', 'forms', 'blocks', 'content', 'shop', 'language', 'platform', 'ui', 'app'],
    office: [
      'content-service',
      'letters',
      'sell-form',
      'blocks',
      'content',
      'shop',
      'language',
      'platform',
      'ui',
      'app',
    ],
    api: ['letters', 'blocks', 'content', 'shop', 'language', 'platform', 'ui', 'app'],
  }
  const everyPart = [...Object.keys(inApp), 'app']
  /** The parts beside app/ as well; tests import whatever they try. */
  const allowed: Record<string, string[]> = {
    ...inApp,
    app: everyPart,
    db: ['content-service', 'shop', 'language', 'platform'],
    commands: ['db', 'content-service', 'shop', 'language', 'platform'],
    server: ['db', ...everyPart],
    bench: ['tests', 'server', 'db', ...everyPart],
  }
  const forTests = Object.keys(allowed).filter((part) => part !== 'bench')

  test('imports go one way: server, commands → storefront, office, api → blocks → sell-form, content → shop → platform', () => {
    const wrong = imports.filter((found) => {
      const target = targetOf(found)
      const from = partOf(found.from)
      const may = isTest(found.from) ? [...forTests, 'tests'] : allowed[from]
      if (target === null || may === undefined || !target.includes('/') || target.includes('+types/'))
        return false
      const to = partOf(target)
      return to !== from && !may.includes(to) && !(found.typeOnly && may.includes(`${to}:types`))
    })
    expect(wrong.map(tell)).toEqual([])
  })

  test('the shop knows neither React nor the router, and nothing that does', () => {
    const reached = new Set(files.filter((file) => file.startsWith('app/shop/') && !isTest(file)))
    // `use-intl/core` puts words together, for mails too; the package's other half draws.
    const wrong: string[] = []
    for (const file of reached) {
      for (const found of imports.filter(({ from, typeOnly }) => from === file && !typeOnly)) {
        const target = targetOf(found)
        if (target !== null) reached.add(target)
        else if (/^(react|react-dom|react-router)(\/|$)|^use-intl(\/react)?$/.test(found.name))
          wrong.push(tell(found))
      }
    }
    expect(wrong).toEqual([])
  })

  test('no two parts may import each other, not by way of others either', () => {
    // The files directly in app/ hold what its screens share, and join them.
    const reach = (part: string, seen: string[] = []): string[] =>
      (allowed[part] ?? [])
        .filter((next) => next !== 'app' && !next.endsWith(':types'))
        .flatMap((next) => (seen.includes(next) ? [next] : [next, ...reach(next, [...seen, next])]))
    expect(Object.keys(allowed).filter((part) => reach(part).includes(part))).toEqual([])
  })

  test('every part of the house has its walls', () => {
    const parts = new Set(sources.filter((file) => file.includes('/')).map(partOf))
    expect([...parts].filter((part) => part !== 'tests' && !(part in allowed))).toEqual([])
  })

  test('nobody imports a screen: what two screens share has a file of its own', () => {
    const screens = [...read('app/routes.ts').matchAll(/'((?:storefront|office|api)\/[^']+\.tsx?)'/g)].map(
      ([, file]) => `app/${file}`,
    )
    expect(screens.length).toBeGreaterThan(5)
    const wrong = imports.filter((found) => screens.includes(targetOf(found) ?? '') && !isTest(found.from))
    expect(wrong.map(tell)).toEqual([])
  })

  test('a block does not import another block', () => {
    // The other folders of app/blocks hold what blocks are drawn with.
    const blockOf = (file: string) => blockNames.find((name) => file.startsWith(`app/blocks/${name}/`))
    const wrong = imports.filter((found) => {
      const [from, to] = [blockOf(found.from), blockOf(targetOf(found) ?? '')]
      return from !== undefined && to !== undefined && from !== to && !isTest(found.from)
    })
    expect(wrong.map(tell)).toEqual([])
  })

  test('every folder with a declaration is a block of the registry, and nothing else is', () => {
    const declared = files.flatMap((file) => /^app\/blocks\/([^/]+)\/index\.ts$/.exec(file)?.[1] ?? [])
    expect([...blockNames].sort()).toEqual(declared.sort())
  })

  test('tests are imported by tests alone', () => {
    const wrong = imports.filter((found) => isTest(targetOf(found) ?? '') && !isTest(found.from))
    // What measures uses the same cast. The configuration of the test tools lies in the project's folder.
    expect(wrong.filter(({ from }) => from.includes('/') && !from.startsWith('bench/')).map(tell)).toEqual([])
  })
})

describe('imports', () => {
  const ours = imports.filter((found) => targetOf(found) !== null && !found.name.includes('+types/'))

  test('are found at all', () => {
    expect(ours.length).toBeGreaterThan(100)
  })

  test('carry the file’s extension and lead to a file', () => {
    const wrong = ours.filter((found) => {
      const target = targetOf(found) as string
      return extname(target) === '' || !existsSync(join(root, target))
    })
    expect(wrong.map(tell)).toEqual([])
  })

  test('across the parts of the house go by #, not by dots', () => {
    const wrong = ours.filter((found) => {
      const inProject = found.from.includes('/') && partOf(found.from) !== 'app'
      return (
        inProject && found.name.startsWith('.') && partOf(targetOf(found) as string) !== partOf(found.from)
      )
    })
    expect(wrong.map(tell)).toEqual([])
  })
})

describe('files', () => {
  /** Longer than 400 lines with a reason. */
  const long = new Map([
    ['app/platform/database/tables.ts', 'generated'],
    ['db/demo-scale-jewels.ts', 'one table: kinds of jewellery of the large demo catalogue'],
  ])

  test('have at most 400 lines', () => {
    const wrong = sources.filter(
      (file) => !long.has(file) && !isTest(file) && read(file).split('\n').length > 401,
    )
    expect(wrong).toEqual([])
    expect([...long.keys()].filter((file) => !files.includes(file))).toEqual([])
  })

  test('are named kebab-case.ts or PascalCase.tsx', () => {
    const generated = /\.d\.ts$|\+types/
    const wrong = sources.filter((file) => {
      const name = file.split('/').at(-1) as string
      if (generated.test(name)) return false
      return !/^([a-z0-9]+(-[a-z0-9]+)*|[A-Z][A-Za-z0-9]+)(\.(test|spec|config|client|server))*\.(ts|tsx|mjs)$/.test(
        name,
      )
    })
    expect(wrong).toEqual([])
  })

  test('have no drawer for everything', () => {
    expect(
      files.filter((file) =>
        /(^|\/)(utils?|lib|helpers?|services|misc|common|shared)(\/|\.tsx?$)/.test(file),
      ),
    ).toEqual([])
  })

  test('only app/platform/env.ts reads the environment', () => {
    const wrong = sources.filter(
      (file) => file.startsWith('app/') && !isTest(file) && /\bprocess\s*\.\s*env\b/.test(read(file)),
    )
    expect(wrong.filter((file) => file !== 'app/platform/env.ts')).toEqual([])
  })

  test('what is served has its time from `App.now()`; only browsers read their own clock', () => {
    const served = /^app\/(?:storefront|api|blocks|sell-form|office)\/|^app\/[^/]+\.tsx?$/
    const clock = /\bnew Date\b(?!\s*\(\s*[^)\s])|(?<!new )\bDate\(|\bDate\.now\b|\.format(?:ToParts)?\(\)/
    for (const reads of [`${'new'} Date()`, `${'Date'}.now()`, `${'new'} Date`]) expect(reads).toMatch(clock)
    expect(`${'new'} Date(at)`).not.toMatch(clock)
    const inBrowsers = new Map([
      ['app/blocks/branch/BranchHours.tsx', 'once the page runs, the opening state is that of the moment'],
      ['app/storefront/layout/ContactPopover.tsx', 'the pill says until when somebody answers from now on'],
      ['app/storefront/checkout/HoldNotice.tsx', 'says when little of the time is left that the server told'],
    ])
    const wrong = sources.filter((file) => served.test(file) && !isTest(file) && clock.test(read(file)))
    expect(wrong.toSorted()).toEqual([...inBrowsers.keys()].toSorted())
    // There it is an effect that reads it: what the server draws would have the server's.
    const effects = [...inBrowsers.keys()].filter(
      (file) => read(file).search(clock) < read(file).search(/\buseEffect\(/),
    )
    expect(effects).toEqual([])
  })

  test('jobs have the time of the database: a process whose clock is wrong must remove nothing too early', () => {
    expect(read('server/jobs.ts')).not.toMatch(/\bnew Date\(\)|\bDate\.now\b/)
  })

  test('only app/shop/mail-kinds.ts, which knows what each kind needs, puts mails into the outbox', () => {
    const put = /insert\s+into\s+mail_outbox|insertInto\(\s*['"]mail_outbox/
    const found = sources.filter((file) => !isTest(file) && put.test(read(file)))
    expect(found).toEqual(['app/shop/mail-kinds.ts'])
  })

  test('raw statements declare what they answer; only app/platform/database/statement.ts asserts it', () => {
    const assertion = /\bsql<|\.(query|executeQuery)<|\bfn(\.\w+)?</
    expect(`const { rows } = await ${'sql'}<Row>`).toMatch(assertion)
    const wrong = sources.filter((file) => assertion.test(read(file)))
    expect(wrong).toEqual(['app/platform/database/statement.ts'])
  })

  test('rows that are locked in a number are chosen once: an `in` is asked for each row where PostgreSQL plans so', () => {
    const found = files
      .filter((file) => /\.(ts|sql)$/.test(file) && !isTest(file))
      .filter((file) =>
        [...read(file).matchAll(/\bin\s*(?=\(\s*select\b)/gi)].some(({ 0: { length }, index, input }) =>
          /\blimit\b.*\bfor (no key )?update\b/is.test(inBrackets(input.slice(index + length))),
        ),
      )
    expect(found).toEqual([])
  })

  test('the office writes days, times, money and numbers by app/office/frame/formats.ts alone', () => {
    const others =
      /\b(?:Intl\.(?:DateTimeFormat|NumberFormat|RelativeTimeFormat)|createFormatter|useFormatter|dateFormat|formatNumber|formatPrice|formatDate|formatClock)\b|\.toLocale(?:Date|Time)?String\(/
    const office = sources.filter((file) => file.startsWith('app/office/') && !isTest(file))
    expect(office).toContain('app/office/frame/formats.ts')
    const found = office.filter((file) => others.test(read(file)))
    expect(found).toEqual(['app/office/frame/formats.ts'])
  })

  test('raw colours stand in the tokens alone', () => {
    const colour =
      /(?<![\w&])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?![/.-])|\b(?:rgb|hsl|oklch|oklab|lab|lch)a?\(\s*[\d.]/gi
    const palette =
      /\b(?:bg|text|border|ring|outline|fill|stroke|from|via|to|accent|caret|decoration|divide|shadow)-(?:slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-\d{2,3}\b/g
    const wrong = files
      .filter((file) => /^app\/.*\.(tsx|css)$/.test(file) && file !== 'app/ui/tokens.css' && !isTest(file))
      .flatMap((file) => {
        const text = read(file)
        return [...text.matchAll(colour), ...text.matchAll(palette)].map((match) => `${file}: ${match[0]}`)
      })
    expect(wrong).toEqual([])
  })

  test('of tests bound what hangs alone: a unit test that takes seconds here takes a minute on a busy machine', () => {
    // The last argument of a test or a hook, or the options of a test.
    const ofTests = /^ *(?:\},(?: |\n +)|(?:test|describe)[\w.]*\([^\n]*\{\n? *timeout: )(\d+_000) *[),}]/gm
    const ofPolls = /\{ timeout: ([\d_]+)(?:, interval: [\d_]+)? \},?\s*\)/g
    const below = (least: number, limits: RegExp) =>
      files
        .filter((file) => /\.test\.tsx?$/.test(file))
        .flatMap((file) => [...read(file).matchAll(limits)].map(([, limit = '']) => ({ file, limit })))
        .filter(({ limit }) => Number(limit.replaceAll('_', '')) < least)
    const short = [...below(300_000, ofTests), ...below(30_000, ofPolls)]
    expect(short).toEqual([])
  })

  test('name no place on somebody’s machine', () => {
    const place = /(?<![\w.:/])\/(?:home|Users|work|root)\/[\w.-]+/
    const wrong = files
      .filter((file) => /\.(ts|tsx|mjs|js|json|yaml|yml|md|sql|css|html|sh)$|^\.ci\//.test(file))
      .filter((file) => place.test(read(file)))
    expect(wrong).toEqual([])
  })
})

describe('package-lock.json', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version?: string; resolved?: string }>
  }

  test('names no registry: packages come from the one npm is set to', () => {
    expect(Object.entries(lock.packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([])
  })

  test('holds the packages for every system (else: node server/lock-file.mjs)', () => {
    expect(Object.keys(missingEntries(lock))).toEqual([])
  })

  test('every dependency is pinned to one version', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    // A second version of a package has a name of its own: `npm:name@1.2.3`.
    const pinned = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/
    expect(all.filter(([, version]) => !pinned.test(version as string))).toEqual([])
  })
})

describe('the README', () => {
  const readme = read('README.md')

  test('names every setting', () => {
    const schema = /const schema = z\.object\(\{([\s\S]*?)\n\}\)/.exec(read('app/platform/env.ts'))?.[1] ?? ''
    const settings = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name)
    expect(settings.length).toBeGreaterThan(20)
    // Tools set it, not operators.
    const told = new Set([
      'NODE_ENV',
      ...[...readme.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
    ])
    expect(settings.filter((name) => !told.has(name))).toEqual([])
  })

  test('names every command, and none that does not exist', () => {
    const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)
    const told = [...readme.matchAll(/(?:npm (?:run )?|, `)([a-z][a-z:-]+)(?= |`|$)/gm)].map(
      ([, name]) => name,
    )
    // `npm start` builds what it needs.
    expect(scripts.filter((name) => name !== 'build' && !told.includes(name))).toEqual([])
    const wrong = [...readme.matchAll(/npm run ([a-z:-]+)/g)].filter(
      ([, name = '']) => !scripts.includes(name),
    )
    expect(wrong.map(([words]) => words)).toEqual([])
  })
})
