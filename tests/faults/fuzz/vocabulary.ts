import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runnerImport } from 'vite'
import { z } from 'zod'
import { locales } from '#app/language/locales.ts'
import { routeNames, routePattern } from '#app/language/route-table.ts'
import { officePaths, openPaths } from '#app/office/paths.ts'
import type { Database } from '#app/platform/database/database.ts'
import { query, text } from '#app/platform/database/statement.ts'
import type { Vocabulary } from './grammar.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Everything that is no page and no screen. */
const others = [
  '/',
  '/health',
  '/ready',
  '/live',
  '/robots.txt',
  '/favicon.svg',
  '/assets/*',
  '/de/*',
  '/en/*',
  '/content/v2/cdn/stories',
  '/content/v2/cdn/stories/*',
  '/content/v2/cdn/links',
  '/content/v2/cdn/:collection',
  '/office/assets/*',
  '/office/events',
  '/office/piece-page/:id/:locale',
  '/office/request-page/:number',
  '/office/calendar/:file',
  '/office/act/:name',
  '/office/data/*',
]

/**
 * What the sources and the shop's database name: routes of the route tables and of `app/routes.ts`, names of fields and
 * parameters, schemas of the office's actions, numbers and slugs of what is there.
 */
export async function readVocabulary(db: Database): Promise<Vocabulary> {
  const written = globSync('app/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .toSorted()
    .map((file) => readFileSync(resolve(root, file), 'utf8'))
    .join('\n')
  const matches = (pattern: RegExp) => [...written.matchAll(pattern)].map(([, name = '']) => name)
  const names = [
    ...matches(/\bname="([\w.-]+)"/g),
    ...matches(/(?:searchParams|query|form)\.(?:get|getAll|has)\('([\w.-]+)'/g),
    ...matches(/^ {2}([a-zA-Z]+): (?:line|optionalLine|choice|box|email|submission)\b/gm),
    'token',
    'cv',
    'filter_query[title][in]',
    'sort_by',
    'per_page',
    'resolve_relations',
    '_routes',
    'intent',
  ]
  const routes = readFileSync(resolve(root, 'app/routes.ts'), 'utf8')
  const patterns = [
    ...others,
    ...[...routes.matchAll(/\b(?:route|page)\('([^'*]+\*?)'/g)].flatMap(([, path = '']) =>
      /^(?:api|robots|\.well)/.test(path) ? [`/${path}`] : locales.map((locale) => `/${locale}/${path}`),
    ),
    ...locales.flatMap((locale) =>
      routeNames.flatMap((name) => {
        const pattern = routePattern(name, locale)
        return pattern === null ? [] : [`/${locale}/${pattern}`.replace(/\/$/, '')]
      }),
    ),
    ...Object.values(officePaths).flatMap((path) => [
      `/office/data/${path}`,
      `/office/data/${path}`,
      `/office/${path}`,
    ]),
    ...Object.values(openPaths).map((path) => `/office/${path}`),
  ]
  return {
    patterns,
    names: [...new Set(names)],
    known: [...(await knownWords(db)), ...common],
    actions: await readActions(),
    corpus: globSync('tests/fuzz-corpus/*.txt', { cwd: root })
      .toSorted()
      .map((file) => readFileSync(resolve(root, file), 'utf8')),
  }
}

const common = [
  'de',
  'en',
  'rheingold-public',
  'rolex',
  'ring',
  'gold',
  '1',
  '2',
  'price',
  'desc',
  '640.avif',
  'published',
]

async function knownWords(db: Database): Promise<string[]> {
  const rows = await query(db, { word: text })`
    (select id as word from product order by id limit 80)
    union all (select number from shop_order order by number limit 20)
    union all (select number from sell_request order by number limit 20)
    union all (select full_slug from story order by id limit 60)
    union all (select id::text from story order by id limit 20)`
  return rows.map(({ word }) => word)
}

type Actions = { officeActions: Record<string, { input: z.ZodType }> }

/** The actions' modules draw mails, too: only a bundler reads them. */
async function readActions(): Promise<Vocabulary['actions']> {
  const { module } = await runnerImport<Actions>('/app/office/registry.ts', {
    configFile: false,
    root,
    logLevel: 'error',
  })
  return Object.fromEntries(
    Object.entries(module.officeActions).map(([name, { input }]) => [
      name,
      z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Vocabulary['actions'][string],
    ]),
  )
}
