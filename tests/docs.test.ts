import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The documents and those who cite them: what is cited is there, and lies in this repository. */
const read = (file: string) => readFileSync(file, 'utf8')
const folders = '{app,bench,commands,db,server,tests}'
const pages = ['README.md', 'CONTRIBUTING.md', ...globSync(['docs/**/*.md', `${folders}/**/*.md`])]
const sources = globSync(`${folders}/**/*.{ts,tsx,mjs,css,sql}`).filter(
  (file) =>
    file !== 'tests/docs.test.ts' &&
    // Sealed by the checksum that databases keep of it; its citation means docs/trade.md 1.
    file !== 'db/migrations/0003_catalogue.sql',
)

/** A comment's lines as one text: a citation may be broken between two of them. */
const unbroken = (text: string) => text.replaceAll(/\s*\n\s*(?:\*|\/\/|--)?\s*/g, ' ')

type Citation = { file: string; page: string; place: string | undefined }

const citations = [...sources, ...globSync('docs/**/*.md')].flatMap((file): Citation[] =>
  [
    ...unbroken(read(file)).matchAll(
      /\bdocs\/([a-z-]+(?:\/[a-z-]+)?\.md)(?: (\d+(?:\.\d+)?|[a-z]+(?:-[a-z]+)+)(?![\w-]))?/g,
    ),
  ].map(([, page = '', place]) => ({ file, page, place })),
)

/** Pages whose sections, or duties, are cited by their number or id. */
const numbered = ['product.md', 'business.md', 'protocols.md', 'trade.md']

function isThere({ page, place }: Citation): boolean {
  if (!existsSync(`docs/${page}`)) return false
  if (numbered.includes(page))
    return (
      place !== undefined &&
      new RegExp(`^#{2,3} ${place.replace('.', '\\.')}\\.? `, 'm').test(read(`docs/${page}`))
    )
  return page !== 'law.md' || place === undefined || read(`docs/law.md`).includes(`\n| \`${place}\` |`)
}

describe('citations', () => {
  test('are found at all', () => {
    expect(citations.filter(({ page }) => numbered.includes(page)).length).toBeGreaterThan(20)
  })

  test('lead to a page, a section, a duty that is there', () => {
    expect(citations.filter((citation) => !isThere(citation))).toEqual([])
  })

  test('name no text outside of the repository', () => {
    const outside = /\bspecifications?\b|\btrade-and-law\b|\bsections? \d(?:\.\d+)?\b(?! DDG)/i
    const nowhere = sources.flatMap((file) => {
      const text = unbroken(read(file))
      const named = [...text.matchAll(/(?<![\w/.-])([\w.-]+\/)*[\w-]+\.md\b/g)].map(([name]) => name)
      return [
        ...named.filter((name) => !existsSync(name) && !existsSync(join(dirname(file), name))),
        ...(outside.exec(text) ?? []),
      ].map((words) => `${file}: ${words}`)
    })
    expect(nowhere).toEqual([])
  })
})

describe('pages', () => {
  /** As GitHub makes it of a heading. */
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')

  test('link to files and headings that are there', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
        .filter(([, path = '', anchor]) => {
          const file = path === '' ? page : join(dirname(page), path)
          if (!existsSync(file)) return true
          return (
            anchor !== undefined &&
            ![...read(file).matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor)
          )
        })
        .map(([link]) => `${page}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  test('name files and folders that are there', () => {
    const gone = pages.flatMap((page) =>
      [...read(page).matchAll(/`((?:app|bench|commands|db|docs|server|tests)\/[\w./-]+)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !existsSync(path))
        .map((path) => `${page}: ${path}`),
    )
    expect(gone).toEqual([])
  })

  test('count their sections up', () => {
    const numbersOf = (page: string) =>
      [...read(`docs/${page}`).matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number))
    const ascending = (numbers: number[]) => numbers.toSorted((one, other) => one - other)
    for (const page of [...numbered, 'law.md'])
      expect(numbersOf(page), page).toEqual(ascending(numbersOf(page)))
    // One count through both.
    const product = ascending([...numbersOf('product.md'), ...numbersOf('business.md')])
    for (const numbers of [product, ...['protocols.md', 'trade.md', 'law.md'].map(numbersOf)])
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })
})

test('docs/law.md says of every job that erases personal data how long that was kept', () => {
  const jobs = read('server/jobs.ts')
  const erase = [
    ...jobs.matchAll(/^import \{([^}]+)\} from '(?:#app\/(?:shop|platform)\/[\w/-]+\.ts)'$/gm),
  ].flatMap(([, names = '']) => names.match(/\b(?:condense|erase|forget|remove)[A-Z]\w*/g) ?? [])
  expect(erase.length).toBeGreaterThan(10)
  expect(erase.filter((name) => !read('docs/law.md').includes(`\`${name}\``))).toEqual([])
})

describe('decisions', () => {
  const decisions = globSync('docs/decisions/*.md')

  test('say below their title when they were taken, and whether they hold', () => {
    const head =
      /^# .+\n\nDate: \d{4}-\d\d-\d\d\. State: (?:in force|open|replaced by \[[^\]]+\]\([a-z-]+\.md\))\.\n\n/
    expect(decisions.length).toBeGreaterThan(15)
    expect(decisions.filter((file) => !head.test(read(file)))).toEqual([])
  })
})

test('pictures are kept in git only where a page shows them', () => {
  const kept = globSync('docs/pictures/*.{jpg,png,webp}')
  const shown = pages.flatMap((page) =>
    [...read(page).matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, to]) => to),
  )
  expect(kept.filter((file) => !shown.includes(file))).toEqual([])
  expect(read('.gitignore').split('\n')).toContain('docs/pictures/*.avif')
})
